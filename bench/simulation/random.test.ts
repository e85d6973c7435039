import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom, exponential, logNormal } from './random.ts'

const MANY = 100_000
const draw = (make: () => number) => Array.from({ length: MANY }, make).sort((a, b) => a - b)
const near = (actual: number | undefined, expected: number, tolerance: number) =>
  assert.ok(Math.abs((actual ?? Number.NaN) - expected) <= tolerance * expected, `${actual} is not near ${expected}`)

test('the same seed gives the same numbers, and another seed gives others', () => {
  const [a, b, c] = [createRandom(7), createRandom(7), createRandom(8)]
  const numbers = Array.from({ length: 100 }, () => a())
  assert.deepEqual(
    numbers,
    Array.from({ length: 100 }, () => b()),
  )
  assert.notEqual(numbers[0], c())
})

test('numbers are spread evenly between 0 and 1', () => {
  const numbers = draw(createRandom(3))
  assert.ok((numbers[0] ?? 0) > 0 && (numbers.at(-1) ?? 1) < 1)
  for (const share of [0.1, 0.5, 0.9]) near(numbers[MANY * share], share, 0.03)
})

test('exponential times have their mean, and their median at its ln 2', () => {
  const random = createRandom(4)
  const times = draw(() => exponential(random, 20))
  near(times.reduce((sum, time) => sum + time, 0) / MANY, 20, 0.02)
  near(times[MANY / 2], 20 * Math.LN2, 0.03)
})

test('log-normal times have the given median and 99th percentile', () => {
  const random = createRandom(5)
  const times = draw(() => logNormal(random, 300, 2_000))
  near(times[MANY / 2], 300, 0.03)
  near(times[MANY * 0.99], 2_000, 0.06)
})
