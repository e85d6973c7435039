import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError, type ErrorCode, isApiError } from '../../errors.ts'
import { createFailedExchanges, type FailedExchanges } from './failed-exchanges.ts'

const ADDRESS = '203.0.113.7'

const clock = (start = Date.parse('2030-01-01T00:00:00Z')) => {
  const time = { at: start, now: () => time.at }
  return time
}

const fail = (code: ErrorCode) => async (): Promise<never> => {
  throw new ApiError(code)
}

const outcome = async (failures: FailedExchanges, address: string, code: ErrorCode = 'license_unknown') => {
  const error = await failures.guard(address, fail(code)).catch((caught: unknown) => caught)
  assert.ok(isApiError(error))
  return error
}

test('after 20 wrong keys in a minute the address is told to wait, also with a right key', async () => {
  const time = clock()
  const failures = createFailedExchanges({ elapsed: time.now })
  for (let count = 0; count < 20; count += 1) {
    time.at += 1_000
    const code = count % 2 ? 'license_unknown' : 'license_malformed'
    assert.equal((await outcome(failures, ADDRESS, code)).code, code)
  }
  let exchanges = 0
  const refused = await failures.guard(ADDRESS, async () => (exchanges += 1)).catch((error: unknown) => error)
  assert.ok(isApiError(refused, 'rate_limited'))
  assert.equal(refused.retryAfterSeconds, 41)
  assert.equal(exchanges, 0)
})

test('the window ends a minute after its first failure', async () => {
  const time = clock()
  const failures = createFailedExchanges({ elapsed: time.now, limit: 1 })
  await outcome(failures, ADDRESS)
  time.at += 59_999
  assert.equal((await outcome(failures, ADDRESS)).retryAfterSeconds, 1)
  time.at += 1
  assert.equal((await outcome(failures, ADDRESS)).code, 'license_unknown')
})

test('right keys, licenses that may not be used and a store that is down are no wrong keys', async () => {
  const failures = createFailedExchanges({ elapsed: clock().now, limit: 1 })
  for (const code of ['license_suspended', 'license_expired', 'license_revoked', 'unavailable'] as const) {
    for (let count = 0; count < 3; count += 1) assert.equal((await outcome(failures, ADDRESS, code)).code, code)
  }
  assert.equal(await failures.guard(ADDRESS, async () => 'license'), 'license')
  assert.equal((await outcome(failures, ADDRESS)).code, 'license_unknown')
})

test('addresses are counted apart, an IPv6 network together', async () => {
  const failures = createFailedExchanges({ elapsed: clock().now, limit: 1 })
  const codes = []
  for (const address of [
    '203.0.113.7',
    '203.0.113.8',
    '::ffff:203.0.113.7',
    '2001:db8::1',
    '2001:db8::2',
    '2001:db8:0:1::1',
  ]) {
    codes.push((await outcome(failures, address)).code)
  }
  assert.deepEqual(codes, [
    'license_unknown',
    'license_unknown',
    'rate_limited',
    'license_unknown',
    'rate_limited',
    'license_unknown',
  ])
})

test('of 1,000 wrong keys sent at once 20 are told that they are wrong', async () => {
  const failures = createFailedExchanges({ elapsed: clock().now })
  const errors = await Promise.all(Array.from({ length: 1_000 }, () => outcome(failures, ADDRESS)))
  assert.equal(errors.filter(({ code }) => code === 'license_unknown').length, 20)
  assert.equal(errors.filter(({ code }) => code === 'rate_limited').length, 980)
})

test('it remembers no more addresses than it may', async () => {
  const failures = createFailedExchanges({ elapsed: clock().now, limit: 1, maxAddresses: 2 })
  for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) await outcome(failures, address)
  assert.equal((await outcome(failures, '192.0.2.3')).code, 'rate_limited')
  assert.equal((await outcome(failures, '192.0.2.1')).code, 'license_unknown')
})

test('what counts as a guess, and what is said then, can be chosen', async () => {
  const options = { elapsed: clock().now, limit: 1, codes: ['token_invalid'], message: 'Wait.' } as const
  const failures = createFailedExchanges(options)
  for (const code of ['token_missing', 'license_unknown', 'token_invalid'] as const) {
    assert.equal((await outcome(failures, ADDRESS, code)).code, code)
  }
  const refused = await outcome(failures, ADDRESS, 'token_missing')
  assert.deepEqual([refused.code, refused.message, refused.retryAfterSeconds], ['rate_limited', 'Wait.', 60])
})
