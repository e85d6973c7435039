import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSampler } from './sampler.ts'

/** Ids whose random part is spread evenly from 0 to almost 1. */
const IDS = Array.from({ length: 1_000 }, (_, n) => {
  const part = Math.floor((n / 1_000) * 2 ** 48)
  return `a1a1a1a1a1a1a1a1a1${part.toString(16).padStart(12, '0')}ff`
})
const shareOf = (ratio: number): number => {
  const sampler = createSampler('traceidratio', ratio)
  return IDS.filter((id) => sampler(id, undefined)).length / IDS.length
}

test('a ratio samples its share, also none and all, and a smaller one a subset of a larger one', () => {
  for (const ratio of [0, 0.25, 0.5, 1]) assert.equal(shareOf(ratio), ratio)
  const [few, many] = [createSampler('traceidratio', 0.1), createSampler('traceidratio', 0.3)]
  assert.ok(IDS.every((id) => !few(id, undefined) || many(id, undefined)))
})

/** Name → the decision when the caller decided for it, against it, and not at all, for an id above half of all others.
 */
const TABLE = [
  ['always_on', [true, true, true]],
  ['always_off', [false, false, false]],
  ['traceidratio', [false, false, false]],
  ['parentbased_always_on', [true, false, true]],
  ['parentbased_always_off', [true, false, false]],
  ['parentbased_traceidratio', [true, false, false]],
] as const

test('the caller decides for parent-based samplers, and the service for the others', () => {
  const [low = ''] = IDS
  for (const [name, says] of TABLE) {
    const sampler = createSampler(name, 0.5)
    const said = [true, false, undefined].map((parent) => sampler(low, parent))
    assert.deepEqual(said, says, name)
  }
})
