/** Whole seconds, at least 1, until a moment of the same clock, both in milliseconds: what `Retry-After` can say. */
export const secondsLeft = (untilMs: number, nowMs: number): number => Math.max(1, Math.ceil((untilMs - nowMs) / 1_000))
