// Metadata of a response from its headers: quota, cache status and request ID.

/** A field is undefined if the response does not have it. */
export type AnswerMeta = {
  readonly status: number
  /** ID of the request, for reports to the operator. */
  readonly requestId: string | undefined
  readonly quota: Quota | undefined
  readonly burst: Burst | undefined
  /** Cache status of a page or a validation. */
  readonly cache: 'hit' | 'miss' | 'stale' | undefined
  /** Age of the cached page or validation. */
  readonly ageSeconds: number | undefined
  readonly retryAfterSeconds: number | undefined
}

/** Quota of scans or validations in the current calendar month (UTC). */
export type Quota = {
  readonly limit: number
  readonly used: number
  readonly remaining: number
  readonly resetSeconds: number
}

/** Rate limit in the current minute. */
export type Burst = { readonly remaining: number; readonly resetSeconds: number }

export type ReadHeader = (name: string) => string | null

const CACHE_STATUSES: ReadonlySet<string> = new Set(['hit', 'miss', 'stale'])
const BURST = /"burst";r=(\d{1,9});t=(\d{1,9})(?![\d.])/

const readNumber = (text: string | null): number | undefined =>
  text !== null && /^\d{1,12}$/.test(text) ? Number(text) : undefined

const WEEKDAY = /^[A-Z][a-z]{2,8},? /
const ZONE = /(?:GMT|UTC|[+-]\d{4})$/

/** Parses an HTTP date in any of its three formats. The asctime format has no time zone; it is GMT, like the others. */
const readDate = (text: string): number | undefined => {
  if (text.length > 64 || !WEEKDAY.test(text)) return undefined
  const at = Date.parse(ZONE.test(text) ? text : `${text} GMT`)
  return Number.isNaN(at) ? undefined : at
}

/** Parses `Retry-After` as seconds. A date counts from the `Date` header of the same clock if there is one, otherwise from now. */
const readRetryAfter = (read: ReadHeader, now: () => number): number | undefined => {
  const text = (read('retry-after') ?? '').trim()
  const at = readDate(text)
  if (at === undefined) return readNumber(text)
  return Math.max(0, Math.ceil((at - (readDate((read('date') ?? '').trim()) ?? now())) / 1000))
}

const readQuota = (read: ReadHeader): Quota | undefined => {
  const limit = readNumber(read('x-quota-limit'))
  const used = readNumber(read('x-quota-used'))
  const remaining = readNumber(read('x-quota-remaining'))
  const resetSeconds = readNumber(read('x-quota-reset'))
  if (limit === undefined || used === undefined || remaining === undefined || resetSeconds === undefined)
    return undefined
  return { limit, used, remaining, resetSeconds }
}

const readBurst = (read: ReadHeader): Burst | undefined => {
  const [, remaining, resetSeconds] = BURST.exec(read('ratelimit') ?? '') ?? []
  return remaining === undefined ? undefined : { remaining: Number(remaining), resetSeconds: Number(resetSeconds) }
}

export const readMeta = (status: number, read: ReadHeader, now: () => number): AnswerMeta => {
  const cache = read('x-cache') ?? ''
  return {
    status,
    requestId: read('x-request-id') ?? undefined,
    quota: readQuota(read),
    burst: readBurst(read),
    cache: CACHE_STATUSES.has(cache) ? (cache as 'hit' | 'miss' | 'stale') : undefined,
    ageSeconds: readNumber(read('age')),
    retryAfterSeconds: readRetryAfter(read, now),
  }
}
