import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { platformSuite } from '@central-api/testing/platforms/suite/platform-suite.ts'
import { createWalker, idsOf, type Walker } from '@central-api/testing/platforms/suite/test-walker.ts'
import { USUAL } from '@central-api/testing/platforms/suite/usual-conclusions.ts'
import {
  APPLICATIONS,
  GAME,
  ID,
  PROCESSING,
  startTwitch,
  type TwitchQuirks,
  type TwitchSimulator,
} from '@central-api/testing/platforms/twitch/simulator.ts'
import { NOT_HANDLES, SPELLINGS, UNSUPPORTED_URLS } from '@central-api/testing/platforms/twitch/spellings.cases.ts'
import { type ErrorCode, isApiError } from '../../errors.ts'
import { twitch } from './twitch.ts'

const ONE = { TWITCH_CLIENT_ID: APPLICATIONS.ids[0], TWITCH_CLIENT_SECRET: APPLICATIONS.secrets[0] }

const error = (status: number, message: string) => ({ status, body: { error: 'Told', status, message } })

platformSuite({
  conclusions: {
    refuse: (status) => ({
      status,
      body: { error: 'Refused', status, message: status === 404 ? 'videos do not exist' : 'Refused' },
    }),
    first: { '/oauth2/token': USUAL.exchange, '/helix/users': USUAL.signed, '/helix/videos': USUAL.signed },
    later: { '/helix/videos': USUAL.signed },
    post: { '/oauth2/token': USUAL.exchange, '/helix/videos': { ...USUAL.signed, 404: 'post_not_found' } },
  },
  platform: twitch,
  environment: ONE,
  start: startTwitch,
  spellings: SPELLINGS,
  unsupported: UNSUPPORTED_URLS,
  kinds: {
    search: [
      {
        handle: `game/${GAME}`,
        missing: 'game/404',
        empty: 'game/27471',
        ids: (simulated) => simulated.ids(),
        calls: { first: 3, next: 1 },
      },
      {
        handle: 'category/bakers-bread-and-cafe',
        missing: 'category/bread',
        ids: (simulated) => simulated.ids(),
      },
    ],
  },
  notHandles: NOT_HANDLES,
  postUrls: [
    'https://www.twitch.tv/videos/2300000001?t=1h',
    'https://m.twitch.tv/videos/2300000001',
    'https://www.twitch.tv/acme/v/2300000001',
    'https://www.twitch.tv/acme/clip/AwkwardClip-abc',
    'https://clips.twitch.tv/AwkwardClip-abc',
  ],
  notPostUrls: [
    'https://www.twitch.tv/acme',
    'https://www.twitch.tv/acme/videos',
    'https://www.twitch.tv/directory/all',
    'https://clips.twitch.tv/',
    'https://clips.twitch.tv.evil.example/AwkwardClip-abc',
  ],
  // The token, the channel and its videos.
  calls: { first: 3, next: 1 },
  credentials: {
    two: {
      TWITCH_CLIENT_ID: APPLICATIONS.ids.join(','),
      TWITCH_CLIENT_SECRET: APPLICATIONS.secrets.join(', '),
    },
    secrets: APPLICATIONS.secrets,
    hosts: ['id.twitch.tv'],
  },
  errors: [
    { answer: error(401, 'Client ID is missing'), code: 'platform_unauthorized' },
    { answer: { status: 400, body: { status: 400, message: 'invalid client' } }, code: 'platform_unauthorized' },
    { answer: { status: 403, body: { status: 403, message: 'invalid client secret' } }, code: 'platform_unauthorized' },
    {
      answer: { status: 429, headers: { 'retry-after': '9' }, body: {} },
      code: 'platform_rate_limited',
      retryAfterSeconds: 9,
    },
    { answer: error(503, 'Service Unavailable'), code: 'platform_error' },
  ],
})

