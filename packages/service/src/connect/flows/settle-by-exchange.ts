// Meta's tokens live an hour at first. Each of its products exchanges one for a token of sixty days, by a GET.

import { secondsIn } from '../oauth/adapt-response.ts'
import { ConnectFault } from '../oauth/connect-fault.ts'
import type { AppSecrets, GrantedToken } from '../oauth/oauth-client.ts'
import type { Ask } from './flow.ts'

/** The parameter that names the short-lived token. */
const TOKEN_FIELDS: Readonly<Record<string, string>> = { fb_exchange_token: 'fb_exchange_token' }

export const settleByExchange =
  (url: string, grantType: string) =>
  async (token: GrantedToken, ask: Ask, { clientId, clientSecret = '' }: AppSecrets): Promise<GrantedToken> => {
    const tokenField = TOKEN_FIELDS[grantType] ?? 'access_token'
    const body = await ask({
      url,
      query: {
        grant_type: grantType,
        client_secret: clientSecret,
        [tokenField]: token.accessToken,
        // Only Facebook's own endpoint serves every application.
        ...(tokenField !== 'access_token' && { client_id: clientId }),
      },
    })
    const { access_token: accessToken } = body
    if (typeof accessToken !== 'string' || accessToken === '')
      throw new ConnectFault('platform_error', { reason: 'no_long_token' })
    const { expiresInSeconds: _short, ...rest } = token
    const seconds = secondsIn(body.expires_in)
    return { ...rest, accessToken, ...(seconds !== undefined && seconds > 0 && { expiresInSeconds: seconds }) }
  }
