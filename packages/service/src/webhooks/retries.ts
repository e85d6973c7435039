// When a delivery is tried again: eleven tries over a day, the pauses between them growing.

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** Behind the first try, the second one, …: 24 hours in all. */
export const PAUSES_MS: readonly number[] = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
  6 * HOUR_MS,
  10 * HOUR_MS + 17 * MINUTE_MS + 25 * SECOND_MS,
]

/** A tenth to either side, so that what failed together is not tried together. */
const JITTER = 0.1

/** How long to wait behind so many tries; undefined: no more. `random` is in [0, 1). */
export const pauseAfter = (attempts: number, random: () => number): number | undefined => {
  const pauseMs = PAUSES_MS[attempts - 1]
  return pauseMs === undefined ? undefined : Math.round(pauseMs * (1 - JITTER + 2 * JITTER * random()))
}
