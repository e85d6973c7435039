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

test('remembers a failure for the time of its code, to the millisecond', () => {
  for (const [code, seconds] of Object.entries(SECONDS) as [ErrorCode, number][]) {
    const { clock, failures } = start()
    failures.remember('k', new ApiError(code))
    clock.advance(seconds * 1000 - 1)
    assert.equal(failures.find('k')?.code, code)
    clock.advance(1)
    assert.equal(failures.find('k'), undefined, code)
  }
})

test('does not remember errors that are not the platform’s', () => {
  const { failures } = start()
  for (const code of ['platform_not_configured', 'invalid_cursor', 'unavailable'] as const) {
    const error = new ApiError(code)
    assert.equal(failures.remember('k', error), error)
    assert.equal(failures.find('k'), undefined, code)
  }
})

test('does not remember the service’s own limit: another license may be within it', () => {
  const { failures } = start()
  const error = new ApiError('platform_rate_limited', { cause: new ApiError('rate_limited'), retryAfterSeconds: 9 })
  assert.equal(failures.remember('k', error), error)
  assert.equal(failures.find('k'), undefined)
})

test('the time varies by 20 % either way', () => {
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

test('a platform gets the pause that it asks for, and at most a fifth more', () => {
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

test('no pause is longer than six minutes', () => {
  const { clock, failures } = start(0)
  failures.remember('k', new ApiError('platform_rate_limited', { retryAfterSeconds: 86_400 }))
  clock.advance(300_000 - 1)
  assert.ok(failures.find('k'))
  clock.advance(1)
  assert.equal(failures.find('k'), undefined)
})

test('an error says when to retry, if a retry can help', () => {
  const { clock, failures } = start()
  assert.equal(failures.remember('error', new ApiError('platform_error')).retryAfterSeconds, 15)
  clock.advance(4_500)
  assert.equal(failures.find('error')?.retryAfterSeconds, 11)
  assert.equal(failures.remember('gone', new ApiError('profile_not_found')).retryAfterSeconds, undefined)
  assert.equal(failures.find('gone')?.retryAfterSeconds, undefined)
})

test('an error that will not pass is not retryable, the first time and later', () => {
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

test('passes on what the platform itself said', () => {
  const { failures } = start()
  const error = new ApiError('platform_rate_limited', { message: 'Slower', retryAfterSeconds: 42 })
  assert.equal(failures.remember('k', error), error)
  assert.equal(failures.find('k')?.message, 'Slower')
})

test('drops causes, which may hold a whole response', () => {
  const { failures } = start()
  const cause = new Error('with a response')
  assert.equal(failures.remember('k', new ApiError('platform_error', { cause })).cause, cause)
  assert.equal(failures.find('k')?.cause, undefined)
})

test('drops the oldest failures when there are too many', () => {
  const { failures } = start(0.5, 1_000)
  for (let n = 0; n < 1_500; n += 1) failures.remember(String(n), new ApiError('platform_error'))
  const remembered = Array.from({ length: 1_500 }, (_, n) => failures.find(String(n))).filter(Boolean)
  assert.equal(remembered.length, 1_000)
  assert.ok(failures.find('1499'))
})
