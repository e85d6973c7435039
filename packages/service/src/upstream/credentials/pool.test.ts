import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { createTestStore, type TestStore } from '@central-api/testing/platforms/suite/test-store.ts'
import { act } from '@central-api/testing/storage/fixture.ts'
import type { CredentialKind } from '../contract/credential.ts'
import { createPool } from './pool.ts'
import { isTested } from './states.ts'

const START = 1_900_000_000_000
const MINUTE = 60_000
const KEY = Buffer.alloc(32, 1)
const EARLIER = Buffer.alloc(32, 2)
const kind: CredentialKind<unknown> = {
  id: 'key',
  settings: [],
  read: () => [],
  sign: ({ key = '' }) => ({ query: { key } }),
  steps: ['Ask.'],
}

const start = (store: TestStore = createTestStore(), keys: readonly Buffer[] = [KEY]) => {
  const clock = { ms: START }
  const given = ['first-1234', 'second-5678'].map((key) => ({ secrets: { key } }))
  const pool = createPool({
    seeds: [{ platform: 'p', kind, given: [...given, { host: 'h.example', secrets: { key: 'host-9999' } }] }],
    store: store.credentials,
    keys,
    now: () => clock.ms,
    randomBytes,
    onStoreError: assert.ifError,
  })
  const hints = (target?: { host?: string }) =>
    pool.candidates('p', 'key', target).map((each) => pool.recordOf(each).hint)
  const [first = assert.fail(), second = assert.fail()] = pool.list()
  return { clock, pool, store, hints, first, second }
}

test('prefers the credential unused for longest, and offers a host’s credential for that host only', () => {
  const { clock, pool, hints, first, second } = start()
  assert.deepEqual(hints(), ['1234', '5678'])
  assert.deepEqual(hints({ host: 'h.example' }), ['1234', '5678', '9999'])
  clock.ms += 1
  pool.report(first, { is: 'working' })
  assert.deepEqual(hints(), ['5678', '1234'])
  clock.ms += 1
  pool.report(second, { is: 'working' })
  assert.deepEqual(hints(), ['1234', '5678'])
})

test('stores the first success of a credential, and no later one', async () => {
  const { pool, store, first, second } = start()
  for (let use = 0; use < 3; use += 1) {
    pool.report(first, { is: 'working' })
    await pool.idle()
  }
  const stored = await store.credentials.list()
  assert.deepEqual(
    stored.map(({ id, state, version }) => [id, state, version]),
    [[first.id, 'working', 1]],
  )
  assert.deepEqual([isTested(pool.recordOf(first)), isTested(pool.recordOf(second))], [true, false])
})

test('pauses a refused credential for 15 minutes, doubling up to six hours', async () => {
  const { clock, pool, hints, first } = start()
  for (const minutes of [15, 30, 60, 120, 240, 360, 360]) {
    pool.report(first, { is: 'refused', error: 'credential_refused' })
    assert.deepEqual(hints(), ['5678'])
    clock.ms += minutes * MINUTE - 1
    assert.deepEqual(hints(), ['5678'], `${minutes}`)
    clock.ms += 1
    assert.deepEqual(hints(), ['5678', '1234'], 'retried, after those that work')
  }
  pool.report(first, { is: 'working' })
  await pool.idle()
  const { state, failures, error } = pool.recordOf(first)
  assert.deepEqual([state, failures, error], ['working', 0, 'credential_refused'])
})

test('processes share what they learn, whichever writes first', async () => {
  const store = createTestStore()
  const [one, other] = [start(store), start(store)]
  one.pool.report(one.first, { is: 'refused', error: 'credential_refused' })
  await one.pool.idle()
  await other.pool.reload(one.first.id)
  assert.deepEqual(other.hints(), ['5678'])
  // Two write at the same time: the second one reads what the first has written, and decides again.
  const third = start(store)
  await third.pool.reload()
  third.pool.report(third.first, { is: 'refused', error: 'credential_expired' })
  other.pool.report(other.first, { is: 'refused', error: 'credential_expired' })
  await Promise.all([third.pool.idle(), other.pool.idle()])
  const [record] = (await store.credentials.list()).filter(({ id }) => id === one.first.id)
  assert.equal(record?.failures, 3)
})

test('a paused credential stays paused until the operator resumes it, whatever calls in flight report', async () => {
  const { pool, hints, first } = start()
  assert.equal(await pool.command(first.id, 'pause', act()), true)
  pool.report(first, { is: 'working' })
  pool.report(first, { is: 'refused', error: 'credential_refused' })
  await pool.command(first.id, 'retry', act())
  assert.deepEqual(hints(), ['5678'])
  await pool.command(first.id, 'resume', act())
  assert.deepEqual(hints(), ['5678', '1234'])
  assert.equal(await pool.command('none', 'pause', act()), false)
})

test('a token is stored sealed, and a later pepper opens it for its own credential only', async () => {
  const store = createTestStore()
  const before = start(store, [EARLIER])
  await before.pool.keepToken(before.first, { token: 'secret-token' }, 3_600)
  assert.ok(!JSON.stringify(await store.credentials.list()).includes('secret-token'))
  const after = start(store, [KEY, EARLIER])
  assert.notEqual(after.first.id, before.first.id)
  await after.pool.reload()
  assert.deepEqual(after.pool.tokenOf(after.first), {
    secrets: { token: 'secret-token' },
    renewedAt: START,
    expiresAt: START + 3_600_000,
  })
  assert.equal(after.pool.tokenOf(after.second), undefined)
  const unrelated = start(store, [Buffer.alloc(32, 3)])
  await unrelated.pool.reload()
  assert.equal(unrelated.pool.tokenOf(unrelated.first), undefined)
})
