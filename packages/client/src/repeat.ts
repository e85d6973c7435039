// Retries failed requests: not before the service's `Retry-After`, with a limited number of attempts, and with jitter.

import { CentralApiError, isCentralApiError } from './central-api-error.ts'
import type { Tell } from './client-event.ts'
import { sleep } from './deadline.ts'

export type RepeatOptions = {
  /** Maximum number of attempts. */
  readonly maxTries?: number
  /** If a longer wait is needed, the error is thrown at once. */
  readonly maxWaitMs?: number
  /** A random number from 0 up to 1. */
  readonly random?: () => number
  readonly wait?: (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>
}

export type Repeat = <T>(
  attempt: () => Promise<T>,
  options?: RepeatOptions & { readonly signal?: AbortSignal | undefined },
) => Promise<T>

/** First delay after a transport error, which is usually short. */
const TRANSPORT_DELAY_MS = 500
/** First delay after an error without `Retry-After`. */
const DEFAULT_DELAY_MS = 30_000

const isTransportError = (error: CentralApiError): boolean =>
  isCentralApiError(error, 'network_error', 'unexpected_answer')

export const createRepeat = (defaults: RepeatOptions, tell: Tell): Repeat => {
  return async (attempt, options = {}) => {
    const { maxTries = 3, maxWaitMs = 60_000, random = Math.random, wait = sleep } = { ...defaults, ...options }

    /** Delay before the next attempt; undefined for no further attempt. */
    const delayAfter = (tries: number, error: CentralApiError): number | undefined => {
      if (!error.retryable || tries >= maxTries) return undefined
      const hasNoHint = error.retryAfterSeconds === undefined && !isTransportError(error)
      const backoff = (hasNoHint ? DEFAULT_DELAY_MS : TRANSPORT_DELAY_MS) * 2 ** (tries - 1) * (0.5 + random())
      const delay = (error.retryAfterSeconds ?? 0) * 1000 + backoff
      return delay > maxWaitMs ? undefined : delay
    }

    for (let tries = 1; ; tries += 1) {
      try {
        return await attempt()
      } catch (error) {
        if (!(error instanceof CentralApiError)) throw error
        const waitMs = delayAfter(tries, error)
        if (waitMs === undefined) throw error
        tell({ name: 'repeat', code: error.code, tries, waitMs })
        await wait(waitMs, options.signal)
      }
    }
  }
}
