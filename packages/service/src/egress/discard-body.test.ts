import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { createFakeTimers } from '@central-api/testing/runtime/clock/fake-timers.ts'
import { discardBody } from './discard-body.ts'

const LIMITS = { unwantedBytes: 1_024, unwantedMs: 1_000 }

test('reads a short body to its end, and stops after a bounded part of a long one', async () => {
  const timers = createFakeTimers()
  const short = Readable.from([Buffer.alloc(10), Buffer.alloc(10)])
  await discardBody(short, timers.setTimer, LIMITS)
  assert.equal(short.readableEnded, true)
  let given = 0
  const endless = new Readable({
    highWaterMark: 1,
    read() {
      given += 100
      this.push(Buffer.alloc(100))
    },
  })
  await discardBody(endless, timers.setTimer, LIMITS)
  assert.ok(given >= 1_024 && given < 2_048, `${given} bytes`)
  assert.equal(endless.destroyed, true)
})

test('resolves for a body that breaks off', async () => {
  const broken = new Readable({
    read() {
      this.destroy(new Error('reset'))
    },
  })
  await discardBody(broken, createFakeTimers().setTimer, LIMITS)
})

test('stops waiting for a silent body after a bounded time', async () => {
  const timers = createFakeTimers()
  const silent = new Readable({ read() {} })
  const done = discardBody(silent, timers.setTimer, LIMITS)
  timers.advance(LIMITS.unwantedMs)
  await done
  assert.equal(silent.destroyed, true)
})
