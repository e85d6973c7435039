// “Authentication: authorization code grant”. Tokens do not end.

import { isBasicClient, ok, type Rules } from './rules.ts'

export const vimeo = {
  authorize: 'https://api.vimeo.com/oauth/authorize',
  parameters: ['client_id', 'redirect_uri', 'response_type', 'scope', 'state'],
  scope: 'public',
  privateScope: 'public private',
  clientField: 'client_id',
  endpoints: {
    'POST https://api.vimeo.com/oauth/access_token': (sent) =>
      isBasicClient(sent) && sent.form.grant_type === 'authorization_code' && sent.takeCode()
        ? ok({
            ...{ access_token: sent.newSecret('access'), token_type: 'bearer', scope: sent.scope },
            app: { name: 'Central API', uri: '/apps/1' },
            user: {
              ...{ uri: '/users/900001', name: 'Tide Films', link: 'https://vimeo.com/TideFilms', bio: null },
              pictures: { type: 'custom', sizes: [{ width: 360, link: 'https://i.vimeocdn.com/7' }] },
            },
          })
        : { status: 400, body: { error: 'invalid_grant', error_description: 'A sentence of theirs' } },
    'DELETE https://api.vimeo.com/tokens': ({ bearer }) =>
      bearer.startsWith('access') ? { status: 204, body: '' } : { status: 401, body: { error: 'No' } },
  },
} as const satisfies Rules
