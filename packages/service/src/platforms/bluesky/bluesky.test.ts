import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { GARDEN_DID, SEED_DID, uriOfNth } from '@central-api/testing/platforms/bluesky/simulated-feed.ts'
import { type BlueskySimulator, startBluesky } from '@central-api/testing/platforms/bluesky/simulator.ts'
import { NOT_HANDLES, SPELLINGS, UNSUPPORTED_URLS } from '@central-api/testing/platforms/bluesky/spellings.cases.ts'
import { platformSuite } from '@central-api/testing/platforms/suite/platform-suite.ts'
import type { SimulatedResponse } from '@central-api/testing/platforms/suite/simulator.ts'
import { createWalker, idsOf, type Walker } from '@central-api/testing/platforms/suite/test-walker.ts'
import { USUAL } from '@central-api/testing/platforms/suite/usual-conclusions.ts'
import { type ErrorCode, isApiError } from '../../errors.ts'
import { findPost } from '../../urls/compile-post-urls.ts'
import { bluesky } from './bluesky.ts'

platformSuite({
  conclusions: {
    refuse: (status) => ({ status, body: { error: 'Refused', message: 'Refused' } }),
    first: { getProfile: USUAL.open, getAuthorFeed: USUAL.open },
    later: { getAuthorFeed: USUAL.open },
    post: { resolveHandle: USUAL.open, getPosts: USUAL.open },
  },
  platform: bluesky,
  environment: {},
  start: startBluesky,
  // With a pinned post that pushes the last post off the page.
  kinds: {
    feed: [
      {
        handle: 'garden.bsky.social/feed/whats-hot',
        missing: 'garden.bsky.social/feed/nothing',
        ids: (simulated) => simulated.feedIds(),
        calls: { first: 3, next: 1 },
      },
    ],
    list: [
      {
        handle: `${GARDEN_DID}/list/3kabc`,
        missing: 'garden.bsky.social/list/nothing',
        ids: (simulated) => simulated.listIds(),
        publish: (simulated, count) => simulated.publish(count),
        calls: { first: 2, next: 1 },
      },
      {
        handle: 'garden.bsky.social/pack/3kpack',
        missing: 'nobody.bsky.social/pack/3kpack',
        ids: (simulated) => simulated.listIds(),
        publish: (simulated, count) => simulated.publish(count),
      },
    ],
  },
  calls: { first: 3, next: 1 },
  spellings: SPELLINGS,
  unsupported: UNSUPPORTED_URLS,
  notHandles: NOT_HANDLES,
  postUrls: [
    'https://bsky.app/profile/garden.bsky.social/post/3l2s5xxv2ze2c',
    'https://bsky.app/profile/garden.bsky.social/post/3l2s5xxv2ze2c/?ref=x#y',
    'https://www.bsky.app/profile/did:plc:gardengardengardengarden/post/3l2s5xxv2ze2c',
    'http://bsky.app/profile/did:web:garden.example.com/post/3l2s5xxv2ze2c',
    'at://did:plc:gardengardengardengarden/app.bsky.feed.post/3l2s5xxv2ze2c',
    'at://garden.bsky.social/app.bsky.feed.post/3l2s5xxv2ze2c',
  ],
  notPostUrls: [
    'https://bsky.app/profile/garden.bsky.social',
    'https://bsky.app/profile/garden.bsky.social/post/',
    'https://bsky.app/profile/garden.bsky.social/feed/3l2s5xxv2ze2c',
    'https://bsky.app.evil.example/profile/garden.bsky.social/post/3l2s5xxv2ze2c',
    'https://evil.example/bsky.app/profile/garden.bsky.social/post/3l2s5xxv2ze2c',
    'at://did:plc:gardengardengardengarden/app.bsky.feed.like/3l2s5xxv2ze2c',
  ],
})

