// Remembers failures for a short while, so that what just failed is not asked again at once. How long differs a little
// from one to the next, so that many do not come back in the same moment.

import { LRUCache } from 'lru-cache'
import type { ApiError, ErrorCode } from '../errors.ts'

/** Seconds; a code that is not here is not remembered. */
const SECONDS: Partial<Record<ErrorCode, number>> = {
  profile_not_found: 60,
  profile_private: 60,
  platform_rate_limited: 30,
  platform_unauthorized: 30,
  platform_error: 15,
  platform_timeout: 15,
}
/** A platform that asks for more patience gets this much; then it is asked whether it still means it. */
const MAX_SECONDS = 300
const JITTER = 0.2

export type FailureMemoryOptions = {
  readonly now: () => number
  /** From 0 up to 1. */
  readonly random: () => number
  readonly maxEntries?: number
}

export const createFailureMemory = ({ now, random, maxEntries = 10_000 }: FailureMemoryOptions) => {
  const failures = new LRUCache<string, { readonly error: ApiError; readonly until: number }>({ max: maxEntries })
  return {
    /** The failure that is still too fresh to be tried again. */
    find(key: string): ApiError | undefined {
      const failure = failures.get(key)
      return failure && now() < failure.until ? failure.error : undefined
    },
    remember(key: string, error: ApiError): void {
      const seconds = SECONDS[error.code]
      if (seconds === undefined) return
      const asked = Math.min(MAX_SECONDS, Math.max(seconds, error.retryAfterSeconds ?? 0))
      const jittered = asked * (1 + JITTER * (2 * random() - 1))
      failures.set(key, { error, until: now() + jittered * 1000 })
    },
    forget(key: string): void {
      failures.delete(key)
    },
  }
}

export type FailureMemory = ReturnType<typeof createFailureMemory>
