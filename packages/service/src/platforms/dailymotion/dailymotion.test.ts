import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  type DailymotionSimulator,
  idOf,
  startDailymotion,
} from '@central-api/testing/platforms/dailymotion/simulator.ts'
import { NOT_HANDLES, SPELLINGS, UNSUPPORTED_URLS } from '@central-api/testing/platforms/dailymotion/spellings.cases.ts'
import { FOREIGN_NOT_FOUNDS } from '@central-api/testing/platforms/suite/foreign-not-founds.ts'
import { platformSuite } from '@central-api/testing/platforms/suite/platform-suite.ts'
import { createWalker, idsOf, type Walker } from '@central-api/testing/platforms/suite/test-walker.ts'
import { USUAL } from '@central-api/testing/platforms/suite/usual-conclusions.ts'
import { type ErrorCode, isApiError } from '../../errors.ts'
import { findPost } from '../../urls/compile-post-urls.ts'
import { dailymotion } from './dailymotion.ts'

const errorResponse = (status: number, type: string) => ({
  status,
  body: { error: { more_info: 'x', code: status, message: 'x', type, error_data: { reason: 'x' } } },
})

platformSuite({
  conclusions: {
    refuse: (status) => ({
      status,
      body: { error: { code: status, message: 'Refused', type: 'refused', error_data: {} } },
    }),
    first: { '/user/[a-z]+\\?': { ...USUAL.open, 404: 'profile_not_found' }, '/videos\\?': USUAL.open },
    later: { '/videos\\?': USUAL.open },
    post: { '/video/': { ...USUAL.open, 404: 'post_not_found' } },
  },
  platform: dailymotion,
  environment: {},
  start: startDailymotion,
  spellings: SPELLINGS,
  unsupported: UNSUPPORTED_URLS,
  notHandles: NOT_HANDLES,
  kinds: {
    collection: [
      {
        handle: 'playlist/x5abcd',
        missing: 'playlist/x5none',
        hidden: 'playlist/x9hidden',
        ids: (simulated) => simulated.arrangedIds(),
        calls: { first: 3, next: 2 },
      },
    ],
    hashtag: [
      {
        handle: '#port',
        empty: '#nothing',
        ids: (simulated) => simulated.foundIds(),
        publish: (simulated, count) => simulated.publish(count),
      },
    ],
    search: [
      {
        handle: 'channel/news',
        empty: 'channel/music',
        ids: (simulated) => simulated.foundIds(),
        publish: (simulated, count) => simulated.publish(count),
      },
    ],
  },
  // A page with private videos is filled from the next one.
  calls: { first: 3, next: 2 },
  errors: [
    ...FOREIGN_NOT_FOUNDS,
    { answer: errorResponse(404, 'not_found'), code: 'profile_not_found' },
    { answer: errorResponse(400, 'invalid_parameter'), code: 'platform_error' },
    { answer: errorResponse(403, 'access_forbidden'), code: 'profile_private' },
    { answer: errorResponse(403, 'video_access_error'), code: 'profile_private' },
    { answer: errorResponse(401, 'invalid_token'), code: 'platform_error' },
    { answer: errorResponse(429, 'x'), code: 'platform_rate_limited', retryAfterSeconds: 60 },
    { answer: errorResponse(403, 'rate_limited'), code: 'platform_rate_limited', retryAfterSeconds: 60 },
  ],
  postUrls: [
    'https://www.dailymotion.com/video/x9aaaa1',
    'https://www.dailymotion.com/embed/video/x9aaaa1?autoplay=1',
    'https://geo.dailymotion.com/player.html?video=x9aaaa1',
    'https://dai.ly/x9aaaa1',
  ],
  notPostUrls: [
    'https://www.dailymotion.com/',
    'https://www.dailymotion.com/harbourtv',
    'https://www.dailymotion.com/playlist/x5abcd',
    'https://www.dailymotion.com.evil.example/video/x9aaaa1',
  ],
})

const rejects = (promise: Promise<unknown>, code: ErrorCode) =>
  assert.rejects(promise, (error) => {
    assert.ok(isApiError(error, code), String(error))
    return true
  })

/** Runs a test with its own simulated Dailymotion. */
const withDailymotion = async (
  run: (walker: Walker, simulator: DailymotionSimulator) => Promise<void>,
  count?: number,
) => {
  const simulator = await startDailymotion(count)
  const walker = createWalker(dailymotion, {}, simulator)
  try {
    await run(walker, simulator)
  } finally {
    await walker.close()
    await simulator.close()
  }
}

