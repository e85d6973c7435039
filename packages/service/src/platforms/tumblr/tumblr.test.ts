import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { FOREIGN_NOT_FOUNDS } from '@central-api/testing/platforms/suite/foreign-not-founds.ts'
import { platformSuite } from '@central-api/testing/platforms/suite/platform-suite.ts'
import { createWalker, idsOf, type Walker } from '@central-api/testing/platforms/suite/test-walker.ts'
import { USUAL } from '@central-api/testing/platforms/suite/usual-conclusions.ts'
import { flagsOf } from '@central-api/testing/platforms/tumblr/simulated-posts.ts'
import {
  KEYS,
  startTumblr,
  type TumblrQuirks,
  type TumblrSimulator,
} from '@central-api/testing/platforms/tumblr/simulator.ts'
import { NOT_HANDLES, SPELLINGS, UNSUPPORTED_URLS } from '@central-api/testing/platforms/tumblr/spellings.cases.ts'
import { assertNormalized } from '@central-api/testing/post/normalized-suite.ts'
import { type ErrorCode, isApiError } from '../../errors.ts'
import { tumblr } from './tumblr.ts'

const KEYED = { TUMBLR_API_KEY: KEYS[0] }

const reported = (status: number, msg: string, code = 0) => ({
  status,
  body: { meta: { status, msg }, errors: [{ title: msg, code, detail: 'x' }], response: [] },
})

platformSuite({
  conclusions: {
    refuse: (status) => ({ status, body: { meta: { status, msg: 'Refused' }, errors: [], response: [] } }),
    errorIn200: { body: { meta: { status: 400, msg: 'Refused' }, errors: [], response: [] } },
    first: { '/posts\\?': { ...USUAL.signed, 404: 'profile_not_found' } },
    later: { '&before=': USUAL.signed },
    post: { '&id=': { ...USUAL.signed, 404: 'post_not_found' } },
  },
  platform: tumblr,
  environment: KEYED,
  start: startTumblr,
  spellings: SPELLINGS,
  unsupported: UNSUPPORTED_URLS,
  notHandles: NOT_HANDLES,
  kinds: {
    section: [
      {
        handle: 'ferns/tagged/after the rain',
        missing: 'nobody-here/tagged/after the rain',
        hidden: 'secluded/tagged/after the rain',
        empty: 'ferns/tagged/nothing',
        ids: (simulated) => simulated.taggedIds(),
        publish: (simulated, count) => simulated.publish(count),
        calls: { first: 1, next: 1 },
      },
    ],
    hashtag: [
      {
        handle: '#after the rain',
        empty: '#nothing',
        ids: (simulated) => simulated.taggedIds(),
        publish: (simulated, count) => simulated.publish(count),
        // Only an empty batch is the end.
        calls: { first: 1, next: 4 },
      },
    ],
  },
  calls: { first: 1, next: 1 },
  credentials: { two: { TUMBLR_API_KEY: KEYS.join(', ') }, secrets: KEYS, hosts: ['api.tumblr.com'] },
  errors: [
    ...FOREIGN_NOT_FOUNDS,
    { answer: reported(404, 'Not Found'), code: 'profile_not_found', isSure: true },
    { answer: reported(404, 'Not Found', 4012), code: 'profile_private' },
    {
      answer: {
        status: 403,
        body: { meta: { status: 403, msg: 'Forbidden' }, response: 'You do not have permission to view this blog' },
      },
      code: 'profile_private',
    },
    { answer: reported(401, 'Unauthorized'), code: 'platform_unauthorized' },
    { answer: reported(403, 'Forbidden'), code: 'platform_unauthorized' },
    { answer: { ...reported(403, 'Forbidden'), status: 200 }, code: 'platform_unauthorized' },
    { answer: { status: 403, body: '<title>Forbidden</title>' }, code: 'platform_error' },
    { answer: reported(429, 'Limit Exceeded'), code: 'platform_rate_limited' },
    {
      answer: { ...reported(429, 'Limit Exceeded'), headers: perHour('0', '1234') },
      code: 'platform_rate_limited',
      retryAfterSeconds: 1234,
    },
    { answer: { ...reported(404, 'Not Found'), status: 200 }, code: 'profile_not_found' },
    { answer: { ...reported(401, 'Unauthorized'), status: 200 }, code: 'platform_unauthorized' },
    { answer: { status: 502, body: '<html>bad gateway</html>' }, code: 'platform_error' },
  ],
  postUrls: [
    'https://ferns.tumblr.com/post/781234567890123456/new-frond',
    'https://ferns.tumblr.com/post/781234567890123456',
    'https://www.tumblr.com/ferns/781234567890123456/new-frond?source=share',
    'https://www.tumblr.com/blog/view/ferns/781234567890123456',
    'https://ferns.tumblr.com/781234567890123456',
  ],
  notPostUrls: [
    'https://ferns.tumblr.com/',
    'https://www.tumblr.com/ferns',
    'https://www.tumblr.com/tagged/ferns',
    'https://ferns.tumblr.com/archive',
    'https://ferns.tumblr.com.evil.example/post/781234567890123456',
  ],
})

