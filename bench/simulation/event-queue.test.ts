import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEventQueue } from './event-queue.ts'
import { createRandom } from './random.ts'

test('runs events in the order of time, however they were scheduled', () => {
  const queue = createEventQueue()
  const random = createRandom(1)
  const happened: number[] = []
  for (let n = 0; n < 2_000; n += 1) queue.after(Math.floor(random() * 500), () => happened.push(queue.now()))
  queue.run()
  assert.equal(happened.length, 2_000)
  assert.deepEqual(
    happened,
    happened.toSorted((a, b) => a - b),
  )
})

test('runs events of the same time in the order in which they were scheduled', () => {
  const queue = createEventQueue()
  const happened: number[] = []
  for (let n = 0; n < 100; n += 1) queue.after(n % 2, () => happened.push(n))
  queue.run()
  const numbers = Array.from({ length: 100 }, (_, n) => n)
  assert.deepEqual(happened, [...numbers.filter((n) => n % 2 === 0), ...numbers.filter((n) => n % 2 === 1)])
})

test('an event may schedule others, and a run ends at the given time', () => {
  const queue = createEventQueue()
  let beats = 0
  const beat = () => {
    beats += 1
    queue.after(10, beat)
  }
  queue.after(10, beat)
  queue.run(95)
  assert.deepEqual([beats, queue.now()], [9, 95])
  queue.run(100)
  assert.deepEqual([beats, queue.now()], [10, 100])
})

test('never runs an event before it was scheduled', () => {
  const queue = createEventQueue()
  assert.throws(() => queue.after(-1, () => {}), RangeError)
  assert.throws(() => queue.after(Number.NaN, () => {}), RangeError)
})