describe('Dailymotion', () => {
  test('a playlist has its owner and cover, and ends after a thousand rows', () =>
    withDailymotion(async (walker, simulator) => {
      const pages = await walker.walk({ handle: 'playlist/x5abcd', limit: 100 })
      const [{ profile } = assert.fail()] = pages
      assert.deepEqual(
        [profile.displayName, profile.owner?.handle, profile.url, profile.counts.posts],
        ['Fog & rain', 'fogwatch', 'https://www.dailymotion.com/playlist/x5abcd', 40],
      )
      const found = idsOf(pages)
      assert.deepEqual(found, simulator.arrangedIds().slice(0, found.length))
      assert.ok(found.length > 900 && found.length < 1_000)
    }, 1_100))

  test('of a tag more than a thousand videos are found', () =>
    withDailymotion(async (walker, simulator) => {
      const pages = await walker.walk({ handle: '#port', limit: 100 })
      assert.deepEqual(idsOf(pages), simulator.foundIds())
      assert.ok(idsOf(pages).length > 1_000)
    }, 1_500))

  test('the title after the id in a URL is optional', () => {
    const found = findPost(dailymotion.posts, 'https://www.dailymotion.com/swf/video/x9aaaa1_harbour-4-am')
    assert.deepEqual([found?.url.href, found?.match.id], ['https://www.dailymotion.com/video/x9aaaa1', 'x9aaaa1'])
  })

  test('a user has one profile under its name and its id, and the stored handle is the id', () =>
    withDailymotion(async (walker) => {
      for (const handle of ['harbourtv', 'x1zzzz']) {
        const { account, profile } = await walker.page({ handle })
        assert.deepEqual([account.id, account.handle, profile.handle], ['x1zzzz', 'x1zzzz', 'harbourtv'])
      }
    }))

  test('a removed field is null, and all other fields are still read', () =>
    withDailymotion(async (walker, simulator) => {
      const costs = {
        likes_total: [210, 3, null, 5_310],
        views_total: [210, 3, 12, null],
        followers_total: [null, 3, 12, 5_310],
        videos_total: [210, null, 12, 5_310],
      }
      for (const [field, expected] of Object.entries(costs)) {
        simulator.quirks.unknownField = field
        const pages = await walker.walk()
        assert.deepEqual(idsOf(pages), simulator.ids())
        const [{ profile, posts } = assert.fail()] = pages
        const { followers, posts: videos } = profile.counts
        const { likes, views } = posts[1]?.metrics ?? {}
        assert.deepEqual([followers, videos, likes, views], expected, field)
      }
    }))

  test('without a field that is not a count, the basic fields are still read', () =>
    withDailymotion(async (walker, simulator) => {
      simulator.quirks.unknownField = 'explicit'
      const pages = await walker.walk()
      assert.deepEqual(idsOf(pages), simulator.ids())
      assert.ok(pages.every(({ posts }) => posts.every(({ sensitive }) => sensitive === null)))
    }))

  for (const refusesFieldAs of ['invalid_parameter', 'bad_request'])
    test(`a walk is complete when a field is refused as ${refusesFieldAs}`, () =>
      withDailymotion(async (walker, simulator) => {
        Object.assign(simulator.quirks, { refusesFieldAs, unknownField: 'likes_total' })
        const pages = await walker.walk()
        assert.deepEqual(idsOf(pages), simulator.ids())
        assert.ok(pages.every(({ posts }) => posts.every(({ metrics }) => metrics.likes === null)))
      }))

  for (const hiddenViews of [null, 0] as const)
    test(`a walk is complete when hidden views are reported as ${hiddenViews}`, () =>
      withDailymotion(async (walker, simulator) => {
        simulator.quirks.hiddenViews = hiddenViews
        const pages = await walker.walk()
        assert.deepEqual(idsOf(pages), simulator.ids())
        const views = pages.flatMap(({ posts }) => posts.map(({ metrics }) => metrics.views))
        assert.deepEqual(new Set(views), new Set([5_310, hiddenViews]))
      }))

  test('rows behind the last reachable one are requested by time', () =>
    withDailymotion(async (walker, simulator) => {
      assert.deepEqual(idsOf(await walker.walk()), simulator.ids())
    }, 1_250))

  test('a video is found by its URL; a missing one is post_not_found, a private one profile_private', () =>
    withDailymotion(async (walker) => {
      const { post, answer: response } = await walker.post(`https://dai.ly/${idOf(3)}`)
      assert.deepEqual([post.id, response.status], [idOf(3), 200])
      await rejects(walker.post('https://www.dailymotion.com/video/xnotfound'), 'post_not_found')
      await rejects(walker.post('https://www.dailymotion.com/video/x9private'), 'profile_private')
      await rejects(walker.post(`https://www.dailymotion.com/video/${idOf(7)}`), 'profile_private')
    }))

  test('a foreign position is invalid_cursor', () =>
    withDailymotion((walker) => rejects(walker.page({ after: JSON.stringify(['x', null, null]) }), 'invalid_cursor')))
})
