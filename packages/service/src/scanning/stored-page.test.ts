import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compressPage } from './page.ts'
import { fromStored, toStored } from './stored-page.ts'

const BODY = Buffer.from(
  JSON.stringify({ posts: [{ publishedAt: '2029-12-31T00:00:00.000Z', source: { kind: 'feed' } }] }),
)
const FETCHED_AT = Date.UTC(2030, 0)

test('a stored page is read unchanged, including its traits', async () => {
  const compressed = await compressPage(BODY, 'behind', FETCHED_AT)
  assert.deepEqual(compressed.traits, { provenance: 'feed', newestAt: Date.UTC(2029, 11, 31) })
  assert.deepEqual(await fromStored(toStored(compressed), 'account'), compressed)
})

test('a page without posts has no traits, before and after', async () => {
  const body = Buffer.from('{"profile":{"source":{"kind":"feed"}},"posts":[]}')
  const found = await fromStored(toStored(await compressPage(body, null, FETCHED_AT)), 'account')
  assert.deepEqual([found?.traits.provenance, found?.traits.newestAt], [undefined, undefined])
})

test('stores pages compressed', async () => {
  const body = Buffer.from(
    JSON.stringify({ posts: Array.from({ length: 20 }, () => 'Some words to read. '.repeat(50)) }),
  )
  const stored = toStored(await compressPage(body, null, FETCHED_AT))
  assert.ok(stored.body.length < body.length / 20)
  assert.ok(!stored.body.includes('Some words'))
})

test('compresses an older page, stored as plain JSON, and adds the newer fields to its profile, media and source', async () => {
  const pageWith = (profile: object, source: object, ...media: readonly object[]) =>
    Buffer.from(
      JSON.stringify({ platform: 'x', handle: '"profile":{', variant: 'posts', profile, posts: [{ media, source }] }),
    )
  const before = { kind: 'feed', retrievedAt: '2029-12-31T00:00:00.000Z' }
  const source = { kind: 'feed', connection: null, retrievedAt: before.retrievedAt }
  const body = pageWith({ id: '1', handle: '"profile":{' }, before, { url: 'https://a.example/1.jpg' }, { url: null })
  const found = await fromStored({ body, next: null, fetchedAt: FETCHED_AT }, 'community')
  const now = pageWith(
    { kind: 'community', owner: null, movedTo: null, id: '1', handle: '"profile":{', source },
    source,
    { url: 'https://a.example/1.jpg', originalUrl: 'https://a.example/1.jpg', sizes: [] },
    { url: null, originalUrl: null, sizes: [] },
  )
  assert.deepEqual(found, await compressPage(now, null, FETCHED_AT))
})

test('an older page without posts does not say where it was read, and is not served', async () => {
  const body = Buffer.from(JSON.stringify({ platform: 'x', profile: { id: '1' }, posts: [] }))
  assert.equal(await fromStored({ body, next: null, fetchedAt: FETCHED_AT }, 'account'), undefined)
})
