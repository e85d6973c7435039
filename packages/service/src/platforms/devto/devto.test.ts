import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  type DevtoSimulator,
  FACTS,
  ORGANIZATION,
  SERIES,
  startDevto,
} from '@central-api/testing/platforms/devto/simulator.ts'
import { NOT_HANDLES, SPELLINGS, UNSUPPORTED_URLS } from '@central-api/testing/platforms/devto/spellings.cases.ts'
import { readFixture } from '@central-api/testing/platforms/read-fixture.ts'
import { believed, eachWay } from '@central-api/testing/platforms/suite/facts.ts'
import { FOREIGN_NOT_FOUNDS } from '@central-api/testing/platforms/suite/foreign-not-founds.ts'
import { platformSuite } from '@central-api/testing/platforms/suite/platform-suite.ts'
import { createWalker, idsOf, type Walker } from '@central-api/testing/platforms/suite/test-walker.ts'
import { USUAL } from '@central-api/testing/platforms/suite/usual-conclusions.ts'
import { faultsOfPost, faultsOfProfile } from '@central-api/testing/post/normalized-suite.ts'
import { type ErrorCode, isApiError } from '../../errors.ts'
import { buildAuthor, buildMedia, buildPost, buildProfile } from '../../post/build-post.ts'
import type { PlatformPost } from '../../post/post.ts'
import { devto } from './devto.ts'
import { mapAccount, mapArticle } from './map-article.ts'

platformSuite({
  conclusions: {
    refuse: (status) => ({ status, body: { error: 'refused', status } }),
    first: {
      '/users/by_username': { ...USUAL.open, 404: 'doubted' },
      '/api/articles': { ...USUAL.open, isBareList: true },
      '/feed/': USUAL.spared,
    },
    later: { '/api/articles': { ...USUAL.open, isBareList: true } },
    post: { '/api/articles/': { ...USUAL.open, 404: 'doubted' } },
  },
  platform: devto,
  environment: {},
  start: startDevto,
  spellings: SPELLINGS,
  unsupported: UNSUPPORTED_URLS,
  notHandles: NOT_HANDLES,
  postUrls: ['https://dev.to/ana/five-small-queues-1a2b', 'https://dev.to/ana/five-small-queues-1a2b?x=1#comments'],
  notPostUrls: [
    'https://dev.to/ana',
    'https://dev.to/t/ruby',
    'https://dev.to.evil.example/ana/five-small-queues-1a2b',
  ],
  handles: { feed: '#ruby' },
  kinds: {
    hashtag: [
      {
        handle: '#ruby',
        authors: 'unlinked',
        empty: '#nothing',
        ids: (simulated) => simulated.taggedUrls(),
      },
    ],
    section: [
      {
        handle: `series/${SERIES}`,
        missing: 'series/99',
        ids: (simulated) => simulated.seriesIds(),
        calls: { first: 1, next: 1 },
      },
    ],
  },
  // The user, the articles, and the feed with their texts.
  calls: { first: 3, next: 1 },
  errors: [
    ...FOREIGN_NOT_FOUNDS,
    { answer: { status: 404, body: { error: 'not found', status: 404 } }, code: 'profile_not_found', isSure: true },
    { answer: { status: 401, body: { error: 'unauthorized', status: 401 } }, code: 'platform_error' },
    { answer: { status: 422, body: { error: 'bad', status: 422 } }, code: 'platform_error' },
    {
      answer: { status: 429, headers: { 'retry-after': '21', 'content-type': 'text/plain' }, body: 'Retry later\n' },
      code: 'platform_rate_limited',
      retryAfterSeconds: 21,
    },
    { answer: { status: 500, body: { error: 'oops', status: 500 } }, code: 'platform_error' },
  ],
})

describe('DEV through its API', () => {
  let simulator: DevtoSimulator
  let walker: Walker
  before(async () => {
    simulator = await startDevto()
    walker = createWalker(devto, {}, simulator)
  })
  after(async () => {
    await walker.close()
    await simulator.close()
  })

  const rejects = (promise: Promise<unknown>, code: ErrorCode) =>
    assert.rejects(promise, (error) => {
      assert.ok(isApiError(error, code), String(error))
      return true
    })

  test('the newest articles have full texts, older ones an excerpt', async () => {
    const { posts, isPoor } = await walker.page({})
    assert.deepEqual([posts.filter(({ text }) => text !== null).length, posts.length, isPoor], [12, 20, false])
    assert.match(posts[0]?.text ?? '', /^Part 56\n\nText & code$/)
    assert.ok(posts.every(({ summary }) => summary === 'A short tour.'))
  })

  test('a walk is complete under every assumption about the API', async () => {
    const [newest] = (await walker.page({})).posts
    for (const facts of eachWay(FACTS)) {
      const way = JSON.stringify(facts)
      simulator.suppose(facts)
      const [first, ...rest] = await walker.walk()
      assert.deepEqual(idsOf([...(first ? [first] : []), ...rest]), simulator.ids(), way)
      const whole = first?.posts.filter(({ text }) => text !== null) ?? []
      assert.equal(whole.length, Math.min(20, facts.feedItems), way)
      assert.equal(first?.posts[0]?.publishedAt, newest?.publishedAt, way)
    }
    simulator.suppose(believed(FACTS))
  })

  test('without the feed a page has only the list data and stays fresh for less time', async () => {
    const mend = simulator.failFeed()
    const { posts, isPoor } = await walker.page({})
    mend()
    assert.deepEqual([posts.length, isPoor, posts[0]?.text, posts[0]?.summary], [20, true, null, 'A short tour.'])
  })

  test('a series keeps the order of its author, who owns it', async () => {
    const { profile, account } = await walker.page({ handle: `series/${SERIES}` })
    assert.deepEqual(
      [account.id, profile.owner?.handle, profile.url],
      [`section series/${SERIES}`, 'ana', `https://dev.to/ana/series/${SERIES}`],
    )
  })

  test('a missing feed is no empty tag if the API has articles', async () => {
    const mend = simulator.failFeed()
    await rejects(walker.page({ handle: '#ruby' }), 'platform_error')
    mend()
  })

  test('an organization is a profile', async () => {
    const pages = await walker.walk({ handle: ORGANIZATION })
    assert.deepEqual(idsOf(pages), simulator.ids())
    assert.equal(pages[0]?.profile.displayName, 'Acme')
  })

  test('a single article is read with its full text', async () => {
    const { posts } = await walker.page({})
    const { post } = await walker.post(posts.at(-1)?.url ?? '')
    assert.deepEqual([post.id, post.kind, post.tags], [posts.at(-1)?.id, 'article', ['ruby', 'queues']])
    await rejects(walker.post('https://dev.to/ana/not-there-9z9z'), 'post_not_found')
  })

  test('a malformed position is invalid_cursor', async () => {
    await rejects(walker.page({ after: 'api ["x","unread",null]' }), 'invalid_cursor')
  })
})

