// “OAuth2”: errors come with 200, or are a number. Programs without a user agent of their own are blocked.

import { isBasicClient, ok, type Rules } from './rules.ts'

/** The form that Reddit requires. */
export const REDDIT_AGENT = 'web:shop.example:1.0 (by /u/acme)'

export const reddit = {
  authorize: 'https://www.reddit.com/api/v1/authorize',
  parameters: ['client_id', 'duration', 'redirect_uri', 'response_type', 'scope', 'state'],
  // Without it, Reddit sends no refresh token.
  fixed: { duration: 'permanent' },
  scope: 'identity read history',
  clientField: 'client_id',
  endpoints: {
    'POST https://www.reddit.com/api/v1/access_token': (sent) => {
      if (sent.headers['user-agent'] !== REDDIT_AGENT) return { status: 429, body: 'whoa there, pardner!' }
      if (!isBasicClient(sent)) return { status: 401, body: { message: 'Unauthorized', error: 401 } }
      const isRenewal = sent.form.grant_type === 'refresh_token'
      // A refresh token works until it is revoked.
      if (isRenewal && !sent.hasToken(sent.form.refresh_token))
        return { status: 400, body: { message: 'Bad Request', error: 400 } }
      if (!isRenewal && !sent.takeCode()) return ok({ error: 'invalid_grant' })
      return ok({
        ...{ access_token: sent.newSecret('access'), token_type: 'bearer', expires_in: 86_400 },
        ...{ scope: 'identity read history', ...(!isRenewal && { refresh_token: sent.newSecret('refresh') }) },
      })
    },
    'POST https://www.reddit.com/api/v1/revoke_token': (sent) =>
      isBasicClient(sent) ? { status: 204, body: '' } : { status: 401, body: { message: 'Unauthorized', error: 401 } },
    'GET https://oauth.reddit.com/api/v1/me': ({ bearer, headers }) =>
      bearer.startsWith('access') && headers['user-agent'] === REDDIT_AGENT
        ? ok({ name: 'Acme', id: 'a1', icon_img: '', subreddit: { title: 'Acme' }, hide_from_robots: true })
        : { status: 401, body: { message: 'Unauthorized', error: 401 } },
  },
} as const satisfies Rules
