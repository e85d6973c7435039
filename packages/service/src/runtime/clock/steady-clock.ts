// A time of day that never goes back. When the system clock is set back, this one continues from where it was: no
// minute of a rate limit comes twice, and no limit lasts longer than announced. Use it for quota windows and expiry
// times, never for times that people read.

export type SteadyClockOptions = {
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Milliseconds since an arbitrary moment, from a monotonic clock. */
  readonly elapsed: () => number
}

/** Whole milliseconds since the epoch, as stores keep them. */
export const createSteadyClock = ({ now, elapsed }: SteadyClockOptions): (() => number) => {
  let startedAt = Number.NEGATIVE_INFINITY
  return () => {
    const passed = elapsed()
    startedAt = Math.max(startedAt, now() - passed)
    return Math.floor(startedAt + passed)
  }
}
