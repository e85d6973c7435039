// What Tumblr tells of a key's limits, by the hour and by the day, in header fields of its own. Resets are seconds from now.

import type { Answer } from '../contract/call.ts'
import type { Limits, Told } from '../contract/limits.ts'

const WINDOWS = ['perhour', 'perday'] as const

const numberOf = (value: string | undefined): number | undefined =>
  value !== undefined && /^\d{1,9}$/.test(value.trim()) ? Number(value) : undefined

/** Of the two, the one that has the smaller share left; the day where both are used up. */
const tell = ({ headers }: Answer): readonly Told[] => {
  const told = WINDOWS.flatMap((window): Told[] => {
    const [limit, left, reset] = ['limit', 'remaining', 'reset'].map((name) =>
      numberOf(headers[`x-ratelimit-${window}-${name}`]),
    )
    if (limit === undefined || left === undefined || reset === undefined || limit === 0) return []
    return [{ bucket: '', leftShare: left / limit, resetsInSeconds: reset }]
  })
  return told.toSorted(
    (one, other) => one.leftShare - other.leftShare || other.resetsInSeconds - one.resetsInSeconds,
  ).slice(0, 1)
}

export const LIMITS: Limits = { tells: tell }
