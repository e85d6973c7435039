// Lets only so many pieces of work go on at once, because each may hold a page of the largest size; the others wait their
// turn, and not too many of them.

import { ApiError } from '../errors.ts'

export type Turns = {
  /** Throws `unavailable` when too many wait, and the signal's reason when it aborts first. */
  take<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>
}

export const createTurns = (maxAtOnce: number, maxWaiting: number): Turns => {
  const waiting = new Set<() => void>()
  let working = 0

  const waitForTurn = async (signal: AbortSignal): Promise<void> => {
    if (working < maxAtOnce) {
      working += 1
      return
    }
    if (waiting.size >= maxWaiting) throw new ApiError('unavailable', { retryAfterSeconds: 1 })
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const giveUp = () => {
      waiting.delete(resolve)
      reject(signal.reason)
    }
    waiting.add(resolve)
    signal.addEventListener('abort', giveUp, { once: true })
    try {
      await promise
    } finally {
      signal.removeEventListener('abort', giveUp)
    }
  }

  /** The turn goes to whoever waits longest, without being free in between. */
  const passOn = () => {
    const [next] = waiting
    if (!next) {
      working -= 1
      return
    }
    waiting.delete(next)
    next()
  }

  return {
    async take(work, signal) {
      signal.throwIfAborted()
      await waitForTurn(signal)
      try {
        return await work()
      } finally {
        passOn()
      }
    },
  }
}
