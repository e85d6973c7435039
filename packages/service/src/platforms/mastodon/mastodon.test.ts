import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { type ErrorCode, isApiError } from '../../errors.ts'
import { platformSuite } from '../suite/platform-suite.ts'
import { createWalker, idsOf, type Walker } from '../suite/test-walker.ts'
import { mastodon } from './mastodon.ts'
import { isOwnPost, type MastodonSimulator, startMastodon } from './simulator.ts'

platformSuite({
  platform: mastodon,
  environment: {},
  start: startMastodon,
  calls: { first: 3, next: 1 },
  handles: { feed: 'garden@members.example' },
  spellings: {
    'garden@social.example': [
      '@garden@social.example',
      'Garden@SOCIAL.example',
      'acct:garden@social.example',
      'ACCT:@garden@social.example',
      'https://social.example/@garden',
      'https://social.example/@garden/',
      'https://social.example/@Garden?utm_source=x#top',
      'http://social.example/@garden',
      'social.example/@garden',
      'https://social.example/%40garden',
      'https://social.example/@garden/with_replies',
      'https://social.example/@garden/media',
      'https://social.example/@garden.rss',
      'https://social.example/@garden/feed.rss',
      'https://social.example/users/garden',
      'https://social.example/users/garden.atom',
      'https://social.example/web/@garden',
      'https://social.example/profile/garden',
      'https://viewer.example/@garden@social.example',
      'https://viewer.example/web/@garden@Social.Example/',
    ],
    'a_b.c-d@xn--bcher-kva.example': ['@A_b.c-d@bücher.example', 'https://bücher.example/@a_b.c-d'],
  },
  notHandles: [
    'garden',
    '@garden',
    '@garden@localhost',
    'garden@192.0.2.1',
    'garden@[2001:db8::1]',
    'garden@social.example:8443',
    'gar den@social.example',
    '.garden@social.example',
    'garden@@social.example',
    'gärden@social.example',
    'https://social.example/',
    'https://social.example/about',
    'https://social.example/@garden/1234',
    'https://social.example:8443/@garden',
    'https://user:secret@social.example/@garden',
    'https://social.example/%E0%A4%A',
    'ftp://social.example/@garden',
    `${'a'.repeat(65)}@social.example`,
  ],
  postUrls: [
    'https://social.example/@garden/109876543210987654',
    'https://social.example/@garden/109876543210987654/?x=1#y',
    'https://viewer.example/@garden@social.example/109876543210987654',
    'https://social.example/users/garden/statuses/109876543210987654',
    'https://social.example/ap/users/115/statuses/109876543210987654',
    'https://social.example/web/statuses/109876543210987654',
    'https://social.example/web/@garden/109876543210987654',
    'https://gotosocial.example/@garden/statuses/01HZX3J8Y0K2M4N6P8Q0R2S4T6',
    'https://gotosocial.example/users/garden/statuses/01HZX3J8Y0K2M4N6P8Q0R2S4T6',
    'https://pleroma.example/notice/AbCdEf0123456789xY',
    'https://pleroma.example/objects/0f0e0d0c-1111-2222-3333-444455556666',
    'https://akkoma.example/notice/AbCdEf0123456789xY/',
    'https://hollo.example/@garden/01920f9b-2c3d-7e4f-8a5b-6c7d8e9f0a1b',
    'https://pixelfed.example/p/garden/712345678901234567',
    'https://friendica.example/display/0f0e0d0c-1162-4a5b-9c8d-7e6f5a4b3c2d',
  ],
  notPostUrls: [
    'https://social.example/@garden',
    'https://social.example/@garden/media',
    'https://social.example/@garden/123abc',
    'https://social.example/@garden/123/embed',
    'https://social.example/users/garden/statuses/123/activity',
    'https://localhost/@garden/123',
    'https://social.example:8443/@garden/123',
    'https://user@social.example/@garden/123',
    'https://gotosocial.example/@garden/statuses/01HZX3J8Y0K2M4N6P8Q0R2S4TU',
    'https://pleroma.example/notice/short',
    'https://hollo.example/@garden/01920f9b-2c3d',
    'https://pixelfed.example/p/garden',
    'ftp://social.example/@garden/123',
  ],
})

