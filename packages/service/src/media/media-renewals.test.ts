import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { NOTHING_GONE } from '@central-api/testing/media/doubles.ts'
import { createStubStore } from '@central-api/testing/scanning/fixture.ts'
import { ApiError } from '../errors.ts'
import { storePrefix } from '../scanning/store-key.ts'
import { createStoreLeases } from '../scanning/store-lease.ts'
import { Refused } from '../upstream/contract/refusal.ts'
import { type MediaKey, type MediaSource, subjectOf } from './media-key.ts'
import { type CurrentImage, createMediaRenewals, type MediaOwner } from './media-renewals.ts'

const HOUR_MS = 3_600_000
const KEPT_MS = 30 * 24 * HOUR_MS
const OWN = new AbortController().signal
const PER_MINUTE = 4
const POST = 'https://ana.example/1'

/** With a signature that ends, of files whose names last. */
const signed = (file: string, signature = 1): string =>
  `https://cdn.example/${file}.jpg?Expires=1893456000&Signature=${signature}`

const keyOf = (url: string, source: Partial<MediaSource> = {}, more: Partial<MediaKey> = {}): MediaKey => {
  const whole = { post: POST, account: 'https://ana.example/', place: 'image 0', ...source }
  const { post, account } = whole
  return {
    ...{ reach: 'public', platform: 'rss', url, source: whole },
    ...{ post: subjectOf(post), account: subjectOf(account) },
    ...more,
  }
}

const start = (
  found: readonly CurrentImage[] | (() => never | Promise<readonly CurrentImage[]>) = [],
  store = createStubStore(),
) => {
  const clock = { now: 100 * KEPT_MS }
  const read: MediaOwner[] = []
  const refused: unknown[] = []
  const faults: unknown[] = []
  const renewals = createMediaRenewals({
    async read(owner) {
      read.push(owner)
      return typeof found === 'function' ? found() : found
    },
    leases: createStoreLeases({
      ...{ pages: store, owner: `${read}`, leaseMs: 30_000, now: () => clock.now, elapsed: () => clock.now },
      ...{ random: () => 0.5, wait: async () => {}, onStoreError: () => {} },
    }),
    gone: { ...NOTHING_GONE, refuse: async (...said) => void refused.push(said) },
    ...{ perMinute: PER_MINUTE, pagesKeptMs: KEPT_MS, now: () => clock.now, elapsed: () => clock.now },
    onFault: (error) => faults.push(error),
  })
  const find = (key: MediaKey) => renewals.find(key, OWN)
  return { renewals, find, clock, read, refused, faults, store }
}

test('the same file is found wherever it is now, and not another one at its place', async () => {
  const { find } = start([
    { place: 'image 0', url: signed('b', 2) },
    { place: 'image 1', url: signed('a', 2) },
  ])
  assert.equal(await find(keyOf(signed('a'))), signed('a', 2))
  assert.deepEqual(await find(keyOf(signed('c'))), { status: 404 })
})

test('a file whose name does not last is found by its place; so is the only one of its kind', async () => {
  const { find } = start([
    { place: 'image 0', url: 'https://cdn.example/new-a' },
    { place: 'card', url: signed('card', 2) },
  ])
  assert.equal(await find(keyOf('https://cdn.example/old-a')), 'https://cdn.example/new-a')
  assert.equal(await find(keyOf(signed('other'), { place: 'card' })), signed('card', 2))
  assert.deepEqual(await find(keyOf('https://cdn.example/old-b', { place: 'image 1' })), { status: 404 })
})

test('what has no source cannot be found', async () => {
  const { find, read } = start([{ place: 'image 0', url: signed('a') }])
  const { source: _, ...without } = keyOf(signed('a'))
  for (const key of [without, keyOf(signed('a'), { post: null, account: null })])
    assert.deepEqual(await find(key), { status: 404 })
  assert.deepEqual(read, [])
})

test('reaches and platforms share nothing, and what a connection found goes with it', async () => {
  const store = createStubStore()
  const image = { place: 'image 0', url: signed('a', 2) }
  const first = start([image], store)
  const reaches = ['cn_1', 'cn_2', 'public'] as const
  for (const reach of reaches) await first.find(keyOf(signed('a'), {}, { reach }))
  await first.find(keyOf(signed('a'), {}, { platform: 'mastodon' }))
  assert.deepEqual(
    first.read.map(({ reach, platform }) => `${reach} ${platform}`),
    ['cn_1 rss', 'cn_2 rss', 'public rss', 'public mastodon'],
  )
  assert.equal(store.stored.size, 4)
  await store.removeWithin(storePrefix('cn_1'))
  const other = start([], store)
  for (const reach of reaches) await other.find(keyOf(signed('a'), {}, { reach }))
  assert.deepEqual(
    other.read.map(({ reach }) => reach),
    ['cn_1'],
  )
})

