// Limits concurrent work, because each piece may hold a page of the largest size. Further work waits in a queue of
// limited length.

import { ApiError } from '../errors.ts'

export type ConcurrencyLimit = {
  /** Throws `unavailable` when too many wait, and the signal's reason when it aborts first. */
  run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>
}

export const createConcurrencyLimit = (maxRunning: number, maxWaiting: number): ConcurrencyLimit => {
  /** An array, since there are few: a Set keeps memory of removed entries (see collections/slot-set.ts). */
  const waiting: (() => void)[] = []
  let running = 0

  const waitForSlot = async (signal: AbortSignal): Promise<void> => {
    if (running < maxRunning) {
      running += 1
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

  /** Passes the slot to the longest waiting work, without freeing it in between. */
  const passOn = () => {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }

  return {
    async run(work, signal) {
      signal.throwIfAborted()
      await waitForSlot(signal)
      try {
        return await work()
      } finally {
        passOn()
      }
    },
  }
}
