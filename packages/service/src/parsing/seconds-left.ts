/** Seconds until a moment of the same clock, rounded up, at least 1, for `Retry-After`. Both in milliseconds. */
export const secondsLeft = (untilMs: number, nowMs: number): number => Math.max(1, Math.ceil((untilMs - nowMs) / 1_000))