describe('mastodon through its servers', () => {
  let simulator: MastodonSimulator
  let walker: Walker
  before(async () => {
    simulator = await startMastodon()
  })
  beforeEach(() => {
    walker = createWalker(mastodon, {}, simulator)
  })
  after(() => simulator.close())

  const isVisible = ({ visibility }: { visibility: string }) => ['public', 'unlisted'].includes(visibility)
  const rejects = (promise: Promise<unknown>, code: ErrorCode) =>
    assert.rejects(promise, (error) => {
      assert.ok(isApiError(error, code), String(error))
      return true
    })

  test('each variant yields its posts, and never one that is not for everybody', async () => {
    const expected: Record<string, readonly string[]> = {
      posts: simulator.idsOf(isOwnPost),
      replies: simulator.idsOf((status) => isVisible(status) && status.reblog === null),
      media: simulator.idsOf(
        (status) =>
          isVisible(status) &&
          status.reblog === null &&
          (status.media_attachments as unknown[] | undefined)?.length !== 0,
      ),
      all: simulator.idsOf(isVisible),
    }
    for (const [variant, ids] of Object.entries(expected)) {
      assert.ok(ids.length > 20, variant)
      assert.deepEqual(idsOf(await walker.walk({ variant })), ids, variant)
    }
  })

  test('the first page costs a lookup and two calls that go together, each further page one', async () => {
    const before = simulator.calls()
    const pages = await walker.walk()
    assert.equal(simulator.calls() - before, 3 + pages.length - 1)
  })

  test('a server that sends no Link header is paged by the last id, also over ids that grow by a digit', async () => {
    const pages = await walker.walk({ handle: 'garden@linkless.example', limit: 10 })
    assert.deepEqual(idsOf(pages), simulator.ids())
  })

  test('a server that knows no filters and no limit yields the same posts', async () => {
    const pages = await walker.walk({ handle: 'garden@greedy.example' })
    for (const { posts } of pages) assert.ok(posts.length <= 20)
    assert.deepEqual(idsOf(pages), simulator.ids())
  })

  test('pinned posts are marked where they stand, on whatever page, and come once', async () => {
    const ids = simulator.ids()
    const marked = [ids[1] ?? '', ids[25] ?? '']
    simulator.pin(...marked, 'gone')
    const pages = await walker.walk()
    simulator.pin()
    assert.deepEqual(idsOf(pages), ids)
    const pinned = pages.flatMap(({ posts }) => posts.map((post) => [post.id, post.pinned] as const))
    assert.deepEqual(
      pinned,
      ids.map((id) => [id, marked.includes(id)]),
    )
  })

  test('a domain that is not the host of the API is followed by WebFinger, and keeps its name in the handle', async () => {
    const before = simulator.calls()
    const page = await walker.page({ handle: 'garden@handles.example' })
    assert.equal(simulator.calls() - before, 5)
    assert.equal(page.profile.handle, 'garden@handles.example')
    assert.equal(page.posts[0]?.author?.handle, 'garden@handles.example')
    assert.deepEqual(
      page.posts.map(({ id }) => id),
      simulator.ids().slice(0, 20),
    )
    await rejects(walker.page({ handle: 'nobody@handles.example' }), 'profile_not_found')
  })

  test('an account that is suspended or gone is profile_not_found', async () => {
    await rejects(walker.page({ handle: 'banned@social.example' }), 'profile_not_found')
    await rejects(walker.page({ handle: 'gone@social.example' }), 'profile_not_found')
  })

  test('the profile has what the account tells, and null for what it does not', async () => {
    const { profile } = await walker.page({})
    assert.deepEqual(profile, {
      id: '109876543210987654',
      handle: 'garden@social.example',
      displayName: 'Garden 🌱 :leaf:',
      url: 'https://social.example/@garden',
      avatarUrl: 'https://files.social.example/avatars/garden.png',
      bannerUrl: null,
      bio: {
        text: 'Plants & #soil',
        html: '<p>Plants &amp; <a href="https://social.example/tags/soil" rel="nofollow noopener ugc">#<span>soil</span></a></p>',
      },
      verified: null,
      createdAt: '2022-11-05T00:00:00.000Z',
      counts: { followers: 1234, following: 0, posts: 77 },
    })
  })

  test('a server closed to strangers is read with its own token, which goes nowhere else', async () => {
    const member = createWalker(
      mastodon,
      { MASTODON_ACCESS_TOKENS: 'other.example=x, Closed.example = opens-closed ' },
      simulator,
    )
    const pages = await member.walk({ handle: 'garden@closed.example' })
    assert.deepEqual(idsOf(pages), simulator.ids(), 'what only followers may see stays out')
    assert.equal(pages[0]?.source, 'api')
    await member.page({})
    const carriers = simulator.requests().filter(({ headers }) => headers.authorization !== undefined)
    assert.deepEqual([...new Set(carriers.map(({ host }) => host))], ['closed.example'])
    await member.close()
  })

  test('a token that the server refuses is platform_unauthorized', async () => {
    const stranger = createWalker(mastodon, { MASTODON_ACCESS_TOKENS: 'closed.example=wrong' }, simulator)
    await rejects(stranger.page({ handle: 'garden@closed.example' }), 'platform_unauthorized')
    await stranger.close()
  })

  test('a server closed to strangers is read through its feed, at the place that its make has', async () => {
    const paths = { members: 2, gotosocial: 3, pixelfed: 6, old: 5 }
    for (const [name, calls] of Object.entries(paths)) {
      const before = simulator.calls()
      const page = await walker.page({ handle: `garden@${name}.example` })
      assert.equal(page.source, 'feed', name)
      assert.ok(page.posts.length > 0, name)
      assert.equal(page.next, undefined, name)
      assert.equal(simulator.calls() - before, calls, name)
    }
  })

  test('a post of a feed has what the feed tells', async () => {
    const { profile, posts } = await walker.page({ handle: 'garden@members.example', variant: 'media' })
    assert.equal(profile.displayName, 'Garden 🌱')
    assert.equal(posts.length, 1)
    const [post] = posts
    assert.deepEqual(
      { id: post?.id, url: post?.url, kind: post?.kind, text: post?.text, publishedAt: post?.publishedAt },
      {
        id: 'https://members.example/@garden/2',
        url: 'https://members.example/@garden/2',
        kind: 'image',
        text: 'A bee & a flower',
        publishedAt: '2026-06-02T10:00:00.000Z',
      },
    )
    assert.equal(post?.author?.handle, 'garden@members.example')
    assert.deepEqual(post?.metrics, { likes: null, comments: null, shares: null, views: null })
    assert.equal(post?.media[0]?.alt, 'A bee')
  })

  test('being told to wait by a date says how long', async () => {
    const reset = new Date(Date.now() + 90_000).toISOString()
    simulator.failNext({ status: 429, headers: { 'x-ratelimit-reset': reset }, body: { error: 'Too many requests' } })
    await assert.rejects(walker.page({}), (error) => {
      assert.ok(isApiError(error, 'platform_rate_limited'))
      assert.ok((error.retryAfterSeconds ?? 0) > 60 && (error.retryAfterSeconds ?? 0) <= 90)
      return true
    })
  })

  test('pins that cannot be had cost nothing but the mark', async () => {
    const page = await walker.page({ handle: 'garden@pinless.example' })
    assert.deepEqual(idsOf([page]), simulator.ids().slice(0, 20))
    assert.deepEqual([...new Set(page.posts.map(({ pinned }) => pinned))], [null])
  })
})
