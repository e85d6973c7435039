import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { createClock, cursorsAt, dataOf, START, stub } from '@central-api/testing/scanning/fixture.ts'
import { Check } from 'typebox/value'
import { Type } from '../parsing/type.ts'
import { buildPost, buildProfile } from '../post/build-post.ts'
import { Post, Profile } from '../post/post.ts'
import { writeJsonEach } from '../runtime/event-loop/write-json.ts'
import { type ConnectedAccess, PUBLIC } from '../upstream/contract/reach.ts'
import { CURSOR_LIFE_MS, type Scope } from './cursor.ts'
import { composePage, type Page, readToPage, withFreshCursor } from './page.ts'
import type { ReadPage } from './read-page.ts'

const SCOPE: Scope = { platform: 'stub', handle: 'name', variant: 'posts', reach: 'public' }
const profile = buildProfile({ handle: 'name', displayName: 'Näme “quoted” \u2028 𝒳' })
const [source = assert.fail()] = stub.sources
const POSTS = [
  buildPost({ id: '1', kind: 'text', text: 'a "post"\n\\ with all' }),
  buildPost({ id: '2', kind: 'image' }),
]
const READ: Omit<ReadPage, 'posts'> = {
  account: { id: 'name', profile, keep: undefined },
  source,
  isPoor: false,
  next: 'behind 2',
}
const Envelope = Type.Object(
  {
    ok: Type.Literal(true),
    data: Type.Object(
      {
        body: Type.Object(
          {
            platform: Type.String(),
            handle: Type.String(),
            variant: Type.String(),
            profile: Profile,
            posts: Type.Array(Post),
          },
          { additionalProperties: false },
        ),
        nextCursor: Type.Union([Type.String(), Type.Null()]),
        fetchedAt: Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$' }),
      },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
)

const SCANNED = { ...SCOPE, platform: { id: SCOPE.platform }, access: PUBLIC }

const compose = async (response = READ, posts = POSTS) => {
  const clock = createClock()
  const cursors = cursorsAt(clock.now)
  const compressed = await readToPage(SCANNED, { ...response, posts: await writeJsonEach(posts) }, START)
  return { clock, cursors, compressed, page: composePage(SCOPE, compressed, cursors, clock.now()) }
}

const plainOf = ({ content }: Page): string => gunzipSync(content.bytes).toString()

test('the bytes are the whole response in the form of the contract', async () => {
  const { page, cursors } = await compose()
  const response = JSON.parse(plainOf(page))
  const { reach: _, ...scanned } = SCOPE
  assert.ok(Check(Envelope, response))
  const { nextCursor, ...data } = response.data
  const source = { kind: 'official_api', connection: null, retrievedAt: '2030-01-01T00:00:00.000Z' }
  assert.deepEqual(data, {
    body: {
      ...scanned,
      profile: { ...profile, kind: 'account', source },
      posts: POSTS.map((post) => ({ ...post, source })),
    },
    fetchedAt: '2030-01-01T00:00:00.000Z',
  })
  assert.equal(cursors.open(SCOPE, String(nextCursor)), 'behind 2')
  assert.equal(JSON.stringify(response), plainOf(page), 'and nothing else')
  assert.equal(page.content.plainBytes, Buffer.byteLength(plainOf(page)))
})

test('frees the memory of the serialized posts', async () => {
  const posts = await writeJsonEach(POSTS)
  await readToPage(SCANNED, { ...READ, posts }, START)
  assert.equal(posts.json.length, 0)
})

test('the last page has no cursor', async () => {
  const { page } = await compose({ ...READ, next: undefined })
  assert.equal(dataOf(page).nextCursor, null)
})

test('each post names its source, and the handle is the permanent one', async () => {
  const account = { ...READ.account, handle: 'did:1' }
  const { page } = await compose({ ...READ, account, source: { ...source, provenance: 'feed' } })
  const { body } = dataOf(page)
  assert.equal(body.handle, 'did:1')
  assert.deepEqual(
    body.posts.map(({ source }: Post) => source.kind),
    ['feed', 'feed'],
  )
})

test('what was read through a connection says so, with and without posts, and keeps the type of its source', async () => {
  const own = { id: 'a1', includesPrivate: false }
  const access: ConnectedAccess = { reach: 'cn_1', licenseId: 'lic_1', site: undefined, handle: 'name', own }
  const source = { kind: 'connected', connection: 'cn_1', retrievedAt: '2030-01-01T00:00:00.000Z' }
  for (const posts of [POSTS, []]) {
    const read = { ...READ, posts: await writeJsonEach(posts) }
    const compressed = await readToPage({ ...SCANNED, access }, read, START)
    const { body } = dataOf(
      composePage(
        SCOPE,
        compressed,
        cursorsAt(() => START),
        START,
      ),
    )
    assert.deepEqual(body.profile.source, source)
    assert.deepEqual(
      body.posts.map((post: Post) => post.source),
      posts.map(() => source),
    )
    assert.equal(compressed.traits.provenance, posts.length === 0 ? undefined : 'official_api')
  }
})

test('the part before the cursor is stored, and shares the memory of the page', async () => {
  const { page, compressed } = await compose()
  assert.deepEqual(page.open, compressed.open)
  assert.equal(page.open.bytes.buffer, page.content.bytes.buffer)
  assert.equal(page.content.bytes.buffer.byteLength, page.content.bytes.length)
})

test('replaces only the cursor after half a day, by one for the same position', async () => {
  const { clock, cursors, page } = await compose()
  clock.advance(CURSOR_LIFE_MS / 2 - 1)
  assert.equal(withFreshCursor(SCOPE, page, cursors, clock.now()), page)
  clock.advance(1)
  const fresh = withFreshCursor(SCOPE, page, cursors, clock.now())
  const [before, after] = [page, fresh].map(dataOf)
  assert.notEqual(after.nextCursor, before.nextCursor)
  assert.deepEqual({ ...after, nextCursor: '' }, { ...before, nextCursor: '' })
  clock.advance(CURSOR_LIFE_MS)
  assert.equal(cursors.open(SCOPE, after.nextCursor), 'behind 2')
  assert.equal(cursors.open(SCOPE, before.nextCursor), undefined)
})

test('a page without a cursor never ages', async () => {
  const { clock, cursors, page } = await compose({ ...READ, next: undefined })
  clock.advance(30 * CURSOR_LIFE_MS)
  assert.equal(withFreshCursor(SCOPE, page, cursors, clock.now()), page)
})

test('a page reports its provenance and the time of its newest post', async () => {
  const publishedAt = '2029-12-31T00:00:00.000Z'
  const posts = [buildPost({ id: '1', text: '"publishedAt":"never"', publishedAt }), buildPost({ id: '2' })]
  assert.deepEqual((await compose(READ, posts)).page.traits, {
    provenance: 'official_api',
    newestAt: Date.parse(publishedAt),
  })
  assert.deepEqual((await compose(READ, [])).page.traits, {
    provenance: undefined,
    newestAt: undefined,
  })
})
