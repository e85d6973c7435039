// Logs error responses that concern the operator. A failing platform or store would fill the disk with one stack, so
// repeated errors within a minute are counted and reported as a number in the next line.

import { type ApiError, ERRORS, type ErrorCode } from '../errors.ts'
import type { Log } from '../observability/create-log.ts'
import { createLru } from '../runtime/collections/create-lru.ts'

/** Time during which errors of one kind are only counted. */
const QUIET_MS = 60_000
const MAX_KINDS = 1_000
/** Faults of the program are logged each time. */
const ALWAYS: ReadonlySet<ErrorCode> = new Set(['internal_error'])

/** These happen while the program works as it should, so a stack would say nothing. What a platform's code throws by
 * mistake is logged where it is caught. */
const EXPECTED: ReadonlySet<ErrorCode> = new Set([
  'platform_not_configured',
  'platform_rate_limited',
  'platform_error',
  'platform_timeout',
])

/** The messages of an error and its causes, the outermost first. */
const reasonsOf = (error: Error): string[] => [
  error.message,
  ...(error.cause instanceof Error ? reasonsOf(error.cause) : []),
]

export type Fault = { readonly requestId: string; readonly code: ErrorCode; readonly route: string | null }

export type FaultLog = { report(fault: Fault, error: ApiError): void }

export type FaultLogOptions = {
  readonly log: Pick<Log, 'error' | 'warn'>
  /** Milliseconds since an arbitrary moment, from a monotonic clock. */
  readonly elapsed: () => number
}

export const createFaultLog = ({ log, elapsed }: FaultLogOptions): FaultLog => {
  const reported = createLru<{ readonly untilMs: number; more: number }>(MAX_KINDS)
  return {
    report(fault, error) {
      // The title, not the message, which may quote the request.
      const { title } = ERRORS[fault.code]
      if (ALWAYS.has(fault.code)) return log.error({ ...fault, err: error }, title)
      const kind = `${fault.code} ${fault.route} ${error.message}`
      const before = reported.get(kind)
      if (before && elapsed() < before.untilMs) {
        before.more += 1
        return
      }
      reported.set(kind, { untilMs: elapsed() + QUIET_MS, more: 0 })
      const about = { ...fault, ...(before && before.more > 0 && { alike: before.more }) }
      if (EXPECTED.has(fault.code)) log.warn({ ...about, reason: reasonsOf(error).join(': ') }, title)
      else log.error({ ...about, err: error }, title)
    },
  }
}
