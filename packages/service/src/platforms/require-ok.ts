// The plain reading of an upstream's status, for platforms whose errors say nothing more in the body.

import { ApiError, type ErrorCode } from '../errors.ts'
import type { HttpAnswer } from './platform.ts'
import { retryAfter } from './retry-after.ts'

/** Statuses (RFC 9110, RFC 6585) that mean more than "an error". */
const CODES: Readonly<Record<number, ErrorCode>> = {
  401: 'platform_unauthorized',
  403: 'platform_unauthorized',
  404: 'profile_not_found',
  410: 'profile_not_found',
  429: 'platform_rate_limited',
}

/** The answer itself when its status is 2xx; throws what its status means otherwise. */
export const requireOk = (answer: HttpAnswer, codes: Readonly<Record<number, ErrorCode>> = {}): HttpAnswer => {
  if (answer.status >= 200 && answer.status < 300) return answer
  const code = codes[answer.status] ?? CODES[answer.status] ?? 'platform_error'
  throw new ApiError(code, code === 'platform_rate_limited' ? retryAfter(answer) : {})
}
