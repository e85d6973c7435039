// Finds the window of a budget that contains an instant. It is the same on every machine, so that all replicas count in
// the same window.

import type { Reset } from '../contract/limits.ts'

export type Window = { readonly startsAt: number; readonly endsAt: number }

const DAY_MS = 86_400_000

/** Milliseconds since the epoch. Windows in seconds are counted from the epoch; days begin at midnight in their zone. */
export const windowAt = (reset: Reset, nowMs: number): Window => {
  if ('seconds' in reset) {
    const length = reset.seconds * 1_000
    const startsAt = Math.floor(nowMs / length) * length
    return { startsAt, endsAt: startsAt + length }
  }
  const startsAt = midnightBefore(nowMs, reset.midnight)
  // A day may have 23 or 25 hours. The next day begins at the midnight before its own noon.
  return { startsAt, endsAt: midnightBefore(startsAt + 1.5 * DAY_MS, reset.midnight) }
}

const midnightBefore = (nowMs: number, zone: string): number => {
  const sinceMidnight = localMs(nowMs, zone)
  const guess = nowMs - sinceMidnight
  // A daylight saving change between midnight and now makes the guess an hour early or late.
  const off = localMs(guess, zone)
  if (off === 0) return guess
  return off < DAY_MS / 2 ? guess - off : guess + (DAY_MS - off)
}

/** Milliseconds since midnight, in the local time of the zone. */
const localMs = (nowMs: number, zone: string): number => {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(nowMs)
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value ?? 0)
  return ((of('hour') * 60 + of('minute')) * 60 + of('second')) * 1_000 + (nowMs % 1_000)
}
