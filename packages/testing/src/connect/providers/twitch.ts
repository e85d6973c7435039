// “Authorization code grant flow”: the scopes of a token are a list, and errors have messages in place of codes.

import { CLIENT } from './provider.ts'
import { isClient, isGranted, ok, type Rules } from './rules.ts'

export const twitch = {
  authorize: 'https://id.twitch.tv/oauth2/authorize',
  parameters: ['client_id', 'force_verify', 'redirect_uri', 'response_type', 'scope', 'state'],
  scope: 'moderator:read:followers',
  clientField: 'client_id',
  reads: /\/helix\/users\?/,
  endpoints: {
    'POST https://id.twitch.tv/oauth2/token': (sent) => {
      if (!isClient(sent.form)) return { status: 403, body: { status: 403, message: 'invalid client secret' } }
      if (!isGranted(sent)) return { status: 400, body: { status: 400, message: 'Invalid refresh token' } }
      return ok({
        ...{ access_token: sent.newSecret('access'), expires_in: 14_400, token_type: 'bearer' },
        ...{ refresh_token: sent.newSecret('refresh'), scope: ['moderator:read:followers'] },
      })
    },
    'POST https://id.twitch.tv/oauth2/revoke': ({ form }) =>
      form.client_id === CLIENT ? { status: 200, body: '' } : { status: 400, body: { status: 400, message: 'No' } },
    'GET https://api.twitch.tv/helix/users': ({ bearer, headers }) =>
      bearer.startsWith('access') && headers['client-id'] === CLIENT
        ? ok({ data: [{ id: '1', login: 'acme', display_name: 'Acme', profile_image_url: '' }] })
        : { status: 401, body: { error: 'Unauthorized', status: 401, message: 'Invalid OAuth token' } },
    'GET https://api.twitch.tv/helix/channels/followers': ({ bearer, query }) =>
      bearer.startsWith('access') && query.get('broadcaster_id') === '1'
        ? ok({ total: 88, data: [], pagination: {} })
        : { status: 401, body: { error: 'Unauthorized', status: 401, message: 'Invalid OAuth token' } },
  },
} as const satisfies Rules
