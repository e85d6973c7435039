import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { createTestStore } from '@central-api/testing/platforms/suite/test-store.ts'
import type { CredentialKind } from '../contract/credential.ts'
import { isRefused, Refused } from '../contract/refusal.ts'
import { createPool } from './pool.ts'
import { createTokens } from './tokens.ts'

const START = 1_900_000_000_000
const HOUR = 3_600_000
const noSend = () => assert.fail('the kind’s own exchange is used')

/** Processes on one store, and the exchanges they make. */
const start = (kind: Pick<CredentialKind<unknown>, 'obtain' | 'renew' | 'livesSeconds'>) => {
  const store = createTestStore()
  const clock = { ms: START }
  const now = () => clock.ms
  const whole: CredentialKind<unknown> = {
    ...{ id: 'app', settings: [], read: () => [], sign: () => ({}), steps: ['Ask.'] },
    ...kind,
  }
  const process = (name: string, renews = true) => {
    const pool = createPool({
      seeds: [{ platform: 'p', kind: whole, given: [{ secrets: { id: 'i', secret: 's', token: 'given' } }] }],
      ...{ store: store.credentials, keys: [Buffer.alloc(32)], now, randomBytes, onStoreError: assert.ifError },
    })
    const wait = () => new Promise<void>((resolve) => setImmediate(resolve))
    const parts = { pool, leases: store.pages, owner: name, now, wait, onStoreError: assert.ifError }
    const tokens = createTokens({ ...parts, renews })
    const [credential = assert.fail()] = pool.list()
    return { pool, tokens, credential, get: () => tokens.secretsOf(credential, noSend) }
  }
  return { clock, process, store }
}

test('fifty callers in three processes make one exchange, and one more when the token has expired', async () => {
  let exchanges = 0
  const { clock, process } = start({
    async obtain({ secret }) {
      assert.equal(secret, 's')
      exchanges += 1
      await new Promise((resolve) => setImmediate(resolve))
      return { secrets: { token: `t${exchanges}` }, expiresInSeconds: 3_600 }
    },
  })
  const processes = ['a', 'b', 'c'].map((name) => process(name))
  const all = () => Promise.all(Array.from({ length: 50 }, (_, n) => processes[n % 3]?.get() ?? assert.fail()))
  assert.deepEqual(new Set((await all()).map(({ token }) => token)), new Set(['t1']))
  assert.equal(exchanges, 1)
  clock.ms += HOUR
  assert.deepEqual(new Set((await all()).map(({ token }) => token)), new Set(['t2']))
  assert.equal(exchanges, 2)
})

test('renews a token before it expires, while calls use the old one', async () => {
  let exchanges = 0
  const { clock, process } = start({
    async obtain() {
      exchanges += 1
      return { secrets: { token: `t${exchanges}` }, expiresInSeconds: 3_600 }
    },
  })
  const { get } = process('a')
  await get()
  clock.ms += 0.79 * HOUR
  assert.equal((await get()).token, 't1')
  assert.equal(exchanges, 1)
  clock.ms += 0.01 * HOUR
  assert.equal((await get()).token, 't1', 'no call waits for the new one')
  for (let n = 0; n < 20; n += 1) await new Promise((resolve) => setImmediate(resolve))
  assert.deepEqual([(await get()).token, exchanges], ['t2', 2])
})

test('callers that were all refused with one token share one new token', async () => {
  let exchanges = 0
  const { process } = start({
    async obtain() {
      exchanges += 1
      return { secrets: { token: `t${exchanges}` } }
    },
  })
  const { get, tokens, credential } = process('a')
  const refused = await get()
  const renewed = await Promise.all(Array.from({ length: 50 }, () => tokens.replace(credential, refused, noSend)))
  assert.deepEqual(new Set(renewed.map(({ token }) => token)), new Set(['t2']))
  assert.equal((await tokens.replace(credential, refused, noSend)).token, 't2', 'also for a late caller')
  assert.equal(exchanges, 2)
})

test('a token that cannot be sent in a header is a broken response, and is not stored', async () => {
  for (const token of ['a\ufffd', 'a\nb', 'ü', '']) {
    const { process } = start({ obtain: async () => ({ secrets: { token } }) })
    const { get, pool, credential } = process('a')
    await assert.rejects(get(), (error) => isRefused(error, 'broken'))
    assert.equal(pool.tokenOf(credential), undefined)
  }
})

test('renews the newest token; a provided token is the first', async () => {
  const seen: unknown[] = []
  const { clock, process } = start({
    livesSeconds: 5_184_000,
    async renew({ token }) {
      seen.push(token)
      return { secrets: { token: `after ${token}` }, expiresInSeconds: 5_184_000 }
    },
  })
  const { get } = process('a')
  assert.equal((await get()).token, 'given')
  for (let n = 0; n < 20; n += 1) await new Promise((resolve) => setImmediate(resolve))
  assert.equal((await get()).token, 'after given')
  clock.ms += 50 * 24 * HOUR
  await get()
  for (let n = 0; n < 20; n += 1) await new Promise((resolve) => setImmediate(resolve))
  assert.deepEqual([(await get()).token, seen], ['after after given', ['given', 'after given']])
})

test('a refused exchange rejects all waiting callers, and is not repeated for each', async () => {
  let exchanges = 0
  const { process } = start({
    async obtain() {
      exchanges += 1
      throw new Refused('credential_refused')
    },
  })
  const { get } = process('a')
  const all = await Promise.allSettled(Array.from({ length: 10 }, get))
  assert.ok(all.every((each) => each.status === 'rejected' && isRefused(each.reason, 'credential_refused')))
  assert.equal(exchanges, 1)
})

test('a copy of a store obtains and renews no token, and uses one that is still valid', async () => {
  let exchanges = 0
  const { clock, process } = start({
    async obtain() {
      exchanges += 1
      return { secrets: { token: `t${exchanges}` }, expiresInSeconds: 3_600 }
    },
  })
  const [used, copy] = [process('used'), process('copy', false)]
  const refusesNone = (error: unknown) => isRefused(error, 'closed') && error.code === 'platform_not_configured'
  await assert.rejects(copy.get(), refusesNone)
  assert.deepEqual([(await used.get()).token, exchanges], ['t1', 1])
  await copy.pool.reload()
  // When its renewal is due, and after it has expired.
  clock.ms += 0.9 * HOUR
  assert.equal((await copy.get()).token, 't1')
  await new Promise((resolve) => setImmediate(resolve))
  assert.equal(exchanges, 1)
  await assert.rejects(copy.tokens.replace(copy.credential, { token: 't1' }, noSend), refusesNone)
  clock.ms += HOUR
  await assert.rejects(copy.get(), refusesNone)
  assert.equal(exchanges, 1)
  assert.equal((await used.get()).token, 't2')
})
