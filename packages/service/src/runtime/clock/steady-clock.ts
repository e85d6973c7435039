// A time of day that never goes back: where the clock is put back it goes on from where it was, so that nobody comes to a
// minute for the second time and finds it used up, and no limit lasts longer than it said. For naming windows and for what
// ends at a time; never for telling people what time it is.

export type SteadyClockOptions = {
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Milliseconds since some moment, by a clock that nobody sets. */
  readonly elapsed: () => number
}

/** Milliseconds since the epoch, in whole ones, as stores keep them. */
export const createSteadyClock = ({ now, elapsed }: SteadyClockOptions): (() => number) => {
  let startedAt = Number.NEGATIVE_INFINITY
  return () => {
    const passed = elapsed()
    startedAt = Math.max(startedAt, now() - passed)
    return Math.floor(startedAt + passed)
  }
}
