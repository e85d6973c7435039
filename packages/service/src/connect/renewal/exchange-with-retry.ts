// One exchange of a token, and one honest retry when the response was lost: the platform may have rotated the token, or
// not. Platforms that rotated it may refuse the retry.

import type { Connection } from '../connection.ts'
import type { SecretFields } from '../connection-seal.ts'
import { ConnectFault } from '../oauth/connect-fault.ts'
import type { GrantedToken } from '../oauth/oauth-client.ts'
import type { ExchangeToken } from './exchange-token.ts'

/** No response came, or one that cannot be read. */
const LOST = /^(?:link_\w+|OAUTH_\w+|status\.\d+|unknown)$/

const isLost = (error: unknown): boolean =>
  error instanceof ConnectFault &&
  (error.code === 'platform_timeout' || (error.code === 'platform_error' && LOST.test(error.reason ?? '')))

/** Throws ConnectFault. */
export const exchangeWithRetry = async (
  exchange: ExchangeToken,
  connection: Connection,
  secrets: SecretFields,
): Promise<GrantedToken> => {
  try {
    return await exchange(connection, secrets)
  } catch (error) {
    if (!isLost(error)) throw error
    return exchange(connection, secrets)
  }
}