describe('articles and accounts', () => {
  const read = (name: string) => JSON.parse(readFixture(`devto/${name}.json`))
  const sound = (post: PlatformPost | null): PlatformPost => {
    assert.ok(post)
    assert.deepEqual(faultsOfPost(post), [])
    return post
  }
  const ANA = buildAuthor({
    id: '4711',
    handle: 'ana',
    displayName: 'Ana & Co',
    url: 'https://dev.to/ana',
    avatarUrl: 'https://media2.dev.to/%E2%80%A6/640.png',
  })
  const IMAGES = 'https://media2.dev.to/dynamic/image'
  const COVER = buildMedia({
    type: 'image',
    url: `${IMAGES}/width=1000,height=420,fit=cover,gravity=auto,format=auto/https%3A%2F%2Fexample.org%2Fc.png`,
    width: 1000,
    height: 420,
  })
  const LISTED = {
    id: '2500001',
    url: 'https://dev.to/ana/five-small-queues-1a2b',
    title: 'Five "small" queues',
    summary: 'A short tour.',
    language: 'en',
    tags: ['ruby', 'queues'],
    publishedAt: '2026-05-02T09:30:00.000Z',
    editedAt: '2026-05-03T07:00:00.000Z',
    author: ANA,
    metrics: { likes: 17, comments: 2 },
  }

  test('maps every field of an article, from a list and single', () => {
    assert.deepEqual(sound(mapArticle(read('articles')[0])), buildPost({ ...LISTED, kind: 'article', media: [COVER] }))
    const image = `${IMAGES}/width=800,height=,fit=scale-down,gravity=auto,format=auto/https%3A%2F%2Fexample.org%2Fq.png`
    const { html, ...whole } = sound(mapArticle(read('article')))
    const { html: _, ...expected } = buildPost({
      ...LISTED,
      kind: 'article',
      text: 'One\n\nText & code',
      media: [COVER, buildMedia({ type: 'image', url: image, alt: 'A queue' })],
    })
    assert.deepEqual(whole, expected)
    assert.match(html ?? '', /<p>Text &amp; <code>code<\/code><\/p>/)
  })

  test('a generated social image is not a cover; without tags the list is empty', () => {
    const { media, tags, language, editedAt } = sound(mapArticle(read('articles')[1]))
    assert.deepEqual([media, tags, language, editedAt], [[], [], null, null])
    assert.deepEqual(sound(mapArticle({ id: 1, tags: 'a, b' })).tags, ['a', 'b'])
  })

  test('maps every field of a user and an organization', () => {
    const user = mapAccount(read('user'))
    assert.deepEqual(
      user,
      buildProfile({
        id: '4711',
        handle: 'ana',
        displayName: 'Ana & Co',
        url: 'https://dev.to/ana',
        avatarUrl: `${IMAGES}/width=320,height=320,fit=cover,gravity=auto,format=auto/https%3A%2F%2Fexample.org%2Fa.png`,
        bio: { text: 'I write about <tags>.', html: '<p>I write about &lt;tags&gt;.</p>' },
        createdAt: '2015-12-27T00:00:00.000Z',
      }),
    )
    assert.deepEqual(
      mapAccount(read('organization')),
      buildProfile({
        id: '900',
        handle: 'acme',
        displayName: 'Acme',
        url: 'https://dev.to/acme',
        avatarUrl: 'https://dev.to/uploads/organization/900.png',
        bio: { text: 'We make things', html: '<p>We make things</p>' },
        createdAt: '2019-03-04T05:06:07.000Z',
      }),
    )
    assert.deepEqual(user && faultsOfProfile(user), [])
  })

  test('a value of a wrong type only makes its own field null', () => {
    const odd = {
      ...{ url: 5, title: [], description: {}, language: 7, tag_list: 3, tags: {}, published_at: 'soon', user: 'x' },
      ...{ cover_image: {}, public_reactions_count: -1, comments_count: 'x', body_html: 7, edited_at: [] },
    }
    assert.deepEqual(sound(mapArticle({ id: 1, ...odd })), buildPost({ id: '1' }))
    for (const value of [{}, { id: 'x' }, { id: -1 }]) assert.equal(mapArticle(value), null)
    assert.equal(mapAccount({ id: 1 }), null)
  })
})
