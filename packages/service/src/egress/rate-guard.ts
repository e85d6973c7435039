// Watches the rate of a body: a sender is too slow if fewer bytes than the minimum arrive in any window. It counts and
// reports; it never touches the stream.

import type { SetTimer } from '../runtime/clock/set-timer.ts'

export type RateGuard = { count(bytes: number): void; stop(): void }

export type RateGuardOptions = {
  readonly minBytes: number
  readonly windowMs: number
  readonly setTimer: SetTimer
  /** Called at most once. */
  readonly onSlow: () => void
}

/** The window moves by a sixth of its length: a drip is noticed at most that much later. */
const STEPS = 6

export const guardRate = ({ minBytes, windowMs, setTimer, onSlow }: RateGuardOptions): RateGuard => {
  const past: number[] = []
  let current = 0
  let cancel = (): void => {}

  const watch = (): void => {
    cancel = setTimer(() => {
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
    stop: () => cancel(),
  }
}
