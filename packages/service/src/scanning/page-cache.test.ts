import assert from 'node:assert/strict'
import { hash, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { watchFreed } from '@central-api/testing/runtime/event-loop/watch-freed.ts'
import {
  createClock,
  createStubStore,
  cursorsAt,
  DAY_MS,
  dataOf,
  START,
} from '@central-api/testing/scanning/fixture.ts'
import fc from 'fast-check'
import type { CachedPage } from '../storage/store.ts'
import type { Scope } from './cursor.ts'
import { type CompressedPage, changePage, compressPage, type Page } from './page.ts'
import { createPageCache, type PageCacheOptions, pageKey } from './page-cache.ts'
import { fromStored, toStored } from './stored-page.ts'

const SCOPE: Scope = { platform: 'stub', handle: 'name', variant: 'posts', reach: 'public' }
const KEY = pageKey(SCOPE, undefined)
const pageOf = (text: string, fetchedAt = START, next: string | null = 'p'): Promise<CompressedPage> =>
  compressPage(Buffer.from(JSON.stringify(text)), next, fetchedAt)
/** Text that does not compress. */
const noise = (bytes: number): string => randomBytes(bytes / 2).toString('hex')

type Given = Pick<Partial<PageCacheOptions>, 'maxBytes' | 'serve'>

const start = ({
  maxBytes = 1_000_000,
  serve,
  clock = createClock(),
  store = createStubStore(),
}: Given & { clock?: ReturnType<typeof createClock>; store?: ReturnType<typeof createStubStore> } = {}) => {
  const errors: unknown[] = []
  const cursors = cursorsAt(clock.now)
  const cache = createPageCache({
    pages: store,
    cursors,
    now: clock.now,
    maxBytes,
    serve,
    onStoreError: (error) => errors.push(error),
  })
  return { clock, store, cursors, cache, errors }
}

test('no two pages share a key, whatever their names contain', () => {
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

test('a page is in memory immediately, and in the store later', async () => {
  const { store, cache } = start()
  const compressed = await pageOf('one')
  const page = await cache.put(KEY, compressed)
  assert.deepEqual(cache.peek(KEY), page)
  assert.deepEqual(await cache.find(KEY), page)
  await cache.idle()
  assert.deepEqual([...store.stored.values()], [toStored(compressed)])
  assert.equal(store.finds, 0)
})

test('after a restart, the page is read from the store once', async () => {
  const { store, cache } = start()
  const before = await cache.put(KEY, await pageOf('one'))
  await cache.idle()
  const restarted = start({ store })
  assert.equal(restarted.cache.peek(KEY), undefined)
  const page = await restarted.cache.find(KEY)
  assert.ok(page)
  assert.deepEqual(page.open, before.open)
  assert.equal(page.fetchedAt, START)
  assert.deepEqual(restarted.cache.peek(KEY), page)
  await restarted.cache.find(KEY)
  assert.equal(store.finds, 1)
})

test('a page with the URLs of the platform is beside the served one, and both are one page in the store', async () => {
  const served: (string | undefined)[] = []
  const serve: NonNullable<PageCacheOptions['serve']> = (page, _, licenseId) => {
    served.push(licenseId)
    return changePage(page, () => 'served' as never)
  }
  const own = pageKey(SCOPE, undefined, 'account', 'platform')
  const { cache, store } = start({ serve })
  const bodyOf = (page: Page | undefined) => page && dataOf(page).body
  await cache.put(KEY, await pageOf('one'), { licenseId: 'lic_1' })
  assert.deepEqual([bodyOf(cache.peek(KEY)), cache.peek(own)], ['served', undefined])
  await cache.idle()
  assert.equal(bodyOf(await cache.find(own)), 'one')
  assert.deepEqual([bodyOf(cache.peek(KEY)), bodyOf(cache.peek(own))], ['served', 'one'])
  await cache.put(own, await pageOf('two', START + 1), { licenseId: 'lic_2' })
  await cache.idle()
  assert.deepEqual([store.stored.size, served], [1, ['lic_1']])
  // One that is read from the store was fetched for somebody else.
  assert.equal(bodyOf(await start({ store, serve }).cache.find(KEY)), 'served')
  assert.deepEqual(served, ['lic_1', undefined])
})

test('another handle, variant or position is another page', async () => {
  const { cache } = start()
  await cache.put(KEY, await pageOf('one'))
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

test('reseals an aged cursor in memory, once', async () => {
  const { clock, cursors, cache } = start()
  await cache.put(KEY, await pageOf('one'))
  clock.advance(20 * DAY_MS)
  const page = cache.peek(KEY)
  assert.ok(page)
  const { body, nextCursor, fetchedAt } = dataOf(page)
  assert.equal(body, 'one')
  assert.equal(cursors.open(SCOPE, nextCursor), 'p')
  assert.equal(fetchedAt, '2030-01-01T00:00:00.000Z')
  assert.equal(cache.peek(KEY), page)
})

test('a page fetched during a read of the store is the newer one', async () => {
  const { store, cache } = start()
  const { promise, resolve } = Promise.withResolvers<CachedPage | undefined>()
  store.find = () => promise
  const finding = cache.find(KEY)
  const newer = await cache.put(KEY, await pageOf('newer', START + 1))
  resolve(toStored(await pageOf('older')))
  assert.deepEqual(await finding, newer)
  assert.deepEqual(cache.peek(KEY), newer)
})

test('reports and skips a store that fails, without waiting or throwing', async () => {
  const { store, cache, errors } = start()
  store.failing = true
  assert.equal(await cache.find(KEY), undefined)
  const page = await cache.put(KEY, await pageOf('one'))
  await cache.idle()
  assert.equal(errors.length, 2)
  assert.deepEqual(await cache.find(KEY), page)
})

test('handles a store that throws like one that rejects', async () => {
  const { store, cache, errors } = start()
  store.put = () => {
    throw new Error('closed')
  }
  const page = await cache.put(KEY, await pageOf('one'))
  await cache.idle()
  assert.deepEqual([cache.peek(KEY), errors.length], [page, 1])
})

test('an evicted page that no caller received frees its memory, and no other page does', async (context) => {
  const clock = createClock()
  const { cache, store } = start({ maxBytes: 12_000, clock })
  const compressed = await pageOf(noise(4_000))
  const freed = watchFreed(context)
  const keyOf = (after: string) => pageKey(SCOPE, after)
  /** As much as memory holds, so that everything else is evicted. */
  const fill = () =>
    Promise.all(['first', 'second', 'third', 'fourth'].map((after) => cache.put(keyOf(after), compressed)))
  const put = await cache.put(keyOf('put'), compressed)
  const { length } = put.content.bytes
  await fill()
  assert.deepEqual(freed, [length])

  const received = [
    put,
    await cache.put(keyOf('given'), compressed),
    cache.peek(keyOf('given')),
    await cache.find(keyOf('fourth')),
  ]
  clock.advance(20 * DAY_MS)
  received.push(cache.peek(keyOf('given')))
  await cache.idle()
  received.push(await start({ store, clock }).cache.find(keyOf('put')))
  received.push(await cache.find(keyOf('put')))
  await fill()
  await fill()
  for (const page of received) assert.deepEqual(page && dataOf(page).body, dataOf(put).body)
  assert.equal(cache.peek(keyOf('put')), undefined)
})

test('memory is limited by bytes: of 50,000 pages, as many stay as fit', async () => {
  const maxBytes = 200_000
  const { cache, store } = start({ maxBytes })
  store.put = async () => {}
  const keyOf = (n: number) => pageKey({ ...SCOPE, handle: `name${n}` }, undefined)
  const page = await pageOf('x'.repeat(100), START, null)
  const count = 50_000
  for (let n = 0; n < count; n += 1) {
    await cache.put(keyOf(n), page)
    if (n % 100 === 0) await cache.idle()
  }
  let cached = 0
  let bytes = 0
  for (let n = 0; n < count; n += 1) {
    const found = cache.peek(keyOf(n))
    if (!found) continue
    cached += 1
    bytes += found.content.bytes.length
  }
  assert.ok(cached > 100 && cached < 400, String(cached))
  assert.ok(bytes < maxBytes)
  assert.ok(cache.peek(keyOf(count - 1)), 'the newest is cached')
})

test('a page larger than the whole memory is returned and stored, but not cached in memory', async () => {
  const { store, cache } = start({ maxBytes: 1_000 })
  const page = await cache.put(KEY, await pageOf(noise(4_000)))
  assert.ok(page.content.bytes.length > 2_000)
  assert.equal(cache.peek(KEY), undefined)
  await cache.idle()
  assert.equal(store.stored.size, 1)
  assert.deepEqual((await cache.find(KEY))?.open, page.open)
})

test('a store that hangs holds back no more than 8 MiB of pages, and catches up afterwards', async () => {
  const { store, cache } = start()
  const { promise, resolve } = Promise.withResolvers<void>()
  const { put } = store
  store.put = async (key, page) => {
    await promise
    return put(key, page)
  }
  const page = await pageOf(noise(2 * 1024 * 1024))
  const { length } = toStored(page).body
  for (let n = 0; n < 100; n += 1) await cache.put(pageKey(SCOPE, String(n)), page)
  resolve()
  await cache.idle()
  const most = Math.floor((8 * 1024 * 1024) / length)
  assert.ok(most > 1)
  assert.equal(store.stored.size, most)
  await cache.put(KEY, await pageOf('later'))
  await cache.idle()
  assert.equal(store.stored.size, most + 1)
})

test('serves a page stored before compression, until there is a newer one in either format', async () => {
  const { store, cache } = start()
  const plainKey = hash('sha256', `2\n${KEY.id}`, 'hex')
  const plain = (text: string, fetchedAt: number): CachedPage => ({
    body: Buffer.from(
      `{"profile":{},"posts":[{"text":"${text}","publishedAt":"2029-12-31T00:00:00.000Z","media":[],"source":{"kind":"feed"}}]}`,
    ),
    next: 'p',
    fetchedAt,
  })
  const textOf = async () => {
    const page = await start({ store }).cache.find(KEY)
    return page && dataOf(page).body.posts[0]?.text
  }
  store.stored.set(plainKey, plain('old', START))
  const page = await cache.find(KEY)
  assert.deepEqual(page?.traits, { provenance: 'feed', newestAt: Date.UTC(2029, 11, 31) })
  assert.equal(await textOf(), 'old')
  await cache.put(KEY, await compressPage(plain('new', START).body, 'p', START + 1))
  await cache.idle()
  assert.equal(await textOf(), 'new')
  store.stored.set(plainKey, plain('parallel', START + 2))
  assert.equal(await textOf(), 'parallel')
})

test('clients get the served form, the store keeps the page, and a newer page that came meanwhile stays', async () => {
  const gate = Promise.withResolvers<void>()
  const served = (page: CompressedPage) => changePage(page, () => `served ${page.fetchedAt}` as never)
  const { cache, store } = start({
    async serve(page) {
      if (page.fetchedAt === START) await gate.promise
      return served(page)
    },
  })
  const older = cache.adopt(KEY, toStored(await pageOf('older')))
  await cache.put(KEY, await pageOf('newer', START + 1))
  await cache.idle()
  gate.resolve()
  for (const page of [await older, cache.peek(KEY)]) assert.equal(page && dataOf(page).body, `served ${START + 1}`)
  const [kept] = store.stored.values()
  assert.ok(kept)
  assert.deepEqual((await fromStored(kept, 'account'))?.open, (await pageOf('newer', START + 1)).open)
})

test('never reads a page in an unreleased format as a current one', async () => {
  const { store, cache } = start()
  const put = await pageOf('of another form')
  store.stored.set(hash('sha256', `3\n${KEY.id}`, 'hex'), toStored(put))
  assert.equal(await cache.find(KEY), undefined)
})
