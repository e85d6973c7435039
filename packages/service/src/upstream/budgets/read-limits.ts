// Reads rate limits from the header fields of a response: named fields for what is left and when it resets, and the
// structured field of the IETF draft. parsing/seconds-until.ts recognizes the form of each value. A response may report
// several windows, such as 15 minutes and a day.

import { secondsUntil } from '../../parsing/seconds-until.ts'
import type { Fields } from '../contract/call.ts'

export type ReportedLimit = {
  readonly left: number
  readonly limit: number | null
  readonly resetsInSeconds: number | null
}

/** `x-ratelimit-remaining`, `x-app-limit-24hour-remaining`, `x-ratelimit-perday-remaining`,
 * `x-ratelimit-remaining-day`: the rest of the name names the window. Used by X and Reddit, Mastodon, GitHub and
 * Vimeo, Bluesky and Twitch, Tumblr. */
const LEFT = /^(?<stem>(?:x-)?[a-z0-9-]{0,40}limit[a-z0-9-]{0,20})-remaining(?<window>-[a-z0-9]{1,20})?$/

/** Read when a response reports only the reset; the best-known names come first. */
const RESETS = ['ratelimit-reset', 'x-ratelimit-reset', 'x-rate-limit-reset'] as const

/** draft-ietf-httpapi-ratelimit-headers-10, section 4: `"default";r=50;t=30`, separated by commas. */
const STRUCTURED = /;\s{0,9}r=(?<left>\d{1,9})(?:\s{0,9};\s{0,9}t=(?<reset>\d{1,9}))?/g

/** All reported windows. */
const readWindows = (headers: Fields, nowMs: number): readonly ReportedLimit[] => [
  ...Object.keys(headers).flatMap((name): readonly ReportedLimit[] => {
    const { stem, window = '' } = LEFT.exec(name)?.groups ?? {}
    const left = stem === undefined ? null : amount(headers[name])
    if (stem === undefined || left === null) return []
    const used = amount(headers[`${stem}-used${window}`])
    const limit =
      amount(headers[`${stem}-limit${window}`]) ?? (window === '' ? null : amount(headers[`${stem}${window}`]))
    return [
      {
        left,
        limit: limit ?? (used === null ? null : used + left),
        resetsInSeconds: secondsUntil(headers[`${stem}-reset${window}`], nowMs) ?? null,
      },
    ]
  }),
  ...[...(headers.ratelimit ?? '').matchAll(STRUCTURED)].map(({ groups: { left, reset } = {} }) => ({
    ...{ left: Number(left), limit: null },
    resetsInSeconds: reset === undefined ? null : Number(reset),
  })),
]

/** The window that matters: the used-up one that lasts longest, or else the one with the smallest share left. undefined
 * when no field says what is left. */
export const readLimits = (headers: Fields, nowMs: number): ReportedLimit | undefined =>
  readWindows(headers, nowMs).toSorted(
    (one, other) => shareOf(one) - shareOf(other) || (other.resetsInSeconds ?? 0) - (one.resetsInSeconds ?? 0),
  )[0]

const shareOf = ({ left, limit }: ReportedLimit): number => {
  if (left <= 0) return 0
  return limit === null || limit === 0 ? 1 : left / limit
}

/** Reddit counts in floats. Older drafts wrote the policy after the limit: `100, 100;w=60`. */
const amount = (value: string | undefined): number | null => {
  const number = /^\s{0,9}(-?\d{1,12}(?:\.\d{1,12})?)/.exec(value ?? '')?.[1]
  return number === undefined ? null : Math.max(0, Math.floor(Number(number)))
}

/** Seconds until a refused call may be made again: what `Retry-After` says (RFC 9110, section 10.2.3), in seconds or as
 * a date, and no earlier than the reset of each used-up window. Without either, the reset of a limit that does not say
 * what is left. A limit with something left is not the one that refused. */
export const readRetryAfter = (headers: Fields, nowMs: number): number | undefined => {
  const retryAfter = secondsUntil(headers['retry-after'], nowMs)
  const windows = readWindows(headers, nowMs)
  const usedUp = windows.flatMap(({ left, resetsInSeconds: reset }) => (left <= 0 && reset !== null ? reset : []))
  const reported = [...(retryAfter === undefined ? [] : [retryAfter]), ...usedUp]
  if (reported.length > 0) return Math.max(...reported)
  if (windows.length > 0) return undefined
  return RESETS.map((name) => secondsUntil(headers[name], nowMs)).find((reset) => reset !== undefined)
}
