import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isApiError } from '../errors.ts'
import { createRateLimit } from './rate-limit.ts'

const start = (perMinute: number, countedKeys = 100) => {
  const clock = { ms: 1_000_000 }
  const limit = createRateLimit({
    perMinute,
    countedKeys,
    elapsed: () => clock.ms,
    says: (key) => `${key} has had enough.`,
  })
  /** Seconds to wait, or 0 when admitted. */
  const admit = (key: string): number => {
    try {
      limit.admit(key)
      return 0
    } catch (error) {
      assert.ok(isApiError(error, 'rate_limited'))
      assert.equal(error.message, `${key} has had enough.`)
      return error.retryAfterSeconds ?? Number.NaN
    }
  }
  return { clock, limit, admit }
}

test('sixty requests in any minute are admitted, and the next one is told when to retry', () => {
  const { clock, admit } = start(60)
  for (let n = 0; n < 60; n += 1) {
    assert.equal(admit('a'), 0)
    clock.ms += 500
  }
  assert.equal(admit('a'), 30)
  assert.equal(admit('b'), 0, 'another key is counted apart')
  clock.ms += 29_999
  assert.equal(admit('a'), 1)
  clock.ms += 1
  assert.equal(admit('a'), 0, 'refusals did not count')
  assert.equal(admit('a'), 1, 'the window slides, it does not start over')
})

test('memory is bounded: idle keys are forgotten first, then the least recently used', () => {
  const { clock, limit, admit } = start(1, 3)
  for (const key of ['a', 'b', 'c']) assert.equal(admit(key), 0)
  assert.equal(admit('d'), 0)
  assert.equal(limit.size, 3)
  assert.equal(admit('b'), 60, 'b is still counted')
  assert.equal(admit('a'), 0, 'a was forgotten')
  clock.ms += 60_000
  assert.equal(admit('e'), 0)
  assert.equal(limit.size, 1)
})
