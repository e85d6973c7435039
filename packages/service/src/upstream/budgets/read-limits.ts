// What the header fields of an answer tell of its limits, in the dialects there are: names that say what is left of a window
// and when it resets, the structured field of the IETF draft, and values that are told apart by their own form
// (parsing/seconds-until.ts). An answer may tell of several windows at once: a quarter of an hour's and a day's.

import { secondsUntil } from '../../parsing/seconds-until.ts'
import type { Fields } from '../contract/call.ts'

export type ReportedLimit = {
  readonly left: number
  readonly limit: number | null
  readonly resetsInSeconds: number | null
}

/** `x-ratelimit-remaining`, `x-app-limit-24hour-remaining`, `x-ratelimit-perday-remaining`, `x-ratelimit-remaining-day`: what
 * stands around the word names the window. X and Reddit, Mastodon, GitHub and Vimeo, Bluesky and Twitch, Tumblr. */
const LEFT = /^(?<stem>(?:x-)?[a-z0-9-]{0,40}limit[a-z0-9-]{0,20})-remaining(?<window>-[a-z0-9]{1,20})?$/

/** Where only the reset is told, the best known names first. */
const RESETS = ['ratelimit-reset', 'x-ratelimit-reset', 'x-rate-limit-reset'] as const

/** draft-ietf-httpapi-ratelimit-headers-10, section 4: `"default";r=50;t=30`, separated by commas. */
const STRUCTURED = /;\s{0,9}r=(?<left>\d{1,9})(?:\s{0,9};\s{0,9}t=(?<reset>\d{1,9}))?/g

/** All windows that are told. */
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

/** The window that counts: of those that are used up the one that lasts longest, else the one with the smallest share left.
 * undefined when nothing is told of what is left. */
export const readLimits = (headers: Fields, nowMs: number): ReportedLimit | undefined =>
  readWindows(headers, nowMs).toSorted(
    (one, other) => shareOf(one) - shareOf(other) || (other.resetsInSeconds ?? 0) - (one.resetsInSeconds ?? 0),
  )[0]

const shareOf = ({ left, limit }: ReportedLimit): number => {
  if (left <= 0) return 0
  return limit === null || limit === 0 ? 1 : left / limit
}

/** Reddit counts in floats; the draft of before wrote the policy behind the limit: `100, 100;w=60`. */
const amount = (value: string | undefined): number | null => {
  const number = /^\s{0,9}(-?\d{1,12}(?:\.\d{1,12})?)/.exec(value ?? '')?.[1]
  return number === undefined ? null : Math.max(0, Math.floor(Number(number)))
}

/** When a refused call may be made again: what `Retry-After` says (RFC 9110, section 10.2.3), in seconds or as a date, and no
 * earlier than every window that is used up. Where neither is told, the reset of a limit, but of none that has something left:
 * that is not the limit that refused. */
export const readRetryAfter = (headers: Fields, nowMs: number): number | undefined => {
  const requested = secondsUntil(headers['retry-after'], nowMs)
  const windows = readWindows(headers, nowMs)
  const usedUp = windows.flatMap(({ left, resetsInSeconds: reset }) => (left <= 0 && reset !== null ? reset : []))
  const reported = [...(requested === undefined ? [] : [requested]), ...usedUp]
  if (reported.length > 0) return Math.max(...reported)
  if (windows.length > 0) return undefined
  return RESETS.map((name) => secondsUntil(headers[name], nowMs)).find((reset) => reset !== undefined)
}
