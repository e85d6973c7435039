// One upstream call for everybody who waits for the same thing: the first one starts it, all share what comes of it,
// errors too. It is called off when nobody waits any more.

import { createTransientMap } from '../collections/transient-map.ts'

export type Flights<T> = {
  /** Joins the flight of this key, or starts it. Rejects with the signal's reason when the caller gives up. */
  join(key: string, start: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T>
  has(key: string): boolean
  readonly size: number
  /** Resolves when nothing is in flight. */
  idle(): Promise<void>
}

type Flight<T> = { readonly outcome: Promise<T>; readonly controller: AbortController; waiting: number }

export const createFlights = <T>(): Flights<T> => {
  const flights = createTransientMap<Flight<T>>()

  const take = (key: string, start: (signal: AbortSignal) => Promise<T>): Flight<T> => {
    const held = flights.get(key)
    if (held) return held
    const controller = new AbortController()
    const outcome = start(controller.signal).finally(() => {
      if (flights.get(key) === flight) flights.delete(key)
    })
    const flight: Flight<T> = { outcome, controller, waiting: 0 }
    flights.set(key, flight)
    return flight
  }

  const leave = (key: string, flight: Flight<T>, reason: unknown) => {
    flight.waiting -= 1
    if (flight.waiting > 0) return
    // Whoever comes now starts anew instead of sharing a call that is being called off.
    if (flights.get(key) === flight) flights.delete(key)
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
    has: (key) => flights.has(key),
    get size() {
      return flights.size
    },
    async idle() {
      while (flights.size > 0) await Promise.allSettled(flights.values().map(({ outcome }) => outcome))
    },
  }
}
