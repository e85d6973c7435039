// What was used lately, so many at most. With `max`, lru-cache takes the room for all of them at once, 30 MB in this service; with
// `maxSize` it takes room as it is filled (https://github.com/isaacs/node-lru-cache#maxsize).

import { LRUCache } from 'lru-cache'

export type Lru<Value extends object | string | number | true> = LRUCache<string, Value>

const sizeCalculation = (): number => 1

/** `most`: entries. `dispose` is called with each one that is forgotten or replaced. */
export const createLru = <Value extends object | string | number | true>(
  most: number,
  dispose?: (value: Value) => void,
): Lru<Value> =>
  new LRUCache<string, Value>({ maxSize: most, sizeCalculation, ...(dispose !== undefined && { dispose }) })
