// Remembers images that could not be fetched or rendered, so that pages full of them do not ask their host again and again.

import { createLru } from '../runtime/collections/create-lru.ts'
import { MEDIA_LIMITS } from './limits.ts'
import type { Refusal } from './media-result.ts'

type Failure = { readonly refusal: Refusal; readonly until: number; readonly forMs: number }

export type ImageFailures = {
  find(key: string): Refusal | undefined
  /** Returns the refusal, with the time until the next attempt if one may help. `firstMs`: how long the first failure is
   * remembered. */
  remember(key: string, refusal: Refusal, firstMs?: number): Refusal
  /** The image was fetched. */
  clear(key: string): void
}

/** `elapsed`: milliseconds of a monotonic clock. */
export const createImageFailures = (elapsed: () => number): ImageFailures => {
  const failures = createLru<Failure>(MEDIA_LIMITS.failures)

  const withTime = ({ refusal, until }: Failure): Refusal =>
    refusal.status === 503 ? { ...refusal, retryAfterSeconds: Math.ceil((until - elapsed()) / 1_000) } : refusal

  return {
    find(key) {
      const failure = failures.get(key)
      return failure && elapsed() < failure.until ? withTime(failure) : undefined
    },
    remember(key, refusal, firstMs = MEDIA_LIMITS.failureMs) {
      const before = failures.get(key)
      const forMs = before ? Math.min(2 * before.forMs, MEDIA_LIMITS.maxFailureMs) : firstMs
      const failure = { refusal, until: elapsed() + forMs, forMs }
      failures.set(key, failure)
      return withTime(failure)
    },
    clear: (key) => void failures.delete(key),
  }
}
