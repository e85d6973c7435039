import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { NO_CONNECTIONS } from '@central-api/testing/platforms/suite/no-connections.ts'
import { createTestStore } from '@central-api/testing/platforms/suite/test-store.ts'
import { createBodyBudget } from '../egress/body-budget.ts'
import { youtube } from '../platforms/youtube/youtube.ts'
import { UNNAMED_BUCKET } from './budgets/governor.ts'
import { PUBLIC } from './contract/reach.ts'
import { isRefused } from './contract/refusal.ts'
import { createUpstreams } from './create-upstreams.ts'
import { createRegistry } from './registry.ts'

const START = 1_900_000_000_000
const HOUR_MS = 3_600_000
const PAUSE_MS = 15 * 60_000
const JUMPS = { 'back by an hour': -HOUR_MS, 'on by an hour': HOUR_MS }
const PAYER = { platform: 'youtube', source: 'api', who: 'key', host: 'www.googleapis.com', isShared: true }
const LIMITED = {
  ...{ status: 429, url: 'https://www.googleapis.com/', headers: { 'retry-after': '600' } },
  ...{ text: () => '', json: () => null },
}

/** A wall clock that can be set, and a monotonic one. */
const start = (store = createTestStore(), at = START) => {
  const clock = { passedMs: 0, putMs: 0 }
  const upstreams = createUpstreams({
    egress: {
      fetch: () => assert.fail('a call'),
      bodies: createBodyBudget({ maxBytes: 0, maxBytesOfLicense: 0 }),
      close: async () => {},
    },
    registry: createRegistry([youtube as never], { YOUTUBE_API_KEY: 'AIza-one' }),
    ...{ store, keys: [Buffer.alloc(32)], owner: 'process', freshMs: 1, sharedHostPerMinute: 600, randomBytes },
    now: () => at + clock.passedMs + clock.putMs,
    elapsed: () => clock.passedMs,
    connected: NO_CONNECTIONS,
    random: () => 0.5,
    wait: async () => {},
    onStoreError: assert.ifError,
  })
  return { ...upstreams, clock, store }
}

for (const [how, setMs] of Object.entries(JUMPS)) {
  test(`with the clock set ${how}, a limit ends when the platform said`, () => {
    const { governor, clock } = start()
    governor.close(PAYER, UNNAMED_BUCKET, LIMITED, { until: undefined, isForLong: true, limits: undefined })
    assert.ok(governor.closedUntil(PAYER, UNNAMED_BUCKET, 1))
    clock.putMs = setMs
    clock.passedMs += 600_000
    assert.equal(governor.closedUntil(PAYER, UNNAMED_BUCKET, 1), undefined)
  })

  test(`with the clock set ${how}, a refused credential is retried when its pause is over`, async () => {
    const { pool, clock } = start()
    const [credential = assert.fail()] = pool.list('youtube')
    pool.report(credential, { is: 'refused', error: 'credential_refused' })
    await pool.idle()
    const mayBeTried = () => pool.candidates('youtube', credential.kind.id).length > 0
    assert.equal(mayBeTried(), false)
    clock.putMs = setMs
    clock.passedMs += PAUSE_MS
    assert.equal(mayBeTried(), true)
  })
}

test('a limit lasts as long as reported even if the clock is set back and the process restarted', async () => {
  const before = start()
  before.governor.close(PAYER, UNNAMED_BUCKET, LIMITED, { until: undefined, isForLong: true, limits: undefined })
  await before.flush()
  const after = start(before.store, START - HOUR_MS)
  await after.load()
  assert.equal(after.governor.closedUntil(PAYER, UNNAMED_BUCKET, 1), START - HOUR_MS + 600_000)
})

test('searches are made to the last one, and the platform is limited for searches from then on', async () => {
  const { contexts, health } = start()
  const [source = assert.fail()] = youtube.sources
  const { send } = contexts({
    ...{ platform: youtube, source: source as never, handle: undefined, access: PUBLIC, licenseId: undefined },
    ...{ isClientHost: () => false, isLater: false, signal: new AbortController().signal, deadline: 10_000 },
  })
  const outcomes: unknown[] = []
  for (let at = 0; at < 110; at += 1) {
    const call = { url: 'https://youtube.googleapis.com/youtube/v3/search', query: { q: `${at}` }, bucket: 'search' }
    outcomes.push(await send(call).catch((error: unknown) => isRefused(error, 'exhausted', 'limited')))
  }
  assert.equal(outcomes.filter((isRefusal) => isRefusal === false).length, 98)
  const searches = { ...youtube, sources: [source as never] }
  const { state, retryAt } = health()(searches, 'search')
  assert.equal(state, 'limited')
  assert.ok(retryAt !== null && retryAt > START)
  assert.equal(health()(searches).state, 'ready')
})

/** Whether a search is sent. */
const search = async (from: ReturnType<typeof start>['contexts'], licenseId: string, at: number) => {
  const [source = assert.fail()] = youtube.sources
  const { send } = from({
    ...{ platform: youtube, source: source as never, handle: undefined, access: PUBLIC, licenseId },
    ...{ isClientHost: () => false, isLater: false, signal: new AbortController().signal, deadline: 10_000 },
  })
  const call = {
    url: 'https://youtube.googleapis.com/youtube/v3/search',
    query: { q: `${licenseId} ${at}` },
    bucket: 'search',
  }
  // The call itself fails: this test has no network.
  return send(call).catch((error: unknown) => (isRefused(error, 'exhausted') ? 'refused' : 'sent'))
}

test('one of several licenses may use half of the searches of a day, and the next one may still search', async () => {
  const { contexts, store } = start()
  const restarted = start(store)
  const outcomes: unknown[] = []
  for (let at = 0; at < 60; at += 1) outcomes.push(await search(contexts, 'lic_one', at))
  assert.deepEqual([outcomes.indexOf('refused'), outcomes.lastIndexOf('sent')], [49, 48])
  assert.equal(await search(restarted.contexts, 'lic_one', 61), 'refused')
  assert.equal(await search(restarted.contexts, 'lic_two', 1), 'sent')
})

test('a single license may use more than half of the searches of a day', async () => {
  const licenses = { list: async () => ({ licenses: [{} as never], next: null }) }
  const { contexts } = start({ ...createTestStore(), licenses } as never)
  const outcomes: unknown[] = []
  for (let at = 0; at < 60; at += 1) outcomes.push(await search(contexts, 'lic_one', at))
  assert.deepEqual(new Set(outcomes), new Set(['sent']))
})
