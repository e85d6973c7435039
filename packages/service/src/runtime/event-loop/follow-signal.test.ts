import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { test } from 'node:test'
import { exposeCollector } from './collector.ts'
import { followSignal } from './follow-signal.ts'

test('it is aborted as its leader is, be that before or later, and by itself alone', () => {
  const leader = new AbortController()
  const [early, own] = [followSignal(leader.signal), followSignal(leader.signal)]
  own.abort('enough')
  assert.deepEqual([own.signal.reason, early.signal.aborted], ['enough', false])
  leader.abort('over')
  assert.deepEqual([early.signal.reason, own.signal.reason], ['over', 'enough'])
  assert.equal(followSignal(leader.signal).signal.reason, 'over')
  assert.equal(followSignal(undefined).signal.aborted, false)
})

test('after its end the leader knows nothing of it', () => {
  const leader = new AbortController()
  const { signal, end } = followSignal(leader.signal)
  assert.equal(getEventListeners(leader.signal, 'abort').length, 1)
  end()
  leader.abort()
  assert.equal(signal.aborted, false)
  assert.equal(getEventListeners(leader.signal, 'abort').length, 0)
})

test('what listened to it is gone with the next minor collections', () => {
  const gc = exposeCollector()
  const leader = new AbortController()
  const work = (n: number) => {
    const { signal, end } = followSignal(leader.signal)
    const bytes = new Uint8Array(100_000).fill(n)
    signal.addEventListener('abort', () => bytes.fill(0))
    end()
  }
  // A quiet moment: what survives two minor collections is promoted.
  for (let n = 0; n < 3; n += 1) gc({ type: 'minor' })
  const before = process.memoryUsage().arrayBuffers
  for (let n = 0; n < 100; n += 1) work(n)
  for (let n = 0; n < 3; n += 1) gc({ type: 'minor' })
  // `AbortSignal.any` would hold ten megabytes.
  assert.ok(process.memoryUsage().arrayBuffers - before < 1_000_000)
})
