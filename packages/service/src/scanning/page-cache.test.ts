import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { HeldPage } from '../storage/store.ts'
import { createClock, createStubStore, cursorsAt, DAY_MS, START } from './fixture.ts'
import { createPageCache, pageKey } from './page-cache.ts'

const SCOPE = { platform: 'stub', handle: 'name', variant: 'posts' }
const KEY = pageKey(SCOPE, undefined)
const pageOf = (text: string, fetchedAt = START): HeldPage => ({
  body: Buffer.from(JSON.stringify(text)),
  next: 'p',
  fetchedAt,
})

const start = ({ maxBytes = 1_000_000, clock = createClock(), store = createStubStore() } = {}) => {
  const errors: unknown[] = []
  const cursors = cursorsAt(clock.now)
  const cache = createPageCache({
    pages: store,
    cursors,
    now: clock.now,
    maxBytes,
    onStoreError: (error) => errors.push(error),
  })
  return { clock, store, cursors, cache, errors }
}

test('no two pages share a key, whatever is in their names', () => {
  const name = fc.string({ unit: fc.constantFrom('a', '1', '\n', ' '), maxLength: 6 })
  const parts = fc.tuple(name, fc.option(name, { nil: undefined }))
  fc.assert(
    fc.property(parts, parts, ([handle, after], [otherHandle, otherAfter]) => {
      const isSame = handle === otherHandle && after === otherAfter
      const ids = [pageKey({ ...SCOPE, handle }, after).id, pageKey({ ...SCOPE, handle: otherHandle }, otherAfter).id]
      assert.equal(ids[0] === ids[1], isSame)
    }),
    { numRuns: 2_000 },
  )
})

test('what is put is in memory at once and in the store behind', async () => {
  const { store, cache } = start()
  const page = cache.put(KEY, pageOf('one'))
  assert.equal(cache.peek(KEY), page)
  assert.equal(await cache.find(KEY), page)
  await cache.idle()
  assert.deepEqual([...store.held.values()], [pageOf('one')])
  assert.equal(store.finds, 0)
})

test('after a restart the page comes out of the store, once', async () => {
  const { store, cache } = start()
  const before = cache.put(KEY, pageOf('one'))
  await cache.idle()
  const restarted = start({ store })
  assert.equal(restarted.cache.peek(KEY), undefined)
  const page = await restarted.cache.find(KEY)
  assert.ok(page)
  assert.ok(page.body.equals(before.body))
  assert.equal(page.fetchedAt, START)
  assert.equal(restarted.cache.peek(KEY), page)
  await restarted.cache.find(KEY)
  assert.equal(store.finds, 1)
})

test('another handle, variant or position is another page', async () => {
  const { cache } = start()
  cache.put(KEY, pageOf('one'))
  for (const key of [
    pageKey({ ...SCOPE, handle: 'other' }, undefined),
    pageKey({ ...SCOPE, variant: 'media' }, undefined),
    pageKey({ ...SCOPE, platform: 'other' }, undefined),
    pageKey(SCOPE, ''),
    pageKey(SCOPE, 'p'),
  ]) {
    assert.equal(await cache.find(key), undefined)
  }
})

test('a cursor that has aged in memory is sealed anew, and once', () => {
  const { clock, cursors, cache } = start()
  cache.put(KEY, pageOf('one'))
  clock.advance(20 * DAY_MS)
  const page = cache.peek(KEY)
  assert.ok(page)
  const { nextCursor, fetchedAt } = JSON.parse(page.bytes.toString()).data
  assert.equal(cursors.open(SCOPE, nextCursor), 'p')
  assert.equal(fetchedAt, '2030-01-01T00:00:00.000Z')
  assert.equal(cache.peek(KEY), page)
})

test('a page that was fetched while the store was asked is the newer one', async () => {
  const { store, cache } = start()
  const { promise, resolve } = Promise.withResolvers<HeldPage | undefined>()
  store.find = () => promise
  const finding = cache.find(KEY)
  const newer = cache.put(KEY, pageOf('newer', START + 1))
  resolve(pageOf('older'))
  assert.equal(await finding, newer)
  assert.equal(cache.peek(KEY), newer)
})

test('a store that is away is skipped and told of, never waited for or thrown', async () => {
  const { store, cache, errors } = start()
  store.failing = true
  assert.equal(await cache.find(KEY), undefined)
  const page = cache.put(KEY, pageOf('one'))
  await cache.idle()
  assert.equal(errors.length, 2)
  assert.equal(await cache.find(KEY), page)
})

test('a store that throws instead of rejecting is no different', async () => {
  const { store, cache, errors } = start()
  store.put = () => {
    throw new Error('closed')
  }
  const page = cache.put(KEY, pageOf('one'))
  await cache.idle()
  assert.deepEqual([cache.peek(KEY), errors.length], [page, 1])
})

test('memory is bounded by bytes: 50,000 keys leave as many pages as fit', async () => {
  const maxBytes = 200_000
  const { cache, store } = start({ maxBytes })
  store.put = async () => {}
  const keyOf = (n: number) => pageKey({ ...SCOPE, handle: `name${n}` }, undefined)
  const page = pageOf('x'.repeat(100))
  const count = 50_000
  for (let n = 0; n < count; n += 1) {
    cache.put(keyOf(n), { ...page, next: null })
    if (n % 100 === 0) await cache.idle()
  }
  let held = 0
  let bytes = 0
  for (let n = 0; n < count; n += 1) {
    const found = cache.peek(keyOf(n))
    if (!found) continue
    held += 1
    bytes += found.bytes.length
  }
  assert.ok(held > 100 && held < 400, String(held))
  assert.ok(bytes < maxBytes)
  assert.ok(cache.peek(keyOf(count - 1)), 'the newest is there')
})

test('a page larger than all of memory is answered and stored, not held', async () => {
  const { store, cache } = start({ maxBytes: 1_000 })
  const page = cache.put(KEY, pageOf('x'.repeat(2_000)))
  assert.ok(page.bytes.length > 2_000)
  assert.equal(cache.peek(KEY), undefined)
  await cache.idle()
  assert.equal(store.held.size, 1)
  assert.ok((await cache.find(KEY))?.body.equals(page.body))
})

test('a store that hangs holds back no more than 8 MiB of pages, and catches up afterwards', async () => {
  const { store, cache } = start()
  const { promise, resolve } = Promise.withResolvers<void>()
  const { put } = store
  store.put = async (key, page) => {
    await promise
    return put(key, page)
  }
  const body = Buffer.alloc(1024 * 1024, ' ')
  for (let n = 0; n < 100; n += 1) cache.put(pageKey(SCOPE, String(n)), { body, next: null, fetchedAt: START })
  resolve()
  await cache.idle()
  assert.equal(store.held.size, 8)
  cache.put(KEY, pageOf('later'))
  await cache.idle()
  assert.equal(store.held.size, 9)
})
