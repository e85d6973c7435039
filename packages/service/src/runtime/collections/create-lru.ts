// What was used lately, so many at most. lru-cache makes room for all of them when it is begun where `max` bounds it: half a
// million places in this service, which nobody may ever need and each collection of the whole heap walks through. Bounded by a
// size, it takes room as it is filled.

import { LRUCache } from 'lru-cache'

export type Lru<Value extends object | string | number | true> = LRUCache<string, Value>

const sizeCalculation = (): number => 1

/** `most`: entries. `dispose` is called with each one that is forgotten or replaced. */
export const createLru = <Value extends object | string | number | true>(
  most: number,
  dispose?: (value: Value) => void,
): Lru<Value> =>
  new LRUCache<string, Value>({ maxSize: most, sizeCalculation, ...(dispose !== undefined && { dispose }) })
