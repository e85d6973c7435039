// Who is there now: for what comes and goes with every request. In a Set, each old table keeps the newer ones alive with all that was
// in them (https://wiki.mozilla.org/User:Jorend/Deterministic_hash_tables), and a warm scan takes a fifth more of the event loop.

export type Roster<T> = Iterable<T> & {
  readonly size: number
  /** Enters an item; the number it gets is nobody else's until it leaves. */
  enter(item: T): number
  /** What was entered under this number, which is free from now on. */
  leave(place: number): T | undefined
  clear(): void
}

export const createRoster = <T extends object>(): Roster<T> => {
  const places: (T | undefined)[] = []
  const free: number[] = []
  return {
    get size() {
      return places.length - free.length
    },
    enter(item) {
      const place = free.pop() ?? places.length
      places[place] = item
      return place
    },
    leave(place) {
      const item = places[place]
      if (!item) return undefined
      places[place] = undefined
      free.push(place)
      return item
    },
    clear() {
      places.length = 0
      free.length = 0
    },
    *[Symbol.iterator]() {
      for (const item of places) if (item) yield item
    },
  }
}
