import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFakeTimers } from '@central-api/testing/runtime/clock/fake-timers.ts'
import { guardRate } from './rate-guard.ts'

const start = () => {
  const timers = createFakeTimers()
  let slow = 0
  const guard = guardRate({
    minBytes: 1_024,
    windowMs: 3_000,
    setTimer: timers.setTimer,
    onSlow: () => {
      slow += 1
    },
  })
  return { timers, guard, slow: () => slow }
}

test('no bytes in one window are too slow, reported once', () => {
  const { timers, slow } = start()
  timers.advance(2_999)
  assert.equal(slow(), 0)
  timers.advance(1)
  assert.equal(slow(), 1)
  timers.advance(60_000)
  assert.equal(slow(), 1)
  assert.equal(timers.pending(), 0)
})

test('one byte every 50 ms is too slow, 1 KiB in each window is not', () => {
  const drip = start()
  for (let ms = 0; ms < 3_000; ms += 50) {
    drip.guard.count(1)
    drip.timers.advance(50)
  }
  assert.equal(drip.slow(), 1)

  const steady = start()
  for (let ms = 0; ms < 60_000; ms += 500) {
    steady.guard.count(171)
    steady.timers.advance(500)
  }
  assert.equal(steady.slow(), 0)
})

test('early bytes do not count for later windows', () => {
  const { timers, guard, slow } = start()
  guard.count(1_000_000)
  timers.advance(3_000)
  assert.equal(slow(), 0)
  timers.advance(500)
  assert.equal(slow(), 1)
})

test('stop leaves no timer', () => {
  const { timers, guard } = start()
  guard.stop()
  assert.equal(timers.pending(), 0)
})
