import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readFixture } from '@central-api/testing/platforms/read-fixture.ts'
import { faultsOfPost } from '@central-api/testing/post/normalized-suite.ts'
import fc from 'fast-check'
import { type JsonObject, jsonList, jsonObject } from '../../parsing/json-value.ts'
import { buildAuthor, buildMedia, buildPost } from '../../post/build-post.ts'
import { readLittleText } from './little-text.ts'
import { imagesOf, mapPage } from './map-page.ts'
import { type ByUrn, mapPost } from './map-post.ts'

const read = (name: string): JsonObject => JSON.parse(readFixture(`linkedin/${name}.json`))
const byUrn = (name: string): ByUrn =>
  new Map(Object.entries(jsonObject(read(name).results)).map(([urn, each]) => [urn, jsonObject(each)]))
const author = buildAuthor({ id: '123', handle: 'acme' })
const CONTEXT = { media: byUrn('images'), metadata: byUrn('metadata'), author, now: Date.UTC(2026, 8, 30) }
const [GALLERY = {}, CARD = {}, RESHARE = {}, POLL = {}] = jsonList(read('posts').elements).map(jsonObject)
const link = (path: string, text: string) =>
  `<a href="https://www.linkedin.com/${path}/" rel="nofollow noopener ugc">${text}</a>`
const update = (urn: string) => `https://www.linkedin.com/feed/update/${urn}/`

test('maps every field of a post', () => {
  assert.deepEqual(
    mapPost(GALLERY, CONTEXT),
    buildPost({
      id: 'urn:li:share:7300000000000000003',
      url: update('urn:li:share:7300000000000000003'),
      text: 'We (really) bake #bread with @Other GmbH'.replace('@', ''),
      html: `<p>We (really) bake ${link('feed/hashtag/bread', '#bread')} with ${link('company/456', 'Other GmbH')}</p>`,
      tags: ['bread'],
      publishedAt: '2026-10-02T08:15:00.123Z',
      editedAt: '2026-10-02T08:33:20.000Z',
      author,
      // The second image is not in the response.
      media: [
        buildMedia({
          type: 'image',
          url: 'https://media.licdn.com/dms/image/x?e=1791000000&v=beta&t=y',
          alt: 'A loaf',
          expiresAt: '2026-10-03T04:00:00.000Z',
        }),
      ],
      metrics: { likes: 13, comments: 2 },
    }),
  )
})

test('an article is a link card; a reshare is a repost, or a quote if it has its own text', () => {
  const card = { url: 'https://example.org/a', title: 'Bread today', description: 'What changed', imageUrl: null }
  assert.deepEqual([mapPost(CARD, CONTEXT)?.kind, mapPost(CARD, CONTEXT)?.link], ['link', card])
  const urn = 'urn:li:share:7200000000000000009'
  const other = { id: urn, url: update(urn), author: null }
  const plain = mapPost(RESHARE, CONTEXT)
  assert.deepEqual([plain?.repostOf, plain?.quoteOf, plain?.editedAt], [other, null, null])
  const quote = mapPost({ ...RESHARE, commentary: 'Look' }, CONTEXT)
  assert.deepEqual([quote?.repostOf, quote?.quoteOf], [null, other])
})

test('a poll ends after its duration', () => {
  assert.deepEqual(mapPost(POLL, CONTEXT)?.poll, {
    options: [
      { text: 'Rye', votes: 3 },
      { text: 'Wheat', votes: 1 },
    ],
    votes: 4,
    voters: 4,
    multiple: false,
    endsAt: '2026-10-02T08:15:00.000Z',
    closed: false,
  })
  assert.equal(mapPost(POLL, { ...CONTEXT, now: Date.UTC(2026, 9, 3) })?.poll?.closed, true)
})

test('the question of a poll follows the text, and is not repeated', () => {
  const said = (commentary: string) => {
    const post = mapPost({ ...POLL, commentary }, CONTEXT)
    assert.ok(post)
    assert.deepEqual(faultsOfPost(post), [])
    return [post.text, post.html]
  }
  assert.deepEqual(said('Well?'), ['Well?\n\nRye or wheat?', '<p>Well?</p><p>Rye or wheat?</p>'])
  assert.deepEqual(said(''), ['Rye or wheat?', '<p>Rye or wheat?</p>'])
  assert.deepEqual(said('Rye or wheat? Say!'), ['Rye or wheat? Say!', '<p>Rye or wheat? Say!</p>'])
})

test('posts that are not public are dropped', () => {
  for (const more of [
    { visibility: 'CONNECTIONS' },
    { visibility: 'LOGGED_IN' },
    { lifecycleState: 'DRAFT' },
    { distribution: { feedDistribution: 'NONE' } },
    { id: 'urn:li:person:1' },
  ])
    assert.equal(mapPost({ ...CARD, ...more }, CONTEXT), null)
})

test('little text is parsed in linear time, and escaped characters are not markup', () => {
  assert.deepEqual(readLittleText('\\#no \\@[x\\] a_b \\_ \\\\ #yes').text, '#no @[x] a_b _ \\ #yes')
  assert.deepEqual(readLittleText('\\#no #yes').tags, ['yes'])
  for (const piece of ['@[', '{hashtag|', '\\', '@[a](', '#', 'http://'])
    assert.ok(readLittleText(piece.repeat(20_000)).text !== undefined)
})

test('maps every field of an organization', () => {
  const page = jsonObject(jsonList(read('organization').elements)[0])
  assert.deepEqual(imagesOf(page), { logo: 'urn:li:image:C4E0BAQAA', cover: 'urn:li:image:C4D1BAQBB' })
  assert.deepEqual(imagesOf({}), { logo: undefined, cover: undefined })
  const extras = { logo: 'https://media.licdn.com/l', cover: 'https://media.licdn.com/c', followers: 1520 }
  assert.deepEqual(mapPage(page, 'acme', extras), {
    id: '123',
    handle: 'acme',
    displayName: 'Acme',
    url: 'https://www.linkedin.com/company/acme/',
    avatarUrl: 'https://media.licdn.com/l',
    bannerUrl: 'https://media.licdn.com/c',
    bio: { text: 'Bread since 1921', html: '<p>Bread since 1921</p>' },
    owner: null,
    movedTo: null,
    verified: null,
    createdAt: null,
    counts: { followers: 1520, following: null, posts: null },
  })
})

test('malformed posts are still mapped to the normalized form', () => {
  const odd = fc.oneof(fc.jsonValue(), fc.string(), fc.constantFrom(null, '', 0, [], {}, 'urn:li:image:C4E10AQAA'))
  const content = fc.record({
    media: fc.record({ id: odd, altText: odd }),
    article: odd,
    poll: fc.record({ options: odd }),
  })
  const post = fc.record({ commentary: odd, publishedAt: odd, content: fc.oneof(odd, content), reshareContext: odd })
  fc.assert(
    fc.property(post, (value) => {
      const mapped = mapPost({ ...value, id: 'urn:li:share:1' }, CONTEXT)
      assert.ok(mapped)
      assert.deepEqual(faultsOfPost(mapped), [])
    }),
  )
})
