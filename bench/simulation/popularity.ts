// Popularity by Zipf's law, in its continuous form: for any number of items, the same share of them gets the same share
// of the load. So a part of the items, with that part of the load, represents all of them.

import type { Random } from './random.ts'

export type Popularity = {
  readonly items: number
  /** The rank of the next requested item; 0 is the most popular. */
  pick(random: Random): number
  /** Its share of all requests. */
  shareOf(rank: number): number
}

/** `exponent` from 0 (all equally popular) to below 1. */
export const createPopularity = (items: number, exponent: number): Popularity => {
  const power = 1 - exponent
  const upTo = (rank: number) => (rank / items) ** power
  return {
    items,
    pick: (random) => Math.floor(items * random() ** (1 / power)),
    shareOf: (rank) => upTo(rank + 1) - upTo(rank),
  }
}

/** How long a page stays in memory with room for `room` pages and LRU eviction, in seconds (the
 * approximation of Che, Tung and Wang, IEEE JSAC 20, 2002). Infinite where all of them have room. */
export const heldSeconds = ({ items, shareOf }: Popularity, perSecond: number, room: number): number => {
  if (room >= items) return Number.POSITIVE_INFINITY
  const heldAfter = (seconds: number): number => {
    let cached = 0
    for (let rank = 0; rank < items; rank += 1) cached += 1 - Math.exp(-shareOf(rank) * perSecond * seconds)
    return cached
  }
  let [low, high] = [0, 1]
  while (heldAfter(high) < room) {
    low = high
    high *= 4
  }
  for (let step = 0; step < 12; step += 1) {
    const median = (low + high) / 2
    if (heldAfter(median) < room) low = median
    else high = median
  }
  return (low + high) / 2
}
