// Repeats what may succeed later: never before the service says, never without end, never all clients at once.

import { CentralApiError, isCentralApiError } from './central-api-error.ts'
import type { Tell } from './client-event.ts'
import { sleep } from './deadline.ts'

export type RepeatOptions = {
  /** Tries in all. */
  readonly maxTries?: number
  /** A longer wait than this is left to the caller: the error is thrown at once. */
  readonly maxWaitMs?: number
  /** From 0 up to 1. */
  readonly random?: () => number
  readonly wait?: (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>
}

export type Repeat = <T>(
  attempt: () => Promise<T>,
  options?: RepeatOptions & { readonly signal?: AbortSignal | undefined },
) => Promise<T>

/** What is between the client and the service is usually over in a moment. */
const FIRST_PAUSE_MS = 500
/** The service says by `Retry-After` how long; where it does not, it is this. */
const UNTOLD_PAUSE_MS = 30_000

const isOfTransport = (error: CentralApiError): boolean =>
  isCentralApiError(error, 'network_error', 'unexpected_answer')

export const createRepeat = (defaults: RepeatOptions, tell: Tell): Repeat => {
  return async (attempt, options = {}) => {
    const { maxTries = 3, maxWaitMs = 60_000, random = Math.random, wait = sleep } = { ...defaults, ...options }

    /** How long to wait before the next try; undefined when there should be none. */
    const pauseBefore = (tries: number, error: CentralApiError): number | undefined => {
      if (!error.retryable || tries >= maxTries) return undefined
      const untold = error.retryAfterSeconds === undefined && !isOfTransport(error)
      const backoff = (untold ? UNTOLD_PAUSE_MS : FIRST_PAUSE_MS) * 2 ** (tries - 1) * (0.5 + random())
      const pause = (error.retryAfterSeconds ?? 0) * 1000 + backoff
      return pause > maxWaitMs ? undefined : pause
    }

    for (let tries = 1; ; tries += 1) {
      try {
        return await attempt()
      } catch (error) {
        if (!(error instanceof CentralApiError)) throw error
        const waitMs = pauseBefore(tries, error)
        if (waitMs === undefined) throw error
        tell({ name: 'repeat', code: error.code, tries, waitMs })
        await wait(waitMs, options.signal)
      }
    }
  }
}
