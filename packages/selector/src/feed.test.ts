import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from '../../client/src/create-client.ts'
import { createFakeService, makePost } from '../../client/src/fake/create-fake-service.ts'
import { createFeed } from './feed.ts'
import { LoadError } from './load-failure.ts'
import { readerOf, type SourceFunction } from './source.ts'

const profile = { platform: 'sandbox', handle: 'Demo', variant: 'media' }
const page = (ids: string, nextCursor: string | null) => ({
  body: { handle: 'demo', posts: [...ids].map((id) => makePost({ id })) },
  nextCursor,
})
const ids = (posts: readonly { readonly id: string }[]): string => posts.map(({ id }) => id).join('')

test('the typed client works as a source', async () => {
  const posts = Array.from({ length: 25 }, (_, index) => makePost({ id: String(index) }))
  const { fetch } = createFakeService({ posts })
  const client = createClient({ baseUrl: 'https://fake.example', licenseKey: 'any', fetch })
  const feed = createFeed(profile, readerOf(client.scan))
  assert.equal((await feed.more()).length, 20)
  assert.equal(feed.isWhole, false)
  assert.equal((await feed.more()).length, 5)
  assert.equal(feed.isWhole, true)
  assert.deepEqual(await feed.more(), [])
})

test('more requests the pages in order, and stores posts without duplicates under the canonical handle', async () => {
  const asked: unknown[] = []
  const pages = [page('ab', 'next'), page('bc', null)]
  const feed = createFeed(profile, async (request) => {
    asked.push(request)
    return pages.shift() ?? page('', null)
  })
  await feed.more()
  assert.equal(ids(await feed.more()), 'c')
  assert.equal(ids(feed.posts), 'abc')
  assert.equal(feed.posts[0]?.handle, 'demo')
  assert.deepEqual(asked, [profile, { ...profile, cursor: 'next' }])
})

test('concurrent calls share one request, and a response after an abort is dropped', async () => {
  const waiting: ((value: ReturnType<typeof page>) => void)[] = []
  const signals: AbortSignal[] = []
  const read: SourceFunction = (_, { signal }) => {
    signals.push(signal)
    return new Promise((resolve) => waiting.push(resolve))
  }
  const feed = createFeed(profile, read)
  const first = feed.more()
  assert.deepEqual(await feed.more(), [])
  assert.equal(waiting.length, 1)
  feed.abort()
  assert.equal(signals[0]?.aborted, true)
  assert.equal(feed.isLoading, false)
  const second = feed.more()
  waiting[0]?.(page('x', null))
  assert.deepEqual(await first, [])
  assert.equal(feed.isLoading, true)
  waiting[1]?.(page('a', null))
  assert.equal(ids(await second), 'a')
  assert.equal(ids(feed.posts), 'a')
})

test('a failure is reported until the next attempt; an expired cursor starts over', async () => {
  const responses = [
    () => page('ab', 'old'),
    () => {
      throw new LoadError({ code: 'rate_limited', requestId: 'req-1' })
    },
    () => {
      throw Object.assign(new Error(), { code: 'invalid_cursor' })
    },
    () => page('na', 'new'),
  ]
  const cursors: unknown[] = []
  const feed = createFeed(profile, async ({ cursor }) => {
    cursors.push(cursor)
    return responses.shift()?.() ?? page('', null)
  })
  await feed.more()
  await feed.more()
  assert.deepEqual([feed.failure?.code, feed.failure?.requestId, ids(feed.posts)], ['rate_limited', 'req-1', 'ab'])
  await feed.more()
  assert.deepEqual([feed.failure?.code, ids(feed.posts)], ['invalid_cursor', 'ab'])
  await feed.more()
  assert.deepEqual([feed.failure, ids(feed.posts)], [undefined, 'na'])
  assert.deepEqual(cursors, [undefined, 'old', 'old', undefined])
})

test('an error without a code and an invalid page are failures', async () => {
  const wrong = [
    null,
    {},
    { body: {} },
    { body: { handle: 'demo', posts: [] } },
    { body: { posts: [] }, nextCursor: null },
  ]
  for (const value of wrong) {
    const feed = createFeed(profile, readerOf((async () => value) as unknown as SourceFunction))
    await feed.more()
    assert.equal(feed.failure?.code, 'page_unexpected', JSON.stringify(value))
  }
  for (const thrown of [undefined, 'a', new Error('a'), { code: 5 }]) {
    const feed = createFeed(profile, () => Promise.reject(thrown))
    await feed.more()
    assert.equal(feed.failure?.code, 'other')
  }
})
