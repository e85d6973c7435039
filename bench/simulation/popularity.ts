// Popularity by Zipf's law, in its continuous form: whatever the number of items, the same share of them has the same
// share of what is asked for. So a part of them, asked for by that part of the load, stands for all.

import type { Random } from './random.ts'

export type Popularity = {
  readonly items: number
  /** The rank of the next one asked for; 0 is the most popular. */
  pick(random: Random): number
  /** Its share of everything that is asked for. */
  shareOf(rank: number): number
}

/** `exponent` from 0 (all alike) to below 1. */
export const createPopularity = (items: number, exponent: number): Popularity => {
  const power = 1 - exponent
  const upTo = (rank: number) => (rank / items) ** power
  return {
    items,
    pick: (random) => Math.floor(items * random() ** (1 / power)),
    shareOf: (rank) => upTo(rank + 1) - upTo(rank),
  }
}

/** How long a page is held in memory that has room for so many, when they leave in the order of their last use (the
 * approximation of Che, Tung and Wang, IEEE JSAC 20, 2002). Infinite where all of them have room. */
export const heldSeconds = ({ items, shareOf }: Popularity, perSecond: number, room: number): number => {
  if (room >= items) return Number.POSITIVE_INFINITY
  const heldAfter = (seconds: number): number => {
    let held = 0
    for (let rank = 0; rank < items; rank += 1) held += 1 - Math.exp(-shareOf(rank) * perSecond * seconds)
    return held
  }
  let [low, high] = [0, 1]
  while (heldAfter(high) < room) {
    low = high
    high *= 4
  }
  for (let step = 0; step < 12; step += 1) {
    const middle = (low + high) / 2
    if (heldAfter(middle) < room) low = middle
    else high = middle
  }
  return (low + high) / 2
}
