// Watches that a body keeps coming: fewer bytes than the minimum in any window, and the sender is too slow.
// It counts and tells; it never touches the stream.

import type { SetTimer } from '../runtime/clock/set-timer.ts'

export type RateGuard = { count(bytes: number): void; stop(): void }

export type RateGuardOptions = {
  readonly minBytes: number
  readonly windowMs: number
  readonly setTimer: SetTimer
  /** Called at most once. */
  readonly onSlow: () => void
}

/** The window slides by a sixth of itself: a drip is noticed at most that much late. */
const STEPS = 6

export const guardRate = ({ minBytes, windowMs, setTimer, onSlow }: RateGuardOptions): RateGuard => {
  const past: number[] = []
  let current = 0
  let callOff = (): void => {}

  const watch = (): void => {
    callOff = setTimer(() => {
      past.push(current)
      current = 0
      if (past.length > STEPS) past.shift()
      const bytes = past.reduce((sum, step) => sum + step, 0)
      if (past.length === STEPS && bytes < minBytes) onSlow()
      else watch()
    }, windowMs / STEPS)
  }
  watch()

  return {
    count(bytes) {
      current += bytes
    },
    stop: () => callOff(),
  }
}
