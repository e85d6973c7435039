// What stands on an answer beside its body: where the license stands, where a page came from, the id for a report.

/** Of an answer or an error; a field is undefined where the answer does not carry it. */
export type AnswerMeta = {
  readonly status: number
  /** To be put into a report to the operator. */
  readonly requestId: string | undefined
  readonly quota: Quota | undefined
  readonly burst: Burst | undefined
  /** Where a page or a validation came from. */
  readonly cache: 'hit' | 'miss' | 'stale' | undefined
  /** How old it is. */
  readonly ageSeconds: number | undefined
  readonly retryAfterSeconds: number | undefined
}

/** The calendar month (UTC) of scans or validations. */
export type Quota = {
  readonly limit: number
  readonly used: number
  readonly remaining: number
  readonly resetSeconds: number
}

/** The minute. */
export type Burst = { readonly remaining: number; readonly resetSeconds: number }

export type ReadHeader = (name: string) => string | null

const CACHES: ReadonlySet<string> = new Set(['hit', 'miss', 'stale'])
const BURST = /"burst";r=(\d{1,9});t=(\d{1,9})(?![\d.])/

const readNumber = (text: string | null): number | undefined =>
  text !== null && /^\d{1,12}$/.test(text) ? Number(text) : undefined

const WEEKDAY = /^[A-Z][a-z]{2,8},? /
const ZONE = /(?:GMT|UTC|[+-]\d{4})$/

/** A date of HTTP in any of its three forms, of which one names no zone: it is GMT as the others are. */
const readDate = (text: string): number | undefined => {
  if (text.length > 64 || !WEEKDAY.test(text)) return undefined
  const at = Date.parse(ZONE.test(text) ? text : `${text} GMT`)
  return Number.isNaN(at) ? undefined : at
}

/** Seconds; where it is a date, from the date that the response's own clock has written, or from now. */
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
    cache: CACHES.has(cache) ? (cache as 'hit' | 'miss' | 'stale') : undefined,
    ageSeconds: readNumber(read('age')),
    retryAfterSeconds: readRetryAfter(read, now),
  }
}
