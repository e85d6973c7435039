// Gives back what a busy time took. V8 lets its heap stand as large as it was until more is asked of it, which an idle
// process does not. Collecting stops the process for a tenth of a second, so it is done only where nobody is kept waiting.

import { performance } from 'node:perf_hooks'
import { exposeCollector } from '../runtime/event-loop/collector.ts'

const CHECK_MS = 1_000

export const IDLE = {
  /** Idle is who was at work for less than this share of the time, for so many checks in a row. */
  share: 0.1,
  checks: 5,
  /** A process that is no larger has nothing to give back. */
  residentBytes: 200_000_000,
  /** From one collection to the next. */
  checksBetween: 60,
} as const

/** What is observed, and what can be done. */
export type IdleProcess = {
  /** Share of the time since the last call that the event loop was at work. */
  readonly utilization: () => number
  readonly residentBytes: () => number
  readonly collect: () => void
}

/** Looks at the process once; to be called every second. */
export const createIdleCheck = ({ utilization, residentBytes, collect }: IdleProcess): (() => void) => {
  let idleChecks = 0
  let rest = 0
  return () => {
    idleChecks = utilization() < IDLE.share ? idleChecks + 1 : 0
    rest -= 1
    if (idleChecks < IDLE.checks || rest > 0 || residentBytes() < IDLE.residentBytes) return
    rest = IDLE.checksBetween
    collect()
  }
}

/** Checks this process from now on, for as long as it lives. */
export const collectWhenIdle = (): void => {
  const gc = exposeCollector()
  let before = performance.eventLoopUtilization()
  const check = createIdleCheck({
    utilization() {
      const now = performance.eventLoopUtilization()
      const { utilization } = performance.eventLoopUtilization(now, before)
      before = now
      return utilization
    },
    residentBytes: () => process.memoryUsage.rss(),
    collect: () => gc({ type: 'major', execution: 'sync', flavor: 'last-resort' }),
  })
  setInterval(check, CHECK_MS).unref()
}
