// Why an account could not be connected: one word for the client, never the platform's own text.

import { ApiError } from '../../errors.ts'

/** Each ends at the site that asked as `connect_error`, and in the description of the ticket. */
export const CONNECT_FAULTS = {
  connection_denied: 'The person declined',
  connection_incomplete: 'The person granted less than reading posts needs',
  connection_expired: 'The person took too long, or started again',
  connection_limit_reached: 'The license has no place for another connection',
  connection_other_account: 'Another account came back than the expected one',
  connection_other_site: 'The account is connected for another site of the license',
  connection_unknown: 'The connection to renew was disconnected meanwhile',
  host_not_found: 'There is no server of the platform at `host`',
  profile_unsupported: 'The person has no account that the platform lets others read',
  platform_unauthorized: 'The platform refused the service',
  platform_rate_limited: 'The platform’s rate limit is reached',
  platform_error: 'The platform returned an error',
  platform_timeout: 'The platform did not respond in time',
  connection_refused: 'The license was suspended, has expired or was revoked meanwhile',
} as const satisfies Record<string, string>

export type ConnectFaultCode = keyof typeof CONNECT_FAULTS

export class ConnectFault extends Error {
  readonly code: ConnectFaultCode
  /** The error code of the platform, if it is one word: for the log. */
  readonly reason: string | undefined

  constructor(code: ConnectFaultCode, { reason, cause }: { readonly reason?: string; readonly cause?: unknown } = {}) {
    super(CONNECT_FAULTS[code], { cause })
    this.name = 'ConnectFault'
    this.code = code
    this.reason = reason !== undefined && WORD.test(reason) ? reason : undefined
  }
}

/** For a client that waits for the response of a platform. */
export const apiErrorOf = (fault: ConnectFault): ApiError => {
  const { code } = fault
  const isOwn = code === 'platform_unauthorized' || code === 'platform_rate_limited' || code === 'platform_timeout'
  return new ApiError(isOwn ? code : 'platform_error', { cause: fault })
}

/** Codes of RFC 6749 and of platforms: words and numbers. Never sentences, which may contain what somebody sent, and never
 * letters mixed with digits, as tokens are. */
const WORD = /^(?=.{1,64}$)(?:[a-z]+|\d{1,10})(?:[_.-]+(?:[a-z]+|\d{1,10}))*$/i
