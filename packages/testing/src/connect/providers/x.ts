// “OAuth 2.0 Authorization Code Flow with PKCE”, for confidential clients. A refresh token works once.

import { isBasicClient, isGranted, ok, type Rules } from './rules.ts'

export const x = {
  authorize: 'https://x.com/i/oauth2/authorize',
  parameters: [
    'client_id',
    'code_challenge',
    'code_challenge_method',
    'redirect_uri',
    'response_type',
    'scope',
    'state',
  ],
  scope: 'tweet.read users.read offline.access',
  clientField: 'client_id',
  endpoints: {
    'POST https://api.x.com/2/oauth2/token': (sent) => {
      if (!isBasicClient(sent))
        return {
          status: 401,
          body: { error: 'unauthorized_client', error_description: 'Missing valid authorization header' },
        }
      if (!isGranted(sent)) {
        const what = sent.form.grant_type === 'refresh_token' ? 'token' : 'authorization code'
        const error_description = `Value passed for the ${what} was invalid.`
        return { status: 400, body: { error: 'invalid_request', error_description } }
      }
      return ok({
        ...{ token_type: 'bearer', expires_in: 7_200, scope: 'users.read tweet.read offline.access' },
        ...{ access_token: sent.newSecret('access'), refresh_token: sent.newSecret('refresh') },
      })
    },
    'POST https://api.x.com/2/oauth2/revoke': (sent) =>
      isBasicClient(sent) ? ok({ revoked: true }) : { status: 401, body: { error: 'unauthorized_client' } },
    'GET https://api.x.com/2/users/me': ({ bearer }) =>
      bearer.startsWith('access')
        ? ok({ data: { id: '70001', name: 'Acme', username: 'Acme' } })
        : { status: 401, body: { title: 'Unauthorized', type: 'about:blank', status: 401, detail: 'Unauthorized' } },
  },
} as const satisfies Rules
