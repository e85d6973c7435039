import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import type { EndedSpan } from './span.ts'
import { createSpanQueue, SPAN_QUEUE } from './span-queue.ts'

const SPAN: EndedSpan = {
  ...{ traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), parentId: undefined, hasRemoteParent: false },
  ...{ name: 'request', kind: 'server', startedAt: 1, endedAt: 2, attributes: {}, isError: false },
}

const start = () => {
  const deliveries: { readonly count: number; readonly settle: (isTaken: boolean) => void; signal: AbortSignal }[] = []
  const settled = { sent: 0, dropped: 0 }
  let timer: (() => void) | undefined
  const queue = createSpanQueue({
    deliver: ({ length: count }, signal) =>
      new Promise((settle) => {
        deliveries.push({ count, settle, signal })
      }),
    onExported(outcome, count) {
      settled[outcome] += count
    },
    setTimer(callback) {
      timer = callback
      return () => {
        timer = undefined
      }
    },
  })
  const push = (count: number) => {
    for (let n = 0; n < count; n += 1) queue.push(SPAN)
  }
  return { ...queue, push, deliveries, settled, hasTimer: () => timer !== undefined, ring: () => timer?.() }
}

const counts = ({ deliveries }: ReturnType<typeof start>) => deliveries.map(({ count }) => count)

test('a few spans wait for the delay, a full batch is sent immediately, and exports never overlap', async () => {
  const queue = start()
  queue.push(3)
  assert.deepEqual([counts(queue), queue.hasTimer()], [[], true])
  queue.ring()
  assert.deepEqual([counts(queue), queue.hasTimer()], [[3], false])
  queue.push(SPAN_QUEUE.atOnce + 1)
  assert.deepEqual(counts(queue), [3])
  queue.deliveries[0]?.settle(true)
  await setImmediate()
  assert.deepEqual(counts(queue), [3, SPAN_QUEUE.atOnce])
  queue.deliveries[1]?.settle(false)
  await setImmediate()
  assert.deepEqual([counts(queue), queue.hasTimer()], [[3, SPAN_QUEUE.atOnce], true])
  assert.deepEqual(queue.settled, { sent: 3, dropped: SPAN_QUEUE.atOnce })
})

test('a receiver that accepts nothing leaves no more spans queued than the bound', () => {
  const queue = start()
  queue.push(SPAN_QUEUE.atOnce + SPAN_QUEUE.most + 1_000)
  assert.deepEqual([counts(queue), queue.settled], [[SPAN_QUEUE.atOnce], { sent: 0, dropped: 1_000 }])
})

test('stop aborts the current export, sends the rest, and drops what does not fit into the time', async () => {
  const queue = start()
  queue.push(SPAN_QUEUE.atOnce + 700)
  const limit = new AbortController()
  const stopped = queue.stop(limit.signal)
  assert.equal(queue.deliveries[0]?.signal.aborted, true)
  queue.deliveries[0]?.settle(false)
  await setImmediate()
  assert.deepEqual(counts(queue), [SPAN_QUEUE.atOnce, SPAN_QUEUE.atOnce])
  assert.equal(queue.deliveries[1]?.signal, limit.signal)
  limit.abort()
  queue.deliveries[1]?.settle(true)
  await stopped
  queue.push(2)
  assert.deepEqual(queue.settled, { sent: SPAN_QUEUE.atOnce, dropped: SPAN_QUEUE.atOnce + 700 - SPAN_QUEUE.atOnce + 2 })
  assert.equal(queue.hasTimer(), false)
})
