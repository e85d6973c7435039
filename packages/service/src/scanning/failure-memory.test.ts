import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClock } from '@central-api/testing/scanning/fixture.ts'
import fc from 'fast-check'
import { ApiError, type ErrorCode } from '../errors.ts'
import { createFailureMemory } from './failure-memory.ts'

const start = (random = 0.5, maxEntries?: number) => {
  const clock = createClock()
  const failures = createFailureMemory({ now: clock.now, random: () => random, ...(maxEntries && { maxEntries }) })
  return { clock, failures }
}

const SECONDS: Partial<Record<ErrorCode, number>> = {
  profile_not_found: 60,
  profile_private: 60,
  link_blocked: 60,
  platform_rate_limited: 30,
  platform_unauthorized: 30,
  platform_error: 15,
  platform_timeout: 15,
  internal_error: 15,
}

test('a failure is remembered for as long as its kind is, to the millisecond', () => {
  for (const [code, seconds] of Object.entries(SECONDS) as [ErrorCode, number][]) {
    const { clock, failures } = start()
    failures.remember('k', new ApiError(code))
    clock.advance(seconds * 1000 - 1)
    assert.equal(failures.find('k')?.code, code)
    clock.advance(1)
    assert.equal(failures.find('k'), undefined, code)
  }
})

test('what is no failure of the platform is not remembered', () => {
  const { failures } = start()
  for (const code of ['platform_not_configured', 'invalid_cursor', 'unavailable'] as const) {
    const error = new ApiError(code)
    assert.equal(failures.remember('k', error), error)
    assert.equal(failures.find('k'), undefined, code)
  }
})

test('a limit of this service’s own is not remembered: another caller may be within it', () => {
  const { failures } = start()
  const error = new ApiError('platform_rate_limited', { cause: new ApiError('rate_limited'), retryAfterSeconds: 9 })
  assert.equal(failures.remember('k', error), error)
  assert.equal(failures.find('k'), undefined)
})

test('for how long differs by 20 % either way', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (random) => {
      const { clock, failures } = start(random)
      failures.remember('k', new ApiError('platform_error'))
      clock.advance(12_000 - 1)
      assert.ok(failures.find('k'))
      clock.advance(6_000 + 1)
      assert.equal(failures.find('k'), undefined)
    }),
  )
})

test('a platform that asks for patience gets it, never less and at most a fifth more', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 30, max: 300 }),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      (requested, random) => {
        const { clock, failures } = start(random)
        failures.remember('k', new ApiError('platform_rate_limited', { retryAfterSeconds: requested }))
        clock.advance(requested * 1000 - 1)
        assert.ok(failures.find('k'))
        clock.advance(requested * 200 + 1)
        assert.equal(failures.find('k'), undefined)
      },
    ),
  )
})

test('nobody gets more patience than five minutes and a fifth', () => {
  const { clock, failures } = start(0)
  failures.remember('k', new ApiError('platform_rate_limited', { retryAfterSeconds: 86_400 }))
  clock.advance(300_000 - 1)
  assert.ok(failures.find('k'))
  clock.advance(1)
  assert.equal(failures.find('k'), undefined)
})

test('what is told says when to come back, where that can help', () => {
  const { clock, failures } = start()
  assert.equal(failures.remember('error', new ApiError('platform_error')).retryAfterSeconds, 15)
  clock.advance(4_500)
  assert.equal(failures.find('error')?.retryAfterSeconds, 11)
  assert.equal(failures.remember('gone', new ApiError('profile_not_found')).retryAfterSeconds, undefined)
  assert.equal(failures.find('gone')?.retryAfterSeconds, undefined)
})

test('what will not change is not told to be worth another try, on the first answer and on each one after it', () => {
  for (const retryable of [false, true]) {
    const { failures } = start()
    const [first, later] = [failures.remember('k', new ApiError('platform_error', { retryable })), failures.find('k')]
    assert.deepEqual([first.retryable, later?.retryable], [retryable, retryable])
    assert.deepEqual(
      [first, later].map((error) => error?.retryAfterSeconds !== undefined),
      [retryable, retryable],
    )
  }
})

test('what a platform said itself is told as it said it', () => {
  const { failures } = start()
  const error = new ApiError('platform_rate_limited', { message: 'Slower', retryAfterSeconds: 42 })
  assert.equal(failures.remember('k', error), error)
  assert.equal(failures.find('k')?.message, 'Slower')
})

test('causes are not held: they may hold a whole answer', () => {
  const { failures } = start()
  const cause = new Error('with an answer')
  assert.equal(failures.remember('k', new ApiError('platform_error', { cause })).cause, cause)
  assert.equal(failures.find('k')?.cause, undefined)
})

test('the oldest are forgotten first when there are too many', () => {
  const { failures } = start(0.5, 1_000)
  for (let n = 0; n < 1_500; n += 1) failures.remember(String(n), new ApiError('platform_error'))
  const held = Array.from({ length: 1_500 }, (_, n) => failures.find(String(n))).filter(Boolean)
  assert.equal(held.length, 1_000)
  assert.ok(failures.find('1499'))
})
