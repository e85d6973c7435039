// Remembers failures for a short while, so that what just failed is not asked again at once. How long differs a little
// from one to the next, so that many do not come back in the same moment. Holds what is told of a failure, never its cause.

import { ApiError, type ErrorCode, type ErrorDetails, isApiError } from '../errors.ts'
import { secondsLeft } from '../parsing/seconds-left.ts'
import { createLru } from '../runtime/collections/create-lru.ts'

/** Seconds; a code that is not here is not remembered. */
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
/** A platform that asks for more patience gets this much; then it is asked whether it still means it. What a client is told
 * is as far as the platform said. */
const MAX_SECONDS = 300
const JITTER = 0.2

type Failure = {
  readonly code: ErrorCode
  readonly message: string
  readonly details: ErrorDetails | undefined
  readonly retryable: boolean
  /** From when it is tried again. */
  readonly until: number
  /** When it will pass, as far as anybody told: what a client is told. */
  readonly passesAt: number
}

export type FailureMemoryOptions = {
  readonly now: () => number
  /** From 0 up to 1. */
  readonly random: () => number
  readonly maxEntries?: number
  /** How long each code is remembered, where that is not as for pages. */
  readonly seconds?: Partial<Record<ErrorCode, number>>
}

export type FailureMemory = {
  /** The failure that is still too fresh to be tried again, with the seconds until it may be where that can help. */
  find(key: string): ApiError | undefined
  /** Returns the error to answer with: one that says when to come back, where that can help. */
  remember(key: string, error: ApiError): ApiError
}

export const createFailureMemory = (options: FailureMemoryOptions): FailureMemory => {
  const { now, random, maxEntries = 10_000, seconds: secondsOf = SECONDS } = options
  const failures = createLru<Failure>(maxEntries)

  /** Never less than the platform asked for, within the bound. */
  const pauseSeconds = (seconds: number, requested: number): number => {
    const bounded = Math.min(MAX_SECONDS, requested)
    return bounded >= seconds ? bounded * (1 + JITTER * random()) : seconds * (1 + JITTER * (2 * random() - 1))
  }

  const tell = ({ code, message, details, retryable, passesAt }: Failure, cause?: unknown): ApiError =>
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
      return failure && now() < failure.until ? tell(failure) : undefined
    },
    remember(key, error) {
      const seconds = secondsOf[error.code]
      // A limit of this service's own, met on the way out: nobody was asked, and another caller may be within it.
      if (seconds === undefined || isApiError(error.cause, 'rate_limited')) return error
      const until = now() + pauseSeconds(seconds, error.retryAfterSeconds ?? 0) * 1000
      const { code, message, details, retryable } = error
      const passesAt = Math.max(until, now() + (error.retryAfterSeconds ?? 0) * 1000)
      const failure = { code, message, details, retryable, until, passesAt }
      failures.set(key, failure)
      return error.retryAfterSeconds === undefined ? tell(failure, error.cause) : error
    },
  }
}
