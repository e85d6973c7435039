import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readFixture } from '@central-api/testing/platforms/read-fixture.ts'
import { faultsOfPost } from '@central-api/testing/post/normalized-suite.ts'
import fc from 'fast-check'
import { type JsonObject, jsonList, jsonObject } from '../../parsing/json-value.ts'
import { buildAuthor, buildMedia, buildPost } from '../../post/build-post.ts'
import { readLittleText } from './little-text.ts'
import { imagesOf, mapPage } from './map-page.ts'
import { mapPost, type Reported } from './map-post.ts'

const read = (name: string): JsonObject => JSON.parse(readFixture(`linkedin/${name}.json`))
const reportedBy = (name: string): Reported =>
  new Map(Object.entries(jsonObject(read(name).results)).map(([urn, each]) => [urn, jsonObject(each)]))
const author = buildAuthor({ id: '123', handle: 'acme' })
const reported = { media: reportedBy('images'), metadata: reportedBy('metadata'), author, now: Date.UTC(2026, 8, 30) }
const [GALLERY = {}, CARD = {}, RESHARE = {}, POLL = {}] = jsonList(read('posts').elements).map(jsonObject)
const link = (path: string, text: string) =>
  `<a href="https://www.linkedin.com/${path}/" rel="nofollow noopener ugc">${text}</a>`
const update = (urn: string) => `https://www.linkedin.com/feed/update/${urn}/`

test('a post becomes a post, field by field', () => {
  assert.deepEqual(
    mapPost(GALLERY, reported),
    buildPost({
      id: 'urn:li:share:7300000000000000003',
      url: update('urn:li:share:7300000000000000003'),
      text: 'We (really) bake #bread with @Other GmbH'.replace('@', ''),
      html: `<p>We (really) bake ${link('feed/hashtag/bread', '#bread')} with ${link('company/456', 'Other GmbH')}</p>`,
      tags: ['bread'],
      publishedAt: '2026-10-02T08:15:00.123Z',
      editedAt: '2026-10-02T08:33:20.000Z',
      author,
      // Of the second one nothing is told.
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

test('an article is a card, a reshare names its post, with words of its own a quote', () => {
  const card = { url: 'https://example.org/a', title: 'Bread today', description: 'What changed', imageUrl: null }
  assert.deepEqual([mapPost(CARD, reported)?.kind, mapPost(CARD, reported)?.link], ['link', card])
  const urn = 'urn:li:share:7200000000000000009'
  const other = { id: urn, url: update(urn), author: null }
  const plain = mapPost(RESHARE, reported)
  assert.deepEqual([plain?.repostOf, plain?.quoteOf, plain?.editedAt], [other, null, null])
  const quote = mapPost({ ...RESHARE, commentary: 'Look' }, reported)
  assert.deepEqual([quote?.repostOf, quote?.quoteOf], [null, other])
})

test('a poll ends when its days are over', () => {
  assert.deepEqual(mapPost(POLL, reported)?.poll, {
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
  assert.equal(mapPost(POLL, { ...reported, now: Date.UTC(2026, 9, 3) })?.poll?.closed, true)
})

test('what a poll asks is said once, behind the words around it', () => {
  const said = (commentary: string) => {
    const post = mapPost({ ...POLL, commentary }, reported)
    assert.ok(post)
    assert.deepEqual(faultsOfPost(post), [])
    return [post.text, post.html]
  }
  assert.deepEqual(said('Well?'), ['Well?\n\nRye or wheat?', '<p>Well?</p><p>Rye or wheat?</p>'])
  assert.deepEqual(said(''), ['Rye or wheat?', '<p>Rye or wheat?</p>'])
  assert.deepEqual(said('Rye or wheat? Say!'), ['Rye or wheat? Say!', '<p>Rye or wheat? Say!</p>'])
})

test('what is not for everybody is none', () => {
  for (const more of [
    { visibility: 'CONNECTIONS' },
    { visibility: 'LOGGED_IN' },
    { lifecycleState: 'DRAFT' },
    { distribution: { feedDistribution: 'NONE' } },
    { id: 'urn:li:person:1' },
  ])
    assert.equal(mapPost({ ...CARD, ...more }, reported), null)
})

test('little text is read in time that grows with its length, and what is escaped is no mark', () => {
  assert.deepEqual(readLittleText('\\#no \\@[x\\] a_b \\_ \\\\ #yes').text, '#no @[x] a_b _ \\ #yes')
  assert.deepEqual(readLittleText('\\#no #yes').tags, ['yes'])
  for (const piece of ['@[', '{hashtag|', '\\', '@[a](', '#', 'http://'])
    assert.ok(readLittleText(piece.repeat(20_000)).text !== undefined)
})

test('an organization becomes a profile, field by field', () => {
  const page = jsonObject(jsonList(read('organization').elements)[0])
  assert.deepEqual(imagesOf(page), { logo: 'urn:li:image:C4E0BAQAA', cover: 'urn:li:image:C4D1BAQBB' })
  assert.deepEqual(imagesOf({}), { logo: undefined, cover: undefined })
  const reported = { logo: 'https://media.licdn.com/l', cover: 'https://media.licdn.com/c', followers: 1520 }
  assert.deepEqual(mapPage(page, 'acme', reported), {
    id: '123',
    handle: 'acme',
    displayName: 'Acme',
    url: 'https://www.linkedin.com/company/acme/',
    avatarUrl: 'https://media.licdn.com/l',
    bannerUrl: 'https://media.licdn.com/c',
    bio: { text: 'Bread since 1921', html: '<p>Bread since 1921</p>' },
    movedTo: null,
    verified: null,
    createdAt: null,
    counts: { followers: 1520, following: null, posts: null },
  })
})

test('whatever LinkedIn sends, a post stays in the normalized form', () => {
  const odd = fc.oneof(fc.jsonValue(), fc.string(), fc.constantFrom(null, '', 0, [], {}, 'urn:li:image:C4E10AQAA'))
  const content = fc.record({
    media: fc.record({ id: odd, altText: odd }),
    article: odd,
    poll: fc.record({ options: odd }),
  })
  const post = fc.record({ commentary: odd, publishedAt: odd, content: fc.oneof(odd, content), reshareContext: odd })
  fc.assert(
    fc.property(post, (value) => {
      const mapped = mapPost({ ...value, id: 'urn:li:share:1' }, reported)
      assert.ok(mapped)
      assert.deepEqual(faultsOfPost(mapped), [])
    }),
  )
})
