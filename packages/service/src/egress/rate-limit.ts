// At most so many requests in any minute for one key (a target host, a license). Exact and in memory: a limit against
// abuse, no meter. What it forgets when it is full is whatever was used longest ago.

import { ApiError } from '../errors.ts'

const MINUTE_MS = 60_000

export type RateLimitOptions = {
  readonly perMinute: number
  readonly countedKeys: number
  /** Milliseconds since some moment, by a clock that nobody sets: what is told by it lasts as long as it says. */
  readonly elapsed: () => number
  /** What is told of a refusal, for people. */
  readonly says: (key: string) => string
}

export type RateLimit = {
  /** Throws `rate_limited` with the seconds until the oldest counted request is a minute old. Refusals do not count. `most`
   * takes the place of the number for all. */
  admit(key: string, most?: number): void
  /** How many keys are remembered now. */
  readonly size: number
}

export const createRateLimit = ({ perMinute, countedKeys, elapsed, says }: RateLimitOptions): RateLimit => {
  /** Times of the last minute by key, oldest first; keys in order of use. */
  const times = new Map<string, number[]>()

  /** In place: of a key that is used often it would be thousands of numbers, copied each time. */
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
