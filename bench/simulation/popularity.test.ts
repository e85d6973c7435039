import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPopularity, heldSeconds } from './popularity.ts'
import { createRandom } from './random.ts'

test('items are requested as often as their share, and the shares add up to one', () => {
  const popularity = createPopularity(1_000, 0.9)
  const random = createRandom(6)
  const counts = new Map<number, number>()
  const MANY = 200_000
  for (let n = 0; n < MANY; n += 1) {
    const rank = popularity.pick(random)
    counts.set(rank, (counts.get(rank) ?? 0) + 1)
  }
  for (const rank of [0, 1, 9, 99]) {
    const expected = popularity.shareOf(rank) * MANY
    assert.ok(Math.abs((counts.get(rank) ?? 0) - expected) < 5 * Math.sqrt(expected), `${rank}`)
  }
  const all = Array.from({ length: 1_000 }, (_, rank) => popularity.shareOf(rank)).reduce((sum, share) => sum + share)
  assert.ok(Math.abs(all - 1) < 1e-9)
})

test('a part of the items with that part of the load is requested as often as all items', () => {
  const [all, part] = [createPopularity(1_000_000, 0.8), createPopularity(10_000, 0.8)]
  for (const place of [0.001, 0.1, 0.5]) {
    const rateOf = ({ items, shareOf }: typeof all) => shareOf(items * place) * items
    assert.ok(Math.abs(rateOf(part) / rateOf(all) - 1) < 0.05, `${place}`)
  }
})

test('the time in memory matches that of a real cache of that size', () => {
  const popularity = createPopularity(2_000, 0.8)
  const [perSecond, room] = [100, 300]
  const seconds = heldSeconds(popularity, perSecond, room)
  const expected = Array.from({ length: 2_000 }, (_, rank) => popularity.shareOf(rank)).reduce(
    (sum, share) => sum + share * (1 - Math.exp(-share * perSecond * seconds)),
    0,
  )
  // The same cache, simulated: a Map keeps the order of last use.
  const memory = new Map<number, true>()
  const random = createRandom(9)
  let hits = 0
  for (let n = 0; n < 220_000; n += 1) {
    const rank = popularity.pick(random)
    if (memory.delete(rank) && n >= 20_000) hits += 1
    memory.set(rank, true)
    const [oldest] = memory.keys()
    if (memory.size > room && oldest !== undefined) memory.delete(oldest)
  }
  assert.ok(Math.abs(hits / 200_000 - expected) < 0.01, `${hits / 200_000} is not near ${expected}`)
  assert.equal(heldSeconds(popularity, perSecond, 2_000), Number.POSITIVE_INFINITY)
})
