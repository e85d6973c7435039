// What the header fields of an answer tell of its limit, in the dialects there are: three families of names, the structured
// field of the IETF draft, and values that are told apart by their own form (parsing/seconds-until.ts).

import { secondsUntil } from '../../parsing/seconds-until.ts'
import type { Fields } from '../contract/call.ts'

export type ToldLimit = {
  readonly left: number
  readonly limit: number | null
  readonly resetsInSeconds: number | null
}

/** X and Reddit, Mastodon, GitHub and Vimeo, Bluesky and Twitch. */
const FAMILIES = ['ratelimit', 'x-ratelimit', 'x-rate-limit'] as const

/** draft-ietf-httpapi-ratelimit-headers-10, section 4: `"default";r=50;t=30`. */
const STRUCTURED = /;\s*r=(?<left>\d{1,9})(?:\s*;\s*t=(?<reset>\d{1,9}))?/

/** undefined when nothing is told of what is left. */
export const readLimits = (headers: Fields, nowMs: number): ToldLimit | undefined => {
  for (const family of FAMILIES) {
    const left = amount(headers[`${family}-remaining`])
    if (left === null) continue
    const used = amount(headers[`${family}-used`])
    return {
      left,
      limit: amount(headers[`${family}-limit`]) ?? (used === null ? null : used + left),
      resetsInSeconds: secondsUntil(headers[`${family}-reset`], nowMs) ?? null,
    }
  }
  const { left, reset } = STRUCTURED.exec(headers.ratelimit ?? '')?.groups ?? {}
  if (left === undefined) return undefined
  return { left: Number(left), limit: null, resetsInSeconds: reset === undefined ? null : Number(reset) }
}

/** Reddit counts in floats; the draft of before wrote the policy behind the limit: `100, 100;w=60`. */
const amount = (value: string | undefined): number | null => {
  const number = /^\s*(\d{1,12}(?:\.\d+)?)/.exec(value ?? '')?.[1]
  return number === undefined ? null : Math.floor(Number(number))
}

/** `Retry-After` (RFC 9110, section 10.2.3), in seconds or as a date; else the reset of a family. */
export const readRetryAfter = (headers: Fields, nowMs: number): number | undefined => {
  const asked = secondsUntil(headers['retry-after'], nowMs)
  if (asked !== undefined) return asked
  for (const family of FAMILIES) {
    const reset = secondsUntil(headers[`${family}-reset`], nowMs)
    if (reset !== undefined) return reset
  }
  return undefined
}
