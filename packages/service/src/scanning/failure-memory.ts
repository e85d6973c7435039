// Remembers failures for a short time, so that a request that just failed is not repeated immediately. The time varies
// a little, so that retries spread out. Keeps what the client receives, never the cause.

import { ApiError, type ErrorCode, type ErrorDetails, isApiError } from '../errors.ts'
import { secondsLeft } from '../parsing/seconds-left.ts'
import { createLru } from '../runtime/collections/create-lru.ts'

/** How many seconds each code is remembered; other codes are not. */
const SECONDS: Partial<Record<ErrorCode, number>> = {
  profile_not_found: 60,
  profile_private: 60,
  profile_unsupported: 60,
  handle_malformed: 60,
  link_blocked: 60,
  platform_rate_limited: 30,
  platform_unauthorized: 30,
  platform_error: 15,
  platform_timeout: 15,
  internal_error: 15,
}
/** A platform may ask for a longer pause, up to this; then it is tried again. The client still receives the platform's
 * own time. */
const MAX_SECONDS = 300
const JITTER = 0.2

type Failure = {
  readonly code: ErrorCode
  readonly message: string
  readonly details: ErrorDetails | undefined
  readonly retryable: boolean
  /** When it may be tried again. */
  readonly until: number
  /** When the platform says that it ends: the time that clients receive. */
  readonly passesAt: number
}

export type FailureMemoryOptions = {
  readonly now: () => number
  /** From 0 up to 1. */
  readonly random: () => number
  readonly maxEntries?: number
  /** How many seconds each code is remembered; as for pages when absent. */
  readonly seconds?: Partial<Record<ErrorCode, number>>
}

export type FailureMemory = {
  /** The remembered failure, with the seconds until a retry if a retry can help. */
  find(key: string): ApiError | undefined
  /** Returns the error for the client: with a time to retry, if a retry can help. */
  remember(key: string, error: ApiError): ApiError
}

export const createFailureMemory = (options: FailureMemoryOptions): FailureMemory => {
  const { now, random, maxEntries = 10_000, seconds: secondsOf = SECONDS } = options
  const failures = createLru<Failure>(maxEntries)

  /** At least what the platform asked for, within the limit. */
  const pauseSeconds = (seconds: number, requested: number): number => {
    const bounded = Math.min(MAX_SECONDS, requested)
    return bounded >= seconds ? bounded * (1 + JITTER * random()) : seconds * (1 + JITTER * (2 * random() - 1))
  }

  const errorOf = ({ code, message, details, retryable, passesAt }: Failure, cause?: unknown): ApiError =>
    new ApiError(code, {
      message,
      retryable,
      ...(details && { details }),
      ...(retryable && { retryAfterSeconds: secondsLeft(passesAt, now()) }),
      cause,
    })

  return {
    find(key) {
      const failure = failures.get(key)
      return failure && now() < failure.until ? errorOf(failure) : undefined
    },
    remember(key, error) {
      const seconds = secondsOf[error.code]
      // The service's own limit for a host: no call was made, and another license may be within it.
      if (seconds === undefined || isApiError(error.cause, 'rate_limited')) return error
      const until = now() + pauseSeconds(seconds, error.retryAfterSeconds ?? 0) * 1000
      const { code, message, details, retryable } = error
      const passesAt = Math.max(until, now() + (error.retryAfterSeconds ?? 0) * 1000)
      const failure = { code, message, details, retryable, until, passesAt }
      failures.set(key, failure)
      return error.retryAfterSeconds === undefined ? errorOf(failure, error.cause) : error
    },
  }
}