describe('scanning Twitch', () => {
  let simulator: TwitchSimulator
  let walker: Walker
  before(async () => {
    simulator = await startTwitch()
    walker = createWalker(twitch, ONE, simulator)
  })
  after(async () => {
    await walker.close()
    await simulator.close()
  })

  const rejects = (promise: Promise<unknown>, code: ErrorCode) =>
    assert.rejects(promise, (thrown) => {
      assert.ok(isApiError(thrown, code), String(thrown))
      return true
    })

  test('identifies a channel by its id, whatever its login is', async () => {
    for (const handle of ['acme', `id/${ID}`]) {
      const { account, posts } = await walker.page({ handle })
      assert.deepEqual([account.id, account.handle, account.profile.handle, posts.length], [ID, `id/${ID}`, 'acme', 20])
    }
    await rejects(walker.page({ handle: 'id/99' }), 'profile_not_found')
  })

  test('returns the videos of each variant', async () => {
    const types = { broadcasts: 'archive', highlights: 'highlight', uploads: 'upload' }
    for (const [variant, type] of Object.entries(types))
      assert.deepEqual(idsOf(await walker.walk({ variant })), simulator.idsOf(type))
  })

  test('returns clips in the order of their views, not of time', async () => {
    assert.deepEqual(idsOf(await walker.walk({ variant: 'clips', limit: 10 })), simulator.clipIds())
  })

  test('identifies a category by its id, whatever was pasted', async () => {
    for (const handle of [`game/${GAME}`, 'category/bakers-bread-and-cafe', 'category/baker-s-bread-and-cafe']) {
      const { account } = await walker.page({ handle })
      assert.deepEqual(
        [account.id, account.handle, account.profile.displayName, account.profile.url, account.profile.owner],
        [
          `search ${GAME}`,
          `game/${GAME}`,
          'Baker’s Bread & Café',
          'https://www.twitch.tv/directory/game/Baker%E2%80%99s%20Bread%20%26%20Caf%C3%A9',
          null,
        ],
      )
    }
  })

  test('the videos of a category have their own authors, and its variants their types', async () => {
    const handle = `game/${GAME}`
    const { posts } = await walker.page({ handle })
    assert.deepEqual(new Set(posts.map(({ author }) => author?.handle)), new Set(['acme']))
    assert.deepEqual(idsOf(await walker.walk({ handle, variant: 'uploads' })), simulator.idsOf('upload'))
    assert.deepEqual(idsOf(await walker.walk({ handle, variant: 'clips', limit: 10 })), simulator.clipIds())
  })

  test('videos that arrive in a category while it is paged hide none and repeat none, up to the newest 100', async (t) => {
    const own = await startTwitch()
    const client = createWalker(twitch, ONE, own)
    t.after(() => Promise.all([client.close(), own.close()]))
    const ids = own.ids()
    const arrivals = [3, 20, 0, 15]
    const walked = await client.walk({ handle: `game/${GAME}`, limit: 9 }, (page) =>
      own.publish(arrivals[page - 1] ?? 0),
    )
    assert.deepEqual(idsOf(walked), ids)
    own.publish(40)
    assert.equal(idsOf(await client.walk({ handle: `game/${GAME}` })).length, 100)
  })

  // https://github.com/twitchdev/issues/issues/1188
  test('clips of a category end when only known ones come, under ever new cursors', async (t) => {
    const own = await startTwitch()
    const client = createWalker(twitch, ONE, own)
    t.after(() => Promise.all([client.close(), own.close()]))
    own.quirks.clipEnd = 'endless'
    const clips = idsOf(await client.walk({ handle: `game/${GAME}`, variant: 'clips', limit: 10 }))
    assert.deepEqual(clips, own.clipIds())
    assert.ok(own.calls() < 20, `${own.calls()} calls`)
  })

  // https://github.com/twitchdev/issues/issues/598
  test('a category whose videos the API leaves out is an empty page, not a missing profile', async (t) => {
    const own = await startTwitch()
    const client = createWalker(twitch, ONE, own)
    t.after(() => Promise.all([client.close(), own.close()]))
    own.quirks.hasNoGameVideos = true
    const { posts, next, profile } = await client.page({ handle: `game/${GAME}` })
    assert.deepEqual([posts, next, profile.displayName], [[], undefined, 'Baker’s Bread & Café'])
  })

  test('reports errors of the API after the token was obtained', async () => {
    const errors: readonly (readonly [number, string, ErrorCode])[] = [
      [400, 'Missing required parameter "user_id"', 'platform_error'],
      [401, 'Invalid OAuth token', 'platform_unauthorized'],
      [403, 'Missing scope', 'platform_unauthorized'],
      [404, 'Not Found', 'platform_error'],
      [410, 'This API is not available.', 'platform_error'],
      [429, 'Too Many Requests', 'platform_rate_limited'],
      [500, '', 'platform_error'],
    ]
    for (const [status, message, code] of errors) {
      const other = await startTwitch()
      const client = createWalker(twitch, ONE, other)
      const lift = other.failFrom(2, error(status, message))
      await rejects(client.page({}), code)
      lift()
      await client.close()
      await other.close()
    }
  })

  /** Undocumented behavior, and its alternatives. */
  const ALTERNATIVES: readonly Partial<TwitchQuirks>[] = [
    ...([{ badRequest: 'words' }, { badRequest: 'nothing' }] as const),
    ...([{ tokenErrors: 'bare' }, { tokenErrors: 'oauth' }] as const),
    ...[{ clipDepth: 12 }, { clipDepth: 1_000 }],
    ...[{ recording: '' }, { recording: PROCESSING }],
  ]
  for (const quirks of ALTERNATIVES)
    test(`walks are complete, and errors are reported, with ${JSON.stringify(quirks)}`, async (t) => {
      const own = await startTwitch()
      Object.assign(own.quirks, quirks)
      const [client, stranger] = [ONE, { ...ONE, TWITCH_CLIENT_SECRET: 'none' }].map((each) =>
        createWalker(twitch, each, own),
      ) as [Walker, Walker]
      t.after(() => Promise.all([client.close(), stranger.close(), own.close()]))
      const pages = await client.walk()
      assert.deepEqual(idsOf(pages), own.ids())
      const images = pages.flatMap(({ posts }) => posts.map(({ media }) => media[0]?.previewUrl ?? null))
      assert.deepEqual(new Set(images.map((url) => url !== null && !url.includes('_404'))), new Set([true, false]))
      assert.ok(
        images.every((url) => !url?.includes('_404')),
        'a placeholder as the thumbnail',
      )
      const clips = idsOf(await client.walk({ variant: 'clips', limit: 10 }))
      assert.deepEqual(clips, own.clipIds().slice(0, quirks.clipDepth))
      const bad = pages[0]?.next?.replace(/eyJ[\w-]+/, 'eyJx')
      await rejects(client.page({ after: bad }), 'invalid_cursor')
      await rejects(stranger.page({}), 'platform_unauthorized')
    })

  test('reads a video and a clip by their URLs', async () => {
    const [id = ''] = simulator.ids()
    const [clip = ''] = simulator.clipIds()
    assert.equal((await walker.post(`https://www.twitch.tv/acme/v/${id}`)).post.id, id)
    assert.equal((await walker.post(`https://www.twitch.tv/acme/clip/${clip}`)).post.title, 'Oops 0')
    for (const gone of ['https://www.twitch.tv/videos/1234567', 'https://clips.twitch.tv/NobodysClip'])
      await rejects(walker.post(gone), 'post_not_found')
  })

  test('returns platform_not_configured without an application, and names a missing setting', async () => {
    const bare = createWalker(twitch, {}, simulator)
    await rejects(bare.page({}), 'platform_not_configured')
    await bare.close()
    const half = { TWITCH_CLIENT_ID: 'one,two', TWITCH_CLIENT_SECRET: 'one' }
    assert.throws(() => createWalker(twitch, half, simulator), /TWITCH_CLIENT_SECRET must have one secret/)
  })
})
