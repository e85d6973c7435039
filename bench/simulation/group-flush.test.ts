import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEventQueue } from './event-queue.ts'
import { createGroupFlush } from './group-flush.ts'

test('a commit during a flush waits for the next one, which serves all that wait', () => {
  const queue = createEventQueue()
  const flush = createGroupFlush(queue, 10)
  const doneAt: number[] = []
  for (const at of [0, 1, 5, 9, 10, 30]) queue.after(at, () => flush.join(() => doneAt.push(queue.now())))
  queue.run()
  assert.deepEqual(doneAt, [10, 20, 20, 20, 20, 40])
  assert.equal(flush.flushes(), 3)
})

test('any number of commits needs no more flushes than fit into the time', () => {
  const queue = createEventQueue()
  const flush = createGroupFlush(queue, 2)
  let done = 0
  for (let n = 0; n < 1_000; n += 1) queue.after(n / 10, () => flush.join(() => (done += 1)))
  queue.run()
  assert.equal(done, 1_000)
  assert.ok(flush.flushes() <= 51, `${flush.flushes()}`)
})