function perHour(remaining: string, reset: string) {
  return {
    'x-ratelimit-perhour-limit': '1000',
    'x-ratelimit-perhour-remaining': remaining,
    'x-ratelimit-perhour-reset': reset,
  }
}

const rejects = (promise: Promise<unknown>, code: ErrorCode) =>
  assert.rejects(promise, (error) => {
    assert.ok(isApiError(error, code), String(error))
    return true
  })

describe('Tumblr through its API', () => {
  let simulator: TumblrSimulator
  let walker: Walker
  before(async () => {
    simulator = await startTumblr()
    walker = createWalker(tumblr, KEYED, simulator)
  })
  after(async () => {
    await walker.close()
    await simulator.close()
  })

  test('reads a blog by its name, its domain and its uuid, and identifies it by the uuid', async () => {
    for (const handle of ['ferns', 'ferns.example', 't:Ab3_x9']) {
      const { account, profile } = await walker.page({ handle })
      assert.deepEqual([account.id, account.handle, profile.handle], ['t:Ab3_x9', 't:Ab3_x9', 'ferns'])
    }
  })

  test('returns every post of one second, wherever a page ends', async () => {
    for (const limit of [7, 8, 10, 20]) assert.deepEqual(idsOf(await walker.walk({ limit })), simulator.ids())
  })

  test('each variant contains the posts of Tumblr’s type', async () => {
    const types = { photos: 'photo', videos: 'video', audio: 'audio' }
    for (const [variant, type] of Object.entries(types))
      assert.deepEqual(idsOf(await walker.walk({ variant })), simulator.idsOf(type))
  })

  test('identifies a tag in a blog by the uuid of the blog', async () => {
    for (const handle of ['ferns/tagged/after the rain', 'ferns.example/tagged/after the rain']) {
      const { account, profile } = await walker.page({ handle })
      assert.deepEqual(
        [account.id, account.handle, profile.handle, profile.url],
        [
          'section t:Ab3_x9/tagged/after the rain',
          't:Ab3_x9/tagged/after the rain',
          'ferns/tagged/after the rain',
          'https://ferns.tumblr.com/tagged/after%20the%20rain',
        ],
      )
    }
  })

  test('returns each post of a tag with its own blog, also behind a post with an old date', async () => {
    const pages = await walker.walk({ handle: '#after the rain', limit: 9 })
    const posts = pages.flatMap((page) => page.posts)
    assert.deepEqual(new Set(posts.map(({ author }) => author?.handle)), new Set(['ferns', 'mosses']))
    assert.ok(posts.some(({ publishedAt }) => publishedAt?.startsWith('2014') === true))
    assert.deepEqual(idsOf(pages), simulator.taggedIds())
  })

  test('refuses a blog with a password as private', () => rejects(walker.page({ handle: 'locked' }), 'profile_private'))

  test('reads a post by its URL, and refuses a missing and a hidden one', async () => {
    const [id = ''] = simulator.ids()
    const { post, answer: response } = await walker.post(`https://www.tumblr.com/ferns/${id}/slug`)
    assert.deepEqual([post.id, response.status], [id, 200])
    await rejects(walker.post('https://ferns.tumblr.com/post/781234567899999999'), 'post_not_found')
    await rejects(walker.post('https://nobody-here.tumblr.com/post/781234567890123456'), 'post_not_found')
    await rejects(walker.post('https://secluded.tumblr.com/post/781234567890123456'), 'profile_private')
  })

  /** Undocumented behavior, and its alternatives. */
  const ALTERNATIVES: readonly Partial<TumblrQuirks>[] = [
    ...[{ reportsFlags: true }, { reportsFlags: false }],
    ...([{ notFound: 'errors' }, { notFound: 'meta' }] as const),
  ]
  for (const quirks of ALTERNATIVES)
    test(`a walk is complete, and missing blogs and posts are reported, with ${JSON.stringify(quirks)}`, async (t) => {
      const own = await startTumblr()
      Object.assign(own.quirks, quirks)
      const client = createWalker(tumblr, KEYED, own)
      t.after(() => Promise.all([client.close(), own.close()]))
      const pages = await client.walk()
      assert.deepEqual(idsOf(pages), own.ids())
      const posts = pages.flatMap((page) => page.posts).toReversed()
      for (const [index, { pinned, sensitive }] of posts.entries()) {
        const { is_pinned, is_nsfw } = flagsOf(index)
        assert.deepEqual([pinned, sensitive], own.quirks.reportsFlags ? [is_pinned, is_nsfw] : [null, null])
      }
      await rejects(client.page({ handle: 'nobody-here' }), 'profile_not_found')
      await rejects(client.post('https://ferns.tumblr.com/post/781234567899999999'), 'post_not_found')
    })

  test('rejects a position that is not a timestamp', () =>
    rejects(walker.page({ after: JSON.stringify(['x', null, null]) }), 'invalid_cursor'))
})

