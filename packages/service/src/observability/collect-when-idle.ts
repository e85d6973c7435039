// Returns memory to the operating system after a busy time. V8 shrinks its heap only during garbage collection, and an idle
// process triggers none (https://v8.dev/blog/trash-talk). A full collection pauses the process for about 100 ms, so it runs
// only while the process is idle.

import { performance } from 'node:perf_hooks'
import { exposeCollector } from '../event-loop/collector.ts'

const CHECK_MS = 1_000

export const IDLE = {
  /** A process is idle if the event loop's utilization is below this share in so many consecutive checks. */
  share: 0.1,
  checks: 5,
  /** Below this size there is too little memory to return. */
  residentBytes: 200_000_000,
  /** The minimum number of checks between two collections. */
  checksBetween: 60,
} as const

/** The measurements and the actions of the check. */
export type IdleProcess = {
  /** The event loop's utilization since the last call. */
  readonly utilization: () => number
  readonly residentBytes: () => number
  readonly collect: () => void
}

/** Returns a function that checks the process. Call it every second. */
export const createIdleCheck = ({ utilization, residentBytes, collect }: IdleProcess): (() => void) => {
  let idleChecks = 0
  let checksToSkip = 0
  return () => {
    idleChecks = utilization() < IDLE.share ? idleChecks + 1 : 0
    checksToSkip -= 1
    if (idleChecks < IDLE.checks || checksToSkip > 0 || residentBytes() < IDLE.residentBytes) return
    checksToSkip = IDLE.checksBetween
    collect()
  }
}

/** Starts the checks for this process. */
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
