// Lets only so many pieces of work go on at once, because each may hold a page of the largest size; the others wait their
// turn, and not too many of them.

import { ApiError } from '../errors.ts'

export type Turns = {
  /** Throws `unavailable` when too many wait, and the signal's reason when it aborts first. */
  take<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>
}

export const createTurns = (maxAtOnce: number, maxWaiting: number): Turns => {
  /** Few, and so an array: a Set drags along what has left it (collections/slot-set.ts tells how). */
  const waiting: (() => void)[] = []
  let working = 0

  const waitForTurn = async (signal: AbortSignal): Promise<void> => {
    if (working < maxAtOnce) {
      working += 1
      return
    }
    if (waiting.length >= maxWaiting) throw new ApiError('unavailable', { retryAfterSeconds: 1 })
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const giveUp = () => {
      const at = waiting.indexOf(resolve)
      if (at !== -1) waiting.splice(at, 1)
      reject(signal.reason)
    }
    waiting.push(resolve)
    signal.addEventListener('abort', giveUp, { once: true })
    try {
      await promise
    } finally {
      signal.removeEventListener('abort', giveUp)
    }
  }

  /** The turn goes to whoever waits longest, without being free in between. */
  const passOn = () => {
    const next = waiting.shift()
    if (next) next()
    else working -= 1
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
