// Repeats what may succeed later: never before the service says, never without end, never all clients at once.

import { setTimeout as sleep } from 'node:timers/promises'
import { CentralApiError } from './central-api-error.ts'

export type RepeatOptions = {
  /** Tries in all. */
  readonly maxTries?: number
  /** A longer wait than this is left to the caller: the error is thrown at once. */
  readonly maxWaitMs?: number
  /** From 0 up to 1. */
  readonly random?: () => number
  readonly wait?: (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>
}

export type Repeat = <T>(attempt: () => Promise<T>, signal?: AbortSignal) => Promise<T>

const FIRST_PAUSE_MS = 500

const waitFor = async (milliseconds: number, signal: AbortSignal | undefined): Promise<void> => {
  await sleep(milliseconds, undefined, signal && { signal })
}

export const createRepeat = (options: RepeatOptions = {}): Repeat => {
  const { maxTries = 3, maxWaitMs = 60_000, random = Math.random, wait = waitFor } = options

  /** How long to wait before the next try; undefined when there should be none. */
  const pauseBefore = (tries: number, error: unknown): number | undefined => {
    if (!(error instanceof CentralApiError) || !error.retryable || tries >= maxTries) return undefined
    const backoff = FIRST_PAUSE_MS * 2 ** (tries - 1) * (0.5 + random())
    const pause = (error.retryAfterSeconds ?? 0) * 1000 + backoff
    return pause > maxWaitMs ? undefined : pause
  }

  return async (attempt, signal) => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await attempt()
      } catch (error) {
        const pause = pauseBefore(tries, error)
        if (pause === undefined) throw error
        await wait(pause, signal)
      }
    }
  }
}
