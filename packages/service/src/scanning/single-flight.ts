// One upstream call for everybody who waits for the same thing: the first one starts it, all share what comes of it,
// errors too. It is called off when nobody waits any more, unless it has begun what is worth finishing.

import { createTransientMap } from '../runtime/collections/transient-map.ts'

export type SingleFlight<T> = {
  /** Joins the flight of this key, or starts it. Rejects with the signal's reason when the caller gives up. Once a flight
   * says that it has begun, it goes on without anybody who waits, and whoever comes then joins it. */
  join(key: string, start: Start<T>, signal?: AbortSignal): Promise<T>
  has(key: string): boolean
  readonly size: number
  /** Resolves when nothing is in flight. */
  idle(): Promise<void>
}

export type Start<T> = (signal: AbortSignal, begin: () => void) => Promise<T>

type Flight<T> = {
  readonly outcome: Promise<T>
  readonly controller: AbortController
  waiting: number
  hasBegun: boolean
}

export const createSingleFlight = <T>(): SingleFlight<T> => {
  const singleFlight = createTransientMap<Flight<T>>()

  const take = (key: string, start: Start<T>): Flight<T> => {
    const held = singleFlight.get(key)
    if (held) return held
    const controller = new AbortController()
    const begin = () => {
      flight.hasBegun = true
    }
    const outcome = (async () => start(controller.signal, begin))().finally(() => {
      if (singleFlight.get(key) === flight) singleFlight.delete(key)
    })
    // Whoever waits is told of a failure; where nobody does any more, nobody need be.
    outcome.catch(() => {})
    const flight: Flight<T> = { outcome, controller, waiting: 0, hasBegun: false }
    singleFlight.set(key, flight)
    return flight
  }

  const leave = (key: string, flight: Flight<T>, reason: unknown) => {
    flight.waiting -= 1
    if (flight.waiting > 0 || flight.hasBegun) return
    // Whoever comes now starts anew instead of sharing a call that is being called off.
    if (singleFlight.get(key) === flight) singleFlight.delete(key)
    flight.controller.abort(reason)
  }

  return {
    async join(key, start, signal) {
      signal?.throwIfAborted()
      const flight = take(key, start)
      flight.waiting += 1
      if (!signal) return flight.outcome
      const { promise, reject } = Promise.withResolvers<never>()
      const giveUp = () => {
        leave(key, flight, signal.reason)
        reject(signal.reason)
      }
      signal.addEventListener('abort', giveUp, { once: true })
      try {
        return await Promise.race([flight.outcome, promise])
      } finally {
        signal.removeEventListener('abort', giveUp)
      }
    },
    has: (key) => singleFlight.has(key),
    get size() {
      return singleFlight.size
    },
    async idle() {
      while (singleFlight.size > 0) await Promise.allSettled(singleFlight.values().map(({ outcome }) => outcome))
    },
  }
}