test('sends no request while the hourly or the daily limit of the key is used up', async () => {
  for (const [hour, day, seconds] of [
    [0, 900, 1200],
    [900, 0, 40_000],
  ] as const) {
    const simulator = await startTumblr()
    const walker = createWalker(tumblr, KEYED, simulator)
    try {
      const process = walker.start()
      simulator.leave(hour + 1, day + 1)
      await walker.page({ variant: 'photos' }, process)
      simulator.leave(hour, day)
      const reported = await walker.page({ variant: 'videos' }, process).catch((error: unknown) => error)
      assert.ok(isApiError(reported, 'platform_rate_limited'), String(reported))
      assert.ok(Math.abs((reported.retryAfterSeconds ?? 0) - seconds) <= 2, String(reported.retryAfterSeconds))
    } finally {
      await walker.close()
      await simulator.close()
    }
  }
})

describe('Tumblr through its feeds', () => {
  let simulator: TumblrSimulator
  let walker: Walker
  before(async () => {
    simulator = await startTumblr()
    walker = createWalker(tumblr, {}, simulator)
  })
  after(async () => {
    await walker.close()
    await simulator.close()
  })

  test('returns the newest posts with the ids of the API', async () => {
    for (const handle of ['ferns', 'ferns.example']) {
      const pages = await walker.walk({ handle })
      for (const page of pages) assertNormalized(page)
      assert.deepEqual(idsOf(pages), simulator.ids().slice(0, 20))
      const [{ profile, posts } = assert.fail()] = pages
      assert.deepEqual([profile.displayName, profile.id, profile.handle], ['Fern Notes', null, handle])
      assert.deepEqual([posts[0]?.title, posts[0]?.kind, posts[0]?.tags], [null, 'image', ['Ferns', 'after the rain']])
    }
  })

  test('reads a tag in a blog through its feed, and no tag on all of Tumblr', async () => {
    const [{ profile, account } = assert.fail(), ...more] = await walker.walk({ handle: 'ferns/tagged/after the rain' })
    assert.deepEqual([account.id, profile.displayName, more], ['section ferns/tagged/after the rain', 'Fern Notes', []])
    await rejects(walker.page({ handle: '#ferns' }), 'platform_not_configured')
  })

  test('refuses a uuid, which has no feed, and says so', async () => {
    await assert.rejects(walker.page({ handle: 't:Ab3_x9' }), (error) => {
      assert.ok(isApiError(error, 'profile_private') && /uuid/.test(error.message), String(error))
      return true
    })
    await rejects(walker.page({ handle: 'nobody-here' }), 'profile_not_found')
  })
})
