// Limits the requests of one key (a target host, a license) in any minute. Exact and in memory: against abuse, not for
// metering. When it is full it forgets the least recently used key.

import { ApiError } from '../errors.ts'

const MINUTE_MS = 60_000

export type RateLimitOptions = {
  readonly perMinute: number
  readonly countedKeys: number
  /** Milliseconds since an arbitrary moment, from a monotonic clock. */
  readonly elapsed: () => number
  /** The message of a refusal, for people. */
  readonly says: (key: string) => string
}

export type RateLimit = {
  /** Throws `rate_limited` with the seconds until the oldest counted request is a minute old. Refusals do not count.
   * `most` replaces `perMinute`. */
  admit(key: string, most?: number): void
  /** Keys that are counted now. */
  readonly size: number
}

export const createRateLimit = ({ perMinute, countedKeys, elapsed, says }: RateLimitOptions): RateLimit => {
  /** Times of the last minute by key, oldest first. Keys are in order of use. */
  const times = new Map<string, number[]>()

  /** In place: for a busy key it would be thousands of numbers, copied at each request. */
  const dropOld = (seen: number[], time: number): void => {
    const recent = seen.findIndex((each) => each > time - MINUTE_MS)
    seen.splice(0, recent === -1 ? seen.length : recent)
  }

  const forget = (time: number): void => {
    for (const [key, seen] of times) {
      const isIdle = (seen.at(-1) ?? 0) <= time - MINUTE_MS
      if (!isIdle && times.size < countedKeys) return
      times.delete(key)
    }
  }

  return {
    get size() {
      return times.size
    },
    admit(key, most = perMinute) {
      const time = elapsed()
      const recent = times.get(key) ?? []
      dropOld(recent, time)
      const [oldest = time] = recent
      if (recent.length >= most) {
        const retryAfterSeconds = Math.ceil((oldest + MINUTE_MS - time) / 1_000)
        throw new ApiError('rate_limited', { message: says(key), retryAfterSeconds })
      }
      times.delete(key)
      forget(time)
      recent.push(time)
      times.set(key, recent)
    },
  }
}
