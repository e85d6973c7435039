import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError, type ErrorCode, isApiError } from '../../errors.ts'
import { createFailedExchanges, type FailedExchanges, type FailedExchangesOptions } from './failed-exchanges.ts'

const ADDRESS = '203.0.113.7'
const LIMITS = {
  limit: 20,
  mostGuesses: 100,
  failures: ['license_unknown', 'license_malformed'],
  guesses: ['license_unknown'],
  message: 'Wait.',
} as const

const start = (options: Partial<FailedExchangesOptions> = {}) => {
  const time = { at: 0 }
  return { time, failures: createFailedExchanges({ ...LIMITS, elapsed: () => time.at, ...options }) }
}

const outcome = async (
  failures: FailedExchanges,
  { address = ADDRESS, secret = 'wrong', code = 'license_unknown' as ErrorCode } = {},
) => {
  const exchange = async (): Promise<never> => {
    throw new ApiError(code)
  }
  const error = await failures.guard(address, secret, exchange).catch((caught: unknown) => caught)
  assert.ok(isApiError(error))
  return error
}

/** Whether a correct key is accepted. */
const isAccepted = async (failures: FailedExchanges, secret = 'right', address = ADDRESS): Promise<boolean> => {
  const response = await failures.guard(address, secret, async () => 'license').catch((caught: unknown) => caught)
  assert.ok(response === 'license' || isApiError(response, 'rate_limited'))
  return response === 'license'
}

test('after 20 wrong keys in a minute further ones are rate limited, and a correct key works', async () => {
  const { time, failures } = start()
  for (let count = 0; count < 20; count += 1) {
    time.at += 1_000
    const code = count % 2 ? 'license_unknown' : 'license_malformed'
    assert.equal((await outcome(failures, { code })).code, code)
    assert.equal(await isAccepted(failures), true)
  }
  for (const code of ['license_unknown', 'license_malformed'] as const) {
    const refused = await outcome(failures, { code })
    assert.deepEqual([refused.code, refused.message, refused.retryAfterSeconds], ['rate_limited', 'Wait.', 41])
  }
  assert.equal(await isAccepted(failures), true)
})

test('the window ends a minute after its first failure', async () => {
  const { time, failures } = start({ limit: 1 })
  await outcome(failures)
  time.at += 59_999
  assert.equal((await outcome(failures)).retryAfterSeconds, 1)
  time.at += 1
  assert.equal((await outcome(failures)).code, 'license_unknown')
})

test('correct keys, unusable licenses and a store that is down do not count as failures', async () => {
  const { failures } = start({ limit: 1, mostGuesses: 1 })
  for (const code of ['license_suspended', 'license_expired', 'license_revoked', 'unavailable'] as const) {
    for (let count = 0; count < 3; count += 1) assert.equal((await outcome(failures, { code })).code, code)
  }
  assert.equal(await isAccepted(failures), true)
  assert.equal((await outcome(failures)).code, 'license_unknown')
})

test('an address over the limit of guesses causes no lookups until its minute is over', async () => {
  const { time, failures } = start()
  const tried: string[] = []
  const send = (secret: string) =>
    failures
      .guard(ADDRESS, secret, async () => {
        tried.push(secret)
        throw new ApiError('license_unknown')
      })
      .catch(() => undefined)
  for (let count = 0; count < 1_000; count += 1) await send(`guess-${count}`)
  assert.equal(tried.length, 100)
  assert.equal(await isAccepted(failures), false)
  time.at += 60_000
  assert.equal(await isAccepted(failures), true)
})

test('a key that was correct from an address works there despite its neighbors, and nowhere else', async () => {
  const elsewhere = '198.51.100.1'
  const { failures } = start()
  assert.equal(await isAccepted(failures), true)
  for (const address of [ADDRESS, elsewhere]) {
    for (let count = 0; count < 200; count += 1) await outcome(failures, { address })
  }
  assert.equal(await isAccepted(failures), true)
  assert.equal(await isAccepted(failures, 'right', elsewhere), false)
  // Once it fails, for example after its overlap, it is like any other.
  assert.equal((await outcome(failures, { secret: 'right' })).code, 'rate_limited')
  assert.equal(await isAccepted(failures), false)
})

test('malformed keys are not guesses, and no correct key is refused because of them', async () => {
  const { failures } = start()
  for (let count = 0; count < 500; count += 1) await outcome(failures, { code: 'license_malformed' })
  assert.equal(await isAccepted(failures, 'a right one of which nothing is known'), true)
})

test('counts addresses separately, and an IPv6 network together', async () => {
  const { failures } = start({ limit: 1 })
  const codes = []
  for (const address of [
    '203.0.113.7',
    '203.0.113.8',
    '::ffff:203.0.113.7',
    '2001:db8::1',
    '2001:db8::2',
    '2001:db8:0:1::1',
  ]) {
    codes.push((await outcome(failures, { address })).code)
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

test('of 1,000 concurrent wrong keys 20 are reported as wrong', async () => {
  const { failures } = start()
  const errors = await Promise.all(Array.from({ length: 1_000 }, () => outcome(failures)))
  assert.equal(errors.filter(({ code }) => code === 'license_unknown').length, 20)
  assert.equal(errors.filter(({ code }) => code === 'rate_limited').length, 980)
})

test('remembers no more addresses and correct keys than its limits', async () => {
  const { failures } = start({ limit: 1, maxAddresses: 2 })
  for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) await outcome(failures, { address })
  assert.equal((await outcome(failures, { address: '192.0.2.3' })).code, 'rate_limited')
  assert.equal((await outcome(failures, { address: '192.0.2.1' })).code, 'license_unknown')
  const { failures: forgetful } = start({ mostGuesses: 1, maxKnownGood: 1 })
  for (const secret of ['one', 'two']) assert.equal(await isAccepted(forgetful, secret), true)
  await outcome(forgetful)
  assert.deepEqual([await isAccepted(forgetful, 'one'), await isAccepted(forgetful, 'two')], [false, true])
})
