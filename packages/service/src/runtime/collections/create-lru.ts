// An LRU cache bounded by its number of entries. With `max`, lru-cache allocates for all entries in advance, 30 MB in
// this service; with `maxSize` it grows as it is filled (https://github.com/isaacs/node-lru-cache#maxsize).

import { LRUCache } from 'lru-cache'

export type Lru<Value extends object | string | number | true> = LRUCache<string, Value>

const sizeCalculation = (): number => 1

/** `most`: entries. `dispose` is called with each entry that is evicted, deleted or replaced. */
export const createLru = <Value extends object | string | number | true>(
  most: number,
  dispose?: (value: Value) => void,
): Lru<Value> =>
  new LRUCache<string, Value>({ maxSize: most, sizeCalculation, ...(dispose !== undefined && { dispose }) })
