// Logs the answers that are the operator's concern. A platform or a store that fails would fill the disk with one and the
// same stack: what is told of again within a minute is counted, and told as a number with the next line.

import { type ApiError, ERRORS, type ErrorCode } from '../errors.ts'
import type { Log } from '../observability/create-log.ts'
import { createLru } from '../runtime/collections/create-lru.ts'

/** How long one line stands for all that are like it. */
const QUIET_MS = 60_000
const MOST_KINDS = 1_000
/** Each of these is a fault in the program, and has a place of its own. */
const ALWAYS: ReadonlySet<ErrorCode> = new Set(['internal_error'])

export type Fault = { readonly requestId: string; readonly code: ErrorCode; readonly route: string | null }

export type FaultLog = { tell(fault: Fault, error: ApiError): void }

export type FaultLogOptions = {
  readonly log: Pick<Log, 'error'>
  /** Milliseconds since some moment, by a clock that nobody sets. */
  readonly elapsed: () => number
}

export const createFaultLog = ({ log, elapsed }: FaultLogOptions): FaultLog => {
  const reported = createLru<{ readonly untilMs: number; more: number }>(MOST_KINDS)
  return {
    tell(fault, error) {
      // The title, not the message, which may repeat what was asked for.
      const { title } = ERRORS[fault.code]
      if (ALWAYS.has(fault.code)) return log.error({ ...fault, err: error }, title)
      const kind = `${fault.code} ${fault.route} ${error.message}`
      const before = reported.get(kind)
      if (before && elapsed() < before.untilMs) {
        before.more += 1
        return
      }
      reported.set(kind, { untilMs: elapsed() + QUIET_MS, more: 0 })
      log.error({ ...fault, ...(before && before.more > 0 && { alike: before.more }), err: error }, title)
    },
  }
}
