// What has happened and what a client should do, for every code there is: a code without its advice does not compile.
// docs/errors.md and the page /docs/errors are both made from here.

import type { ErrorCode } from '../../../errors.ts'
import type { Advice } from './advice.ts'
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
  ...LINK_ADVICE,
  ...OPERATOR_ADVICE,
  ...SERVICE_ADVICE,
} as const satisfies Record<ErrorCode, Advice>

export type ErrorGroup = { readonly title: string; readonly codes: readonly ErrorCode[] }

const group = <C extends ErrorCode>(title: string, advice: Readonly<Record<C, Advice>>): ErrorGroup => ({
  title,
  codes: Object.keys(advice) as C[],
})

/** The codes by what they are about, in the order of the documents. */
export const ERROR_GROUPS: readonly ErrorGroup[] = [
  group('Request', REQUEST_ADVICE),
  group('License', LICENSE_ADVICE),
  group('Token', TOKEN_ADVICE),
  group('Limits', LIMIT_ADVICE),
  group('Platform', PLATFORM_ADVICE),
  group('Link', LINK_ADVICE),
  group('Operator', OPERATOR_ADVICE),
  group('Service', SERVICE_ADVICE),
]

/** What holds for every code. */
export const ERROR_RULES: readonly string[] = [
  'Branch on `error.code`. A code keeps its meaning for ever; `message` is for people and may change. Treat a code that you do not know by its HTTP status and `retryable`.',
  '`retryable` says whether the very same request may succeed later. Where it is `false`, something must change first: the request, the license, or the service’s settings.',
  'Before a repeat, wait for the whole seconds in `Retry-After` when it is there. `quota_exceeded`, `rate_limited` and `unavailable` always carry it; other retryable codes do when the service knows.',
  'An answer with `"ok": false` costs no scan and no validation. Once the request itself was found right, it still takes a place in the minute’s burst.',
  'Every answer carries `X-Request-Id`. Put it into your log, and into a report.',
]
