// Single-flight: concurrent callers for the same key share one call and its result, errors included. The call is
// aborted when no caller waits any more, unless it has begun something worth finishing.

import { createTransientMap } from '../runtime/collections/transient-map.ts'

export type SingleFlight<T> = {
  /** Joins the call in flight for this key, or starts it. Rejects with the signal's reason when the caller gives up.
   * After `begin`, the call goes on without callers, and later callers join it. */
  join(key: string, start: Start<T>, signal?: AbortSignal): Promise<T>
  has(key: string): boolean
  readonly size: number
  /** Resolves when nothing is in flight. */
  idle(): Promise<void>
}

export type Start<T> = (signal: AbortSignal, begin: () => void) => Promise<T>

type SharedCall<T> = {
  readonly outcome: Promise<T>
  readonly controller: AbortController
  waiting: number
  hasBegun: boolean
}

export const createSingleFlight = <T>(): SingleFlight<T> => {
  const inFlight = createTransientMap<SharedCall<T>>()

  const take = (key: string, start: Start<T>): SharedCall<T> => {
    const existing = inFlight.get(key)
    if (existing) return existing
    const controller = new AbortController()
    const begin = () => {
      call.hasBegun = true
    }
    const outcome = (async () => start(controller.signal, begin))().finally(() => {
      if (inFlight.get(key) === call) inFlight.delete(key)
    })
    // Prevents an unhandled rejection when no caller waits any more.
    outcome.catch(() => {})
    const call: SharedCall<T> = { outcome, controller, waiting: 0, hasBegun: false }
    inFlight.set(key, call)
    return call
  }

  const leave = (key: string, call: SharedCall<T>, reason: unknown) => {
    call.waiting -= 1
    if (call.waiting > 0 || call.hasBegun) return
    // A later caller starts a new call instead of joining the aborted one.
    if (inFlight.get(key) === call) inFlight.delete(key)
    call.controller.abort(reason)
  }

  return {
    async join(key, start, signal) {
      signal?.throwIfAborted()
      const call = take(key, start)
      call.waiting += 1
      if (!signal) return call.outcome
      const { promise, reject } = Promise.withResolvers<never>()
      const giveUp = () => {
        leave(key, call, signal.reason)
        reject(signal.reason)
      }
      signal.addEventListener('abort', giveUp, { once: true })
      try {
        return await Promise.race([call.outcome, promise])
      } finally {
        signal.removeEventListener('abort', giveUp)
      }
    },
    has: (key) => inFlight.has(key),
    get size() {
      return inFlight.size
    },
    async idle() {
      while (inFlight.size > 0) await Promise.allSettled(inFlight.values().map(({ outcome }) => outcome))
    },
  }
}
