import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEventQueue } from './event-queue.ts'
import { createRandom } from './random.ts'
import { createRowLocks } from './row-locks.ts'

test('one transaction at a time holds a row, in the order of requests, and handing it over costs more the longer the queue is', () => {
  const queue = createEventQueue()
  const locks = createRowLocks(queue, 1)
  const log: [number, number][] = []
  for (const n of [1, 2, 3])
    locks.lock([7], () => {
      log.push([n, queue.now()])
      queue.after(10, () => locks.release([7]))
    })
  queue.run()
  assert.deepEqual(log, [
    [1, 0],
    [2, 10 + Math.log2(3)],
    [3, 10 + Math.log2(3) + 10 + 1],
  ])
  assert.equal(locks.waits(), 2)
  assert.equal(locks.lockedMs(7), queue.now())
})

test('a transaction that waits for one row holds the ones before it', () => {
  const queue = createEventQueue()
  const locks = createRowLocks(queue, 0)
  const heldAt: Record<string, number> = {}
  const hold = (name: string, rows: readonly number[], holdMs: number) =>
    locks.lock(rows, () => {
      heldAt[name] = queue.now()
      queue.after(holdMs, () => locks.release(rows))
    })
  hold('hot', [5], 10)
  hold('both', [1, 5], 10)
  hold('bystander', [1], 10)
  hold('other', [2], 10)
  queue.run()
  assert.deepEqual(heldAt, { hot: 0, other: 0, both: 10, bystander: 20 })
})

test('transactions that lock rows in the same order all get them, and release all', () => {
  const queue = createEventQueue()
  const locks = createRowLocks(queue, 0.01)
  const random = createRandom(2)
  let done = 0
  for (let n = 0; n < 5_000; n += 1) {
    const rows = [...new Set(Array.from({ length: 4 }, () => Math.floor(random() * 20)))].sort((a, b) => a - b)
    queue.after(random() * 100, () =>
      locks.lock(rows, () =>
        queue.after(random(), () => {
          locks.release(rows)
          done += 1
        }),
      ),
    )
  }
  queue.run()
  assert.equal(done, 5_000)
  const before = queue.now()
  locks.lock(
    Array.from({ length: 20 }, (_, row) => row),
    () => (done += 1),
  )
  assert.deepEqual([done, queue.now()], [5_001, before])
})
