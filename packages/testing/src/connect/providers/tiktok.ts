// “Login Kit for Web” and “Manage OAuth Access Tokens”.

import { CLIENT, SECRET } from './provider.ts'
import { ok, type Rules } from './rules.ts'

export const tiktok = {
  authorize: 'https://www.tiktok.com/v2/auth/authorize/',
  parameters: [
    'client_key',
    'code_challenge',
    'code_challenge_method',
    'redirect_uri',
    'response_type',
    'scope',
    'state',
  ],
  scope: 'user.info.basic,user.info.profile,user.info.stats,video.list',
  clientField: 'client_key',
  endpoints: {
    // A refresh gives another refresh token, and the one before stops at once.
    'POST https://open.tiktokapis.com/v2/oauth/token/': ({ form, newSecret, takeCode, takeToken }) => {
      const isClient = form.client_key === CLIENT && form.client_id === undefined && form.client_secret === SECRET
      const isGranted = form.grant_type === 'refresh_token' ? takeToken(form.refresh_token) : takeCode()
      if (!isClient || !isGranted)
        return ok({ error: 'invalid_grant', error_description: 'A sentence of theirs', log_id: '2026' })
      return ok({
        ...{ open_id: 'open-1', scope: 'user.info.basic,user.info.profile,video.list', token_type: 'Bearer' },
        ...{ access_token: newSecret('act'), expires_in: 7_200 },
        ...{ refresh_token: newSecret('rft'), refresh_expires_in: 15_552_000 },
      })
    },
    'POST https://open.tiktokapis.com/v2/oauth/revoke/': () => ok({}),
    'GET https://open.tiktokapis.com/v2/user/info/': ({ bearer, query }) =>
      bearer.startsWith('act') && query.get('fields') === 'open_id,display_name,avatar_url,username'
        ? ok({
            data: { user: { open_id: 'open-1', display_name: 'Garden', username: 'Garden' } },
            error: { code: 'ok' },
          })
        : { status: 401, body: { error: { code: 'access_token_invalid' } } },
  },
} as const satisfies Rules
