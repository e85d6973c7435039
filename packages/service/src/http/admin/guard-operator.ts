// Authenticates callers of the admin API: ADMIN_TOKEN, or the token of an operator. Tokens are compared in constant
// time, and guessing is limited by IP address. A token or what was sent as one is never logged or put into an error.

import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../errors.ts'
import type { FailedExchanges } from '../../licensing/keys/failed-exchanges.ts'
import { FIRST_OPERATOR, type Operators, type SignedIn } from '../../licensing/operators/operators.ts'

/** RFC 6750, section 2.1 */
const BEARER = /^bearer +(?<token>\S+) *$/i

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

export type GuardOptions = {
  readonly adminToken: string
  readonly operators: Pick<Operators, 'identify'>
  readonly failedLogins: FailedExchanges
}

/** Returns who sent the request. Throws `token_missing`, `token_invalid`, or `rate_limited` after too many wrong
 * tokens. */
export const guardOperator = ({ adminToken, operators, failedLogins }: GuardOptions) => {
  // Digests have one length, so that comparing them does not reveal the length of the token.
  const expected = digest(adminToken)

  const identify = async (token: string): Promise<SignedIn> => {
    if (timingSafeEqual(digest(token), expected)) return FIRST_OPERATOR
    const operator = await operators.identify(token)
    if (operator) return operator
    throw new ApiError('token_invalid', { message: 'This is not the token of an operator, or it was revoked' })
  }

  return async ({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>): Promise<SignedIn> => {
    const { token } = BEARER.exec(headers.authorization ?? '')?.groups ?? {}
    if (token === undefined)
      throw new ApiError('token_missing', { message: 'Send the token of an operator as the bearer token' })
    return failedLogins.guard(ip, token, () => identify(token))
  }
}
