// Who may use the operator's API: whoever sends the one token. It is compared in constant time, and guessing is held back by
// the caller's address. Neither the token nor what was sent is ever logged or put into an error.

import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../errors.ts'
import { createFailedExchanges } from '../../licensing/keys/failed-exchanges.ts'

/** RFC 6750, section 2.1 */
const BEARER = /^bearer +(?<token>\S+) *$/i

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** A hook that throws `token_missing`, `token_invalid`, or `rate_limited` after `limit` wrong tokens in a minute. */
export const guardOperator = (adminToken: string, elapsed: () => number, limit: number) => {
  const guesses = createFailedExchanges({
    elapsed,
    limit,
    codes: ['token_invalid'],
    message: 'Too many wrong tokens from this address',
  })
  // Digests are of one length, so that comparing them tells nothing of the token's.
  const expected = digest(adminToken)

  const check = async (header: string | undefined): Promise<void> => {
    const { token } = BEARER.exec(header ?? '')?.groups ?? {}
    if (token === undefined) throw new ApiError('token_missing', { message: 'Send ADMIN_TOKEN as the bearer token' })
    if (timingSafeEqual(digest(token), expected)) return
    throw new ApiError('token_invalid', { message: 'This is not the ADMIN_TOKEN of the service' })
  }

  return ({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>): Promise<void> =>
    guesses.guard(ip, () => check(headers.authorization))
}
