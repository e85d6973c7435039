// The advice for every error code: what happened and what the client should do. The types require advice for each code.
// docs/reference/errors.md and the page /docs/errors are generated from this table.

import type { ErrorCode } from '../../../errors.ts'
import type { Advice } from './advice.ts'
import { CONNECTION_ADVICE } from './connection.ts'
import { LICENSE_ADVICE } from './license.ts'
import { LIMIT_ADVICE } from './limits.ts'
import { LINK_ADVICE } from './link.ts'
import { OPERATOR_ADVICE } from './operator.ts'
import { PLATFORM_ADVICE } from './platform.ts'
import { REQUEST_ADVICE } from './request.ts'
import { SERVICE_ADVICE } from './service.ts'
import { TOKEN_ADVICE } from './token.ts'

export const ERROR_GUIDE = {
  ...REQUEST_ADVICE,
  ...LICENSE_ADVICE,
  ...TOKEN_ADVICE,
  ...LIMIT_ADVICE,
  ...PLATFORM_ADVICE,
  ...CONNECTION_ADVICE,
  ...LINK_ADVICE,
  ...OPERATOR_ADVICE,
  ...SERVICE_ADVICE,
} as const satisfies Record<ErrorCode, Advice>

export type ErrorGroup = { readonly title: string; readonly codes: readonly ErrorCode[] }

const group = <C extends ErrorCode>(title: string, advice: Readonly<Record<C, Advice>>): ErrorGroup => ({
  title,
  codes: Object.keys(advice) as C[],
})

/** The codes by topic, in the order of the documentation. */
export const ERROR_GROUPS: readonly ErrorGroup[] = [
  group('Request', REQUEST_ADVICE),
  group('License', LICENSE_ADVICE),
  group('Token', TOKEN_ADVICE),
  group('Limits', LIMIT_ADVICE),
  group('Platform', PLATFORM_ADVICE),
  group('Connection', CONNECTION_ADVICE),
  group('Link', LINK_ADVICE),
  group('Operator', OPERATOR_ADVICE),
  group('Service', SERVICE_ADVICE),
]

/** Rules for all codes. */
export const ERROR_RULES: readonly string[] = [
  'Branch on `error.code`. The meaning of a code never changes; `message` is for people and may change. Handle unknown codes by their HTTP status and `retryable`.',
  '`retryable` says whether the same request may succeed later. If it is `false`, something must change first: the request, the license, or the service’s settings.',
  'Before you retry, wait for the seconds in `Retry-After` if the header is present. `quota_exceeded`, `rate_limited` and `unavailable` always have it. Other retryable codes have it if the service knows the time.',
  'A response with `"ok": false` is not charged as a scan or a validation. If the request itself was valid, it still counts toward the burst of the minute.',
  'Every response has an `X-Request-Id`. Log it, and include it in reports.',
]