test('what one process found is known to the others for an hour, and the store deletes it then', async () => {
  const store = createStubStore()
  const first = start([{ place: 'image 0', url: signed('a', 2) }], store)
  await first.find(keyOf(signed('a')))
  const other = start([{ place: 'image 0', url: signed('a', 3) }], store)
  assert.equal(other.renewals.peek(keyOf(signed('a'))), undefined)
  assert.equal(await other.find(keyOf(signed('a'))), signed('a', 2))
  assert.equal(other.renewals.peek(keyOf(signed('a'))), signed('a', 2))
  const [{ fetchedAt } = assert.fail()] = [...store.stored.values()]
  assert.equal(fetchedAt + KEPT_MS, first.clock.now + HOUR_MS)
  other.clock.now += HOUR_MS
  assert.equal(await other.find(keyOf(signed('a'))), signed('a', 3))
  // By a clock that was set back since.
  const earlier = start([{ place: 'image 0', url: signed('a', 4) }], store)
  earlier.clock.now -= 2 * HOUR_MS
  assert.equal(await earlier.find(keyOf(signed('a'))), signed('a', 4))
})

test('a refusal is remembered like a result, and says what it means', async () => {
  const cases = [
    [new Refused('absent', { about: 'post' }), 410],
    [new Refused('hidden', { about: 'post' }), 410],
    [new Refused('closed'), 404],
    [new ApiError('unsupported_post_url'), 404],
    [new ApiError('connection_ended', { details: { reason: 'expired' } }), 404],
    [new Refused('limited'), 503],
    [new ApiError('platform_timeout'), 503],
  ] as const
  for (const [error, status] of cases) {
    const { find, read, refused } = start(() => {
      throw error
    })
    for (let times = 0; times < 2; times += 1) {
      const result = await find(keyOf(signed('a')))
      assert.equal(typeof result === 'string' ? result : result.status, status, error.code)
    }
    assert.equal(read.length, 1)
    const [owner] = read
    assert.deepEqual(refused, error.retryable ? [] : [[subjectOf(POST), owner, error]])
  }
})

test('a mistake of this program is reported, and costs no more than a refusal', async () => {
  const { find, faults, read } = start(() => {
    throw new TypeError('undefined is not a function')
  })
  for (let times = 0; times < 2; times += 1)
    assert.deepEqual(await find(keyOf(signed('a'))), { status: 503, retryAfterSeconds: 3_600 })
  assert.deepEqual([faults.length, read.length], [1, 1])
})

test('calls that are over the budget of a minute are not made, and are not remembered', async () => {
  const { find, clock, read, store } = start([{ place: 'image 0', url: signed('a', 2) }])
  const ask = (n: number) => find(keyOf(signed('a'), { post: `https://ana.example/${n}` }))
  for (let n = 0; n < PER_MINUTE; n += 1) {
    assert.equal(await ask(n), signed('a', 2))
    clock.now += 10_000
  }
  assert.deepEqual(await ask(PER_MINUTE), { status: 503, retryAfterSeconds: 20 })
  assert.deepEqual([read.length, store.stored.size], [PER_MINUTE, PER_MINUTE])
  assert.equal(await ask(0), signed('a', 2))
  clock.now += 20_000
  assert.equal(await ask(PER_MINUTE), signed('a', 2))
})

test('a thousand callers cause one call, whose result is kept when they leave', async () => {
  const opened = Promise.withResolvers<readonly CurrentImage[]>()
  const { renewals, read } = start(() => opened.promise)
  const controller = new AbortController()
  const all = Array.from({ length: 1_000 }, () => renewals.find(keyOf(signed('a')), controller.signal))
  while (read.length === 0) await setImmediate()
  controller.abort(new Error('left'))
  assert.ok((await Promise.allSettled(all)).every(({ status }) => status === 'rejected'))
  opened.resolve([{ place: 'image 0', url: signed('a', 2) }])
  await renewals.idle()
  assert.deepEqual([renewals.peek(keyOf(signed('a'))), read.length], [signed('a', 2), 1])
})