describe('Bluesky through the AppView', () => {
  let simulator: BlueskySimulator
  let walker: Walker
  before(async () => {
    simulator = await startBluesky()
  })
  beforeEach(() => {
    walker = createWalker(bluesky, {}, simulator)
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

  test('a feed, a list and a starter pack have an owner, a lasting handle, and the author of each post', async () => {
    const found = await Promise.all(
      ['feed/whats-hot', 'list/3kabc', 'pack/3kpack'].map((path) =>
        walker.page({ handle: `garden.bsky.social/${path}` }),
      ),
    )
    assert.deepEqual(
      found.map(({ account, profile }) => [account.id, account.handle, profile.displayName, profile.owner?.handle]),
      [
        [`feed ${GARDEN_DID}/feed/whats-hot`, `${GARDEN_DID}/feed/whats-hot`, 'What’s growing', 'garden.bsky.social'],
        [`list ${GARDEN_DID}/list/3kabc`, `${GARDEN_DID}/list/3kabc`, 'Gardeners', 'garden.bsky.social'],
        [`list ${GARDEN_DID}/pack/3kpack`, `${GARDEN_DID}/pack/3kpack`, 'Start a garden', 'garden.bsky.social'],
      ],
    )
    for (const { posts } of found) assert.equal(new Set(posts.map(({ author }) => author?.handle)).size, 2)
    const [feed, list, pack] = found
    // Likes of a feed are no followers.
    assert.deepEqual(feed?.profile.counts, { followers: null, following: null, posts: null })
    assert.deepEqual([list?.profile.counts.following, pack?.profile.counts.following], [2, 3])
  })

  test('a feed whose server fails is an error, and the rest of Bluesky goes on; closed feeds and mute lists are refused', async () => {
    const process = walker.start()
    for (let n = 0; n < 12; n += 1)
      await rejects(walker.page({ handle: 'garden.bsky.social/feed/down' }, process), 'platform_error')
    assert.ok((await walker.page({}, process)).posts.length > 0)
    await rejects(walker.page({ handle: 'garden.bsky.social/feed/members' }), 'profile_unsupported')
    await rejects(walker.page({ handle: 'garden.bsky.social/list/3kmute' }), 'profile_unsupported')
  })

  test('each variant returns the posts of its filter', async () => {
    const pinned = uriOfNth(5)
    const pinnedFirst = (ids: readonly string[]) => [pinned, ...ids.filter((id) => id !== pinned)]
    const expected = {
      posts: pinnedFirst(simulator.idsOf('posts_no_replies')),
      replies: pinnedFirst(simulator.idsOf('posts_with_replies')),
      media: simulator.idsOf('posts_with_media', 'posts_with_video'),
      videos: simulator.idsOf('posts_with_video'),
    }
    for (const [variant, ids] of Object.entries(expected)) {
      assert.ok(ids.length > 0, variant)
      assert.deepEqual(idsOf(await walker.walk({ variant })), ids, variant)
    }
  })

  test('the first page takes two parallel calls, and a third if a pin pushes a post off it; later pages take one call', async () => {
    const earlier = simulator.calls()
    const release = simulator.hold()
    const first = walker.page({})
    await simulator.arrived(earlier + 2)
    release()
    await first
    for (const [pin, more] of [
      [uriOfNth(5), 1],
      [null, 0],
      [uriOfNth(79), 0],
    ] as const) {
      simulator.pin(pin)
      const before = simulator.calls()
      const pages = await walker.walk()
      assert.equal(simulator.calls() - before, 1 + pages.length + more, String(pin))
    }
    simulator.pin(uriOfNth(5))
  })

  test('a page is full with and without a pinned post, wherever its own place is', async () => {
    const lengths = new Map<number, number[]>()
    for (const pin of [null, uriOfNth(5), uriOfNth(79), uriOfNth(60)]) {
      simulator.pin(pin)
      for (const limit of [5, 20]) {
        const { posts } = await walker.page({ limit })
        lengths.set(limit, [...(lengths.get(limit) ?? []), posts.length])
      }
    }
    simulator.pin(uriOfNth(5))
    assert.deepEqual(lengths.get(5), [5, 5, 5, 5])
    // Two of the newest items are reposts of an account that is hidden from logged-out users.
    assert.deepEqual(lengths.get(20), [18, 18, 18, 18])
  })

  test('the variant media merges both lists by time, in full pages, also when new posts arrive', async () => {
    const expected = simulator.idsOf('posts_with_media', 'posts_with_video')
    assert.ok(simulator.idsOf('posts_with_video').length > 5)
    for (const limit of [3, 7, 20]) {
      const pages = await walker.walk({ variant: 'media', limit })
      assert.deepEqual(idsOf(pages), expected, `by ${limit}`)
      for (const { posts } of pages.slice(0, -1)) assert.equal(posts.length, limit)
      for (const { media, pinned, id } of pages.flatMap(({ posts }) => posts))
        assert.deepEqual([media.length > 0, pinned], [true, id === uriOfNth(5)])
    }
    for (const arrivals of [1, 9, 40]) {
      const known = simulator.idsOf('posts_with_media', 'posts_with_video')
      const pages = await walker.walk({ variant: 'media', limit: 5 }, (page) => {
        if (page === 1) simulator.publish(arrivals)
      })
      assert.deepEqual(idsOf(pages), known, `${arrivals} arrived`)
    }
  })

  test('a pinned post is returned once, first and marked, wherever its own place is', async () => {
    for (const index of [5, 40, 79]) {
      simulator.pin(uriOfNth(index))
      for (const limit of [2, 7, 20]) {
        const pages = await walker.walk({ limit })
        for (const { posts } of pages) assert.ok(posts.length <= limit)
        assert.deepEqual(idsOf(pages), simulator.ids())
        const marked = pages.flatMap(({ posts }) => posts).filter(({ pinned }) => pinned)
        assert.deepEqual(
          marked.map(({ id }) => id),
          [uriOfNth(index)],
        )
      }
    }
    simulator.pin(uriOfNth(5))
  })

  test('without a pinned post, or with a deleted one, the feed is returned unchanged', async () => {
    for (const pin of [null, `at://${GARDEN_DID}/app.bsky.feed.post/3gone`]) {
      simulator.pin(pin)
      assert.deepEqual(idsOf(await walker.walk()), simulator.idsOf('posts_no_replies'))
    }
    simulator.pin(uriOfNth(5))
  })

  test('a pin that changes during a walk neither hides nor repeats a post', async () => {
    const expected = simulator.ids()
    const pages = await walker.walk({ limit: 10 }, (page) => {
      if (page === 2) simulator.pin(uriOfNth(3))
    })
    simulator.pin(uriOfNth(5))
    assert.deepEqual(idsOf(pages), expected)
  })

  test('a cursor that the AppView does not understand results in an empty last page', async () => {
    const page = await walker.page({ after: `api ${JSON.stringify(['1700000000::bafyrei', null])}` })
    assert.deepEqual([page.posts, page.next], [[], undefined])
  })

  test('a repeated cursor ends the walk', async () => {
    const process = walker.start()
    // Caches the account, so that the next call is the one for posts.
    await walker.page({}, process)
    simulator.failNext({ body: { feed: [], cursor: 'x' } })
    const page = await walker.page({ after: `api ${JSON.stringify(['x', null])}` }, process)
    assert.equal(page.next, undefined)
  })

  test('a position of another source is invalid_cursor', async () => {
    for (const after of ['x', 'feed x', 'api', 'api x', 'api []', 'api [1]', 'api {}', 'api null'])
      for (const variant of ['posts', 'media']) await rejects(walker.page({ after, variant }), 'invalid_cursor')
    for (const at of ['x', '[]', '[1,2]', '[null]'])
      await rejects(
        walker.page({ variant: 'media', after: `api ${JSON.stringify([at, 'unread', null])}` }),
        'invalid_cursor',
      )
  })

  test('suspended and deactivated accounts are profile_not_found', async () => {
    await rejects(walker.page({ handle: 'banned.bsky.social' }), 'profile_not_found')
    await rejects(walker.page({ handle: 'left.bsky.social' }), 'profile_not_found')
  })

  test('each error body maps to its code', async () => {
    const error = (status: number, error: string, message: string): SimulatedResponse => ({
      status,
      body: { error, message },
    })
    const cases: readonly [SimulatedResponse, ErrorCode][] = [
      [error(400, 'InvalidRequest', 'Profile not found'), 'profile_not_found'],
      [error(400, 'InvalidRequest', 'Unable to resolve handle'), 'profile_not_found'],
      [error(400, 'InvalidRequest', 'Error: actor must be a valid did or a handle'), 'profile_not_found'],
      [error(400, 'AccountTakedown', 'Account has been suspended'), 'profile_not_found'],
      [error(400, 'AccountDeactivated', 'Account is deactivated'), 'profile_not_found'],
      [error(400, 'BlockedActor', 'Requester has blocked actor'), 'profile_private'],
      [error(400, 'BlockedByActor', 'Requester is blocked by actor'), 'profile_private'],
      [error(400, 'InvalidRequest', 'Error: Params must have the property "actor"'), 'platform_error'],
      [error(403, 'Forbidden', ''), 'platform_error'],
      [error(501, 'MethodNotImplemented', 'Method Not Implemented'), 'platform_error'],
      [error(502, 'UpstreamFailure', 'Profile not found'), 'platform_error'],
      [{ status: 404, body: '<!doctype html>' }, 'platform_error'],
      [{ body: { feed: {} } }, 'platform_error'],
      [{ body: [] }, 'platform_error'],
    ]
    for (const [failure, code] of cases) {
      const lift = simulator.failFrom(1, failure)
      await rejects(walker.page({}), code)
      lift()
    }
  })

  test('the reset of a rate limit becomes retryAfterSeconds', async () => {
    const reset = String(Math.ceil(Date.now() / 1000) + 90)
    simulator.failNext(
      {
        status: 429,
        headers: { 'ratelimit-reset': reset },
        body: { error: 'RateLimitExceeded', message: 'Too Many Requests' },
      },
      2,
    )
    await assert.rejects(walker.page({}), (error) => {
      assert.ok(isApiError(error, 'platform_rate_limited'))
      assert.ok((error.retryAfterSeconds ?? 0) > 60 && (error.retryAfterSeconds ?? 0) <= 91)
      return true
    })
  })

  test('the profile has every field of the account', async () => {
    const { profile } = await walker.page({ handle: GARDEN_DID })
    assert.deepEqual(profile, {
      id: GARDEN_DID,
      handle: 'garden.bsky.social',
      displayName: 'Garden 🌱',
      url: 'https://bsky.app/profile/garden.bsky.social',
      owner: null,
      movedTo: null,
      avatarUrl: `https://cdn.bsky.app/img/avatar/plain/${GARDEN_DID}/a@jpeg`,
      bannerUrl: 'https://cdn.bsky.app/img/banner/plain/b@jpeg',
      bio: {
        text: 'Plants & <soil>\nhttps://garden.example.com/a?b=c&d',
        html: '<p>Plants &amp; &lt;soil&gt;<br /><a href="https://garden.example.com/a?b=c&amp;d" rel="nofollow noopener ugc">https://garden.example.com/a?b=c&amp;d</a></p>',
      },
      verified: true,
      createdAt: '2023-05-01T00:00:00.000Z',
      counts: { followers: 1234, following: 0, posts: 77 },
    })
  })

  test('a post is found by its URL and its AT URI, with a handle or a DID', async () => {
    const uri = simulator.idsOf('posts_no_replies').find((id) => !id.includes('repost') && !id.includes('#')) ?? ''
    const key = uri.split('/').at(-1)
    const calls = {
      [`https://bsky.app/profile/garden.bsky.social/post/${key}`]: 2,
      [`https://bsky.app/profile/${GARDEN_DID}/post/${key}?x=1`]: 1,
    }
    for (const [url, count] of Object.entries(calls)) {
      const before = simulator.calls()
      const { post, answer: response } = await walker.post(url)
      assert.equal(post.id, uri)
      assert.equal((response.json() as { posts: unknown[] }).posts.length, 1)
      assert.equal(simulator.calls() - before, count)
    }
    assert.equal((await walker.post(`at://garden.bsky.social/app.bsky.feed.post/${key}`)).post.id, uri)
  })

  test('a deleted post is post_not_found, a post for logged-in users only is profile_private', async () => {
    await rejects(walker.post(`https://bsky.app/profile/${GARDEN_DID}/post/3gone`), 'post_not_found')
    await rejects(walker.post(`https://bsky.app/profile/${SEED_DID}/post/3gone`), 'post_not_found')
    await rejects(walker.post('https://bsky.app/profile/nobody.bsky.social/post/3gone'), 'post_not_found')
    await rejects(walker.post('https://bsky.app/profile/quiet.bsky.social/post/3quiet'), 'profile_private')
    await rejects(walker.post('https://bsky.app/profile/a..b/post/3gone'), 'unsupported_post_url')
  })

  test('the oEmbed URL is that of the embed service, with the web URL of the post', () => {
    const page = 'https://bsky.app/profile/garden.bsky.social/post/3k'
    assert.equal(
      bluesky.oembed?.(new URL(page))?.href,
      `https://embed.bsky.app/oembed?url=${encodeURIComponent(page)}&format=json`,
    )
    assert.equal(findPost(bluesky.posts, 'at://garden.bsky.social/app.bsky.feed.post/3k')?.url.href, page)
  })
})
