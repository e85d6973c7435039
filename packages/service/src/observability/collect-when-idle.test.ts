import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createIdleCheck, IDLE } from './collect-when-idle.ts'

const start = () => {
  const now: { share: number; residentBytes: number; collections: number } = {
    share: 0,
    residentBytes: IDLE.residentBytes,
    collections: 0,
  }
  const check = createIdleCheck({
    utilization: () => now.share,
    residentBytes: () => now.residentBytes,
    collect: () => {
      now.collections += 1
    },
  })
  const checkTimes = (times: number) => {
    for (let n = 0; n < times; n += 1) check()
    return now.collections
  }
  return { now, checkTimes }
}

test('a large process collects after it has been idle for a while, and then not again for a minute', () => {
  const { checkTimes } = start()
  assert.equal(checkTimes(IDLE.checks - 1), 0)
  assert.equal(checkTimes(1), 1)
  assert.equal(checkTimes(IDLE.checksBetween - 1), 1)
  assert.equal(checkTimes(1), 2)
})

test('a busy process never collects, and any work restarts the wait', () => {
  const { now, checkTimes } = start()
  now.share = IDLE.share
  assert.equal(checkTimes(1_000), 0)
  now.share = 0
  assert.equal(checkTimes(IDLE.checks - 1), 0)
  now.share = 0.5
  checkTimes(1)
  now.share = 0
  assert.equal(checkTimes(IDLE.checks - 1), 0)
  assert.equal(checkTimes(1), 1)
})

test('a small process does not collect', () => {
  const { now, checkTimes } = start()
  now.residentBytes = IDLE.residentBytes - 1
  assert.equal(checkTimes(1_000), 0)
})
