// Timers that a test advances, for code that takes a `SetTimer`.

import type { SetTimer } from '@central-api/service/runtime/clock/set-timer.ts'

export type FakeTimers = {
  readonly setTimer: SetTimer
  /** Runs what is due until then, in order. */
  advance(ms: number): void
  /** Timers that are pending. */
  readonly pending: () => number
}

export const createFakeTimers = (): FakeTimers => {
  const timers = new Set<{ readonly at: number; readonly callback: () => void }>()
  let now = 0
  return {
    setTimer: (callback, delayMs) => {
      const timer = { at: now + delayMs, callback }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    advance(ms) {
      const end = now + ms
      for (;;) {
        const [next] = [...timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)
        if (next === undefined) break
        timers.delete(next)
        now = next.at
        next.callback()
      }
      now = end
    },
    pending: () => timers.size,
  }
}
