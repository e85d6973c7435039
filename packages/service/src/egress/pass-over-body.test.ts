import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { createFakeTimers } from '@central-api/testing/runtime/clock/fake-timers.ts'
import { passOverBody } from './pass-over-body.ts'

const LIMITS = { unwantedBytes: 1_024, unwantedMs: 1_000 }

test('a body is read to its end where that is near, and what comes behind a bounded part is left', async () => {
  const timers = createFakeTimers()
  const short = Readable.from([Buffer.alloc(10), Buffer.alloc(10)])
  await passOverBody(short, timers.setTimer, LIMITS)
  assert.equal(short.readableEnded, true)
  let given = 0
  const endless = new Readable({
    highWaterMark: 1,
    read() {
      given += 100
      this.push(Buffer.alloc(100))
    },
  })
  await passOverBody(endless, timers.setTimer, LIMITS)
  assert.ok(given >= 1_024 && given < 2_048, `${given} bytes`)
  assert.equal(endless.destroyed, true)
})

test('one that breaks off is as good as one that ends', async () => {
  const broken = new Readable({
    read() {
      this.destroy(new Error('reset'))
    },
  })
  await passOverBody(broken, createFakeTimers().setTimer, LIMITS)
})

test('one that says nothing is waited for no longer than is bounded', async () => {
  const timers = createFakeTimers()
  const silent = new Readable({ read() {} })
  const done = passOverBody(silent, timers.setTimer, LIMITS)
  timers.advance(LIMITS.unwantedMs)
  await done
  assert.equal(silent.destroyed, true)
})
