import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { platformSuite } from '@central-api/testing/platforms/suite/platform-suite.ts'
import type { ReportedError } from '@central-api/testing/platforms/suite/refusal-suite.ts'
import { createTestStore } from '@central-api/testing/platforms/suite/test-store.ts'
import {
  createWalker,
  idsOf,
  type Walker,
  type WalkerOptions,
} from '@central-api/testing/platforms/suite/test-walker.ts'
import { USUAL } from '@central-api/testing/platforms/suite/usual-conclusions.ts'
import { apiError, PLAYLIST, PRIVATE_PLAYLIST } from '@central-api/testing/platforms/youtube/simulated-api.ts'
import { ACME, descriptionOf, nthUpload } from '@central-api/testing/platforms/youtube/simulated-videos.ts'
import {
  CLOSED,
  KEYS,
  MISSING,
  SILENT,
  startYoutube,
  type YoutubeSimulator,
} from '@central-api/testing/platforms/youtube/simulator.ts'
import { NOT_HANDLES, SPELLINGS, UNSUPPORTED_URLS } from '@central-api/testing/platforms/youtube/spellings.cases.ts'
import { assertNormalized } from '@central-api/testing/post/normalized-suite.ts'
import { type ErrorCode, isApiError } from '../../errors.ts'
import type { ProfileKind } from '../../post/post.ts'
import { plainText } from '../../post/text.ts'
import type { Platform } from '../../upstream/contract/platform.ts'
import type { Source } from '../../upstream/contract/source.ts'
import { apiSource } from './api-source.ts'
import { youtube } from './youtube.ts'

const KEYED = { YOUTUBE_API_KEY: KEYS[0] }

/** From https://developers.google.com/youtube/v3/docs/errors and from recorded responses. */
const ERRORS: readonly ReportedError[] = [
  {
    answer: apiError(403, 'quotaExceeded', 'You have exceeded your <a href="/q">quota</a>.', 'youtube.quota'),
    code: 'platform_rate_limited',
  },
  { answer: apiError(400, 'keyInvalid', 'Bad Request', 'usageLimits'), code: 'platform_unauthorized' },
  {
    answer: apiError(400, 'badRequest', 'API key not valid.', 'global', 'API_KEY_INVALID'),
    code: 'platform_unauthorized',
  },
  {
    answer: apiError(
      403,
      'forbidden',
      'Requests from this address are blocked.',
      'global',
      'API_KEY_IP_ADDRESS_BLOCKED',
    ),
    code: 'platform_unauthorized',
  },
  { answer: apiError(403, 'rateLimitExceeded', 'Slow down.'), code: 'platform_rate_limited', retryAfterSeconds: 60 },
  {
    answer: apiError(429, 'rateLimitExceeded', 'Queries per minute.', 'global', 'RATE_LIMIT_EXCEEDED'),
    code: 'platform_rate_limited',
    retryAfterSeconds: 60,
  },
  { answer: apiError(403, 'playlistItemsNotAccessible', 'Not authorized.'), code: 'profile_private' },
  { answer: apiError(403, 'channelSuspended', 'Suspended.'), code: 'profile_not_found' },
  { answer: apiError(404, 'playlistNotFound', 'Not found.'), code: 'profile_not_found' },
  { answer: apiError(400, 'invalidPageToken', 'Invalid.'), code: 'invalid_cursor' },
  { answer: apiError(503, 'backendError', 'Try again.', 'global'), code: 'platform_error' },
]

/** A word of each title. */
const EVERYTHING = 'bake live brød number'
const MIDNIGHT = Date.parse('2026-11-29T08:00:00Z')

describe('a search of YouTube', () => {
  test('has its own hundred calls a day, through restarts and in all replicas, and leaves channels alone', async () => {
    const simulator = await startYoutube()
    const clock = { ms: MIDNIGHT - 2 * 3_600_000 }
    const store = createTestStore()
    const replica = () => createWalker(youtube, KEYED, simulator, { store, now: () => clock.ms })
    const walkers = [replica(), replica()] as const
    const search = (at: number, word: string) => walkers[at % 2 === 0 ? 0 : 1].page({ handle: `search/${word}` })
    const isLimited = (error: unknown) =>
      isApiError(error, 'platform_rate_limited') && error.retryAfterSeconds === (MIDNIGHT - clock.ms) / 1_000
    try {
      // Each page runs in a new process, as after a restart. Two of a hundred are kept for the operator.
      for (let nth = 0; nth < 98; nth += 1) await search(nth, `live ${nth}`)
      for (const nth of [98, 99]) await assert.rejects(search(nth, 'live'), isLimited)
      assert.equal(simulator.searched(KEYS[0]), 98)
      // A process that has learned it, too.
      const process = walkers[0].start()
      await process.upstreams.load()
      await assert.rejects(walkers[0].page({ handle: '#bread' }, process), isLimited)
      assert.equal((await walkers[0].page({}, process)).source, 'api')
      const healthOf = process.upstreams.health()
      const api = { ...(youtube as unknown as Platform), sources: [apiSource as Source] }
      assert.equal(healthOf(api).state, 'ready')
      assert.equal(healthOf(api, 'search').state, 'limited')
      assert.equal(healthOf(api, 'hashtag').retryAt, MIDNIGHT)
      const pressureOf = (kind: ProfileKind) => process.upstreams.governor.pressure('youtube', apiSource, kind)
      assert.ok(pressureOf('account') < 2, 'units that ended processes had leased')
      assert.equal(pressureOf('search'), 12)
      clock.ms = MIDNIGHT
      assert.ok((await search(0, 'live')).posts.length > 0)
    } finally {
      await Promise.all([...walkers.map((walker) => walker.close()), simulator.close()])
    }
  })

  test('that YouTube says is used up ends at midnight, for searches only', async () => {
    const simulator = await startYoutube()
    simulator.allowSearches(0)
    const clock = { ms: MIDNIGHT - 60_000 }
    const walker = createWalker(youtube, KEYED, simulator, { now: () => clock.ms })
    try {
      const process = walker.start()
      for (const handle of ['#bread', 'search/live'])
        await assert.rejects(walker.page({ handle }, process), (error) => {
          return isApiError(error, 'platform_rate_limited') && error.retryAfterSeconds === 60
        })
      assert.equal(simulator.searched(KEYS[0]), 1, 'the second one knows')
      const page = await walker.page({}, process)
      assert.deepEqual([page.source, page.isPoor], ['api', false])
      const [credential = assert.fail()] = process.upstreams.pool.list()
      assert.equal(process.upstreams.pool.recordOf(credential).state, 'working')
    } finally {
      await Promise.all([walker.close(), simulator.close()])
    }
  })

  test('has an author for each post, no owner, and no counts; costs no units of its own', async () => {
    const simulator = await startYoutube()
    const walker = createWalker(youtube, KEYED, simulator)
    try {
      const { profile, posts } = await walker.page({ handle: '#bread' })
      assert.deepEqual(
        [profile.displayName, profile.url, profile.owner, profile.counts],
        ['#bread', 'https://www.youtube.com/hashtag/bread', null, { followers: null, following: null, posts: null }],
      )
      assert.ok(posts.every(({ author, text }) => author?.id === ACME.id && text !== null))
      // The videos.
      assert.deepEqual([simulator.searched(KEYS[0]), simulator.spent(KEYS[0])], [1, 1])
    } finally {
      await Promise.all([walker.close(), simulator.close()])
    }
  })

  test('without a key is not configured', async () => {
    const simulator = await startYoutube()
    const walker = createWalker(youtube, {}, simulator)
    try {
      await assert.rejects(walker.page({ handle: '#bread' }), (error) => isApiError(error, 'platform_not_configured'))
      assert.equal(simulator.calls(), 0)
    } finally {
      await Promise.all([walker.close(), simulator.close()])
    }
  })
})

describe('a playlist of YouTube', () => {
  test('has an owner, a count and the owner’s order; without a key, its feed has fifteen videos', async () => {
    const simulator = await startYoutube()
    const [keyed, keyless] = [KEYED, {}].map((each) => createWalker(youtube, each, simulator)) as [Walker, Walker]
    try {
      const handle = `playlist/${PLAYLIST}`
      const { profile, posts, account } = await keyed.page({ handle })
      assert.deepEqual(
        [account.id, profile.displayName, profile.owner?.id, profile.counts.posts],
        [`collection ${PLAYLIST}`, 'Bread, from the start', SILENT.id, 71],
      )
      const times = posts.map(({ publishedAt }) => publishedAt)
      assert.notDeepEqual(times, times.toSorted().reverse())
      const fed = await keyless.walk({ handle })
      assert.deepEqual(idsOf(fed), simulator.playlistIds().slice(0, 15))
      assert.deepEqual(
        [fed[0]?.account.id, fed[0]?.profile.displayName],
        [`collection ${PLAYLIST}`, 'Bread, from the start'],
      )
    } finally {
      await Promise.all([keyed.close(), keyless.close(), simulator.close()])
    }
  })
})

platformSuite({
  conclusions: {
    refuse: (status) => apiError(status, 'refused', 'Refused.'),
    first: { '/v3/channels': USUAL.signed, '/v3/playlistItems': USUAL.signed, '/v3/videos': USUAL.spared },
    later: { '/v3/playlistItems': USUAL.signed, '/v3/videos': USUAL.spared },
    post: { '/v3/videos': USUAL.signed },
  },
  platform: youtube,
  environment: KEYED,
  start: startYoutube,
  spellings: SPELLINGS,
  unsupported: UNSUPPORTED_URLS,
  notHandles: NOT_HANDLES,
  kinds: {
    collection: [
      {
        handle: `playlist/${PLAYLIST}`,
        missing: 'playlist/PLnothing00000001',
        hidden: `playlist/${PRIVATE_PLAYLIST}`,
        ids: (simulated) => simulated.playlistIds(),
        // The second page ends in the next fifty entries.
        calls: { first: 3, next: 3 },
      },
    ],
    hashtag: [
      {
        handle: '#bread',
        empty: '#nothing',
        ids: (simulated) => simulated.foundIds('#bread'),
        publish: (simulated, count) => simulated.publish(count),
      },
    ],
    search: [
      {
        handle: `search/${EVERYTHING}`,
        empty: 'search/nothing',
        ids: (simulated) => simulated.foundIds(EVERYTHING),
        publish: (simulated, count) => simulated.publish(count),
        // Fifty results are read once for all their pages.
        calls: { first: 2, next: 1 },
      },
    ],
  },
  // The channel, the playlist and its videos. A playlist of fifty entries is read once for all its pages.
  calls: { first: 3, next: 1 },
  credentials: {
    two: { YOUTUBE_API_KEY: KEYS.join(',') },
    secrets: KEYS,
    hosts: ['youtube.googleapis.com'],
  },
  errors: ERRORS,
  postUrls: [
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    'http://m.youtube.com/watch?app=desktop&v=dQw4w9WgXcQ&t=42s',
    'https://music.youtube.com/watch?v=dQw4w9WgXcQ&list=RD',
    'https://youtu.be/dQw4w9WgXcQ?si=abc',
    'https://www.youtube.com/shorts/dQw4w9WgXcQ/',
    'https://youtube.com/live/dQw4w9WgXcQ?feature=share',
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
    'https://www.youtube.com/v/dQw4w9WgXcQ',
  ],
  notPostUrls: [
    'https://www.youtube.com/',
    'https://www.youtube.com/@name',
    'https://www.youtube.com/channel/UCabcdefghijklmnopqrstuv',
    'https://www.youtube.com/playlist?list=PLabc',
    'https://www.youtube.com/watch',
    'https://www.youtube.com/watch?v=short',
    'https://www.youtube.com/watch/dQw4w9WgXcQ',
    'https://www.youtube.com/embed/videoseries?list=PL',
    'https://www.youtube.com/embed/live_stream?channel=UC',
    'https://youtu.be/',
    'https://www.youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
    'https://evil.example/https://youtu.be/dQw4w9WgXcQ',
  ],
})

const rejects = (promise: Promise<unknown>, code: ErrorCode) =>
  assert.rejects(promise, (error) => {
    assert.ok(isApiError(error, code), String(error))
    return true
  })

/** Starts a separate simulator and a walker for one test. */
const withYoutube = async (
  environment: Readonly<Record<string, string>>,
  run: (walker: Walker, simulator: YoutubeSimulator) => Promise<void>,
  options: WalkerOptions = {},
) => {
  const simulator = await startYoutube()
  const walker = createWalker(youtube, environment, simulator, options)
  try {
    await run(walker, simulator)
  } finally {
    await walker.close()
    await simulator.close()
  }
}

describe('scanning YouTube through its API', () => {
  let simulator: YoutubeSimulator
  let walker: Walker
  before(async () => {
    simulator = await startYoutube()
    walker = createWalker(youtube, KEYED, simulator)
  })
  after(async () => {
    await walker.close()
    await simulator.close()
  })

  test('reads a channel by every kind of handle, and identifies it by its id', async () => {
    for (const handle of ['@acme', 'user/acmevideos', `video/${simulator.ids()[7]}`, ACME.id]) {
      const { account, posts } = await walker.page({ handle })
      assert.deepEqual([account.id, account.handle, account.profile.handle], [ACME.id, ACME.id, '@acme'])
      assert.equal(posts.length, 20)
    }
  })

  test('takes three units for the first page, and one for each further page of the same playlist page', async () => {
    const process = walker.start()
    simulator.allow(10_000)
    const spent: number[] = []
    const count = () => {
      spent.push(simulator.spent(KEYS[0]))
    }
    await walker.walk({}, count, process)
    count()
    assert.deepEqual(spent, [3, 4, 7, 8])
  })

  test('returns the videos of each tab, with and without a playlist for the tab', async () => {
    for (const tabLists of [true, false]) {
      simulator.suppose({ tabLists })
      for (const variant of ['videos', 'shorts', 'live'] as const) {
        const pages = await walker.walk({ variant })
        for (const page of pages) assertNormalized(page)
        assert.deepEqual(idsOf(pages), simulator.idsOf(variant), `${variant} ${tabLists}`)
      }
    }
    simulator.suppose({ tabLists: true })
  })

  test('continues with all uploads when the playlist of a tab disappears during a walk', async () => {
    const pages = await walker.walk({ variant: 'videos' }, () => simulator.suppose({ tabLists: false }))
    simulator.suppose({ tabLists: true })
    assert.deepEqual(idsOf(pages), simulator.idsOf('videos'))
  })

  test('supports every documented and undocumented form of the responses', async () => {
    for (const facts of [{ nothing: 'empty' }, { reportsGone: false }, { notModified: false }] as const) {
      simulator.suppose(facts)
      assert.deepEqual(idsOf(await walker.walk()), simulator.ids())
      await rejects(walker.page({ handle: MISSING.name }), 'profile_not_found')
    }
    simulator.suppose({ nothing: 'missing', reportsGone: true, notModified: true })
  })

  test('returns an empty page for a channel without uploads, and reports a hidden playlist as private', async () => {
    const { posts, next, profile } = await walker.page({ handle: SILENT.id })
    assert.deepEqual([posts, next, profile.counts.posts], [[], undefined, 0])
    await rejects(walker.page({ handle: CLOSED.name }), 'profile_private')
    for (const handle of [MISSING.id, MISSING.name, `user/${MISSING.user}`, 'video/AAAAAAAAAAA'])
      await rejects(walker.page({ handle }), 'profile_not_found')
  })

  test('returns an empty page for a channel whose uploads playlist is missing', async () => {
    const missing = apiError(404, 'playlistNotFound', 'The playlist cannot be found.', 'youtube.playlistItem')
    await withYoutube(KEYED, async (client, simulated) => {
      const process = client.start()
      simulated.fail('playlistItems', missing)
      const { profile, posts, next } = await client.page({}, process)
      assert.deepEqual([profile.handle, posts, next], ['@acme', [], undefined])
    })
  })

  test('reports a body that is not a list of channels as an error, not as a missing channel', async () => {
    for (const body of [{}, { items: null }, { error: null }, []]) {
      await withYoutube(KEYED, async (client, simulated) => {
        simulated.fail('channels', { body })
        await rejects(client.page({ variant: 'live' }), 'platform_error')
      })
    }
  })

  test('returns a page from the playlist alone when its videos cannot be read', async () => {
    await withYoutube(KEYED, async (client, simulated) => {
      simulated.fail('videos', apiError(400, 'invalidFilters', 'No.'))
      const { posts } = await client.page({})
      assert.deepEqual(
        posts.map(({ id }) => id),
        simulated.ids().slice(0, 20),
      )
      assert.ok(posts.every(({ metrics, title }) => metrics.views === null && title !== null))
      assertNormalized({ posts, profile: (await client.page({})).profile })
    })
  })

  test('returns a page from the playlist alone, marked as poor, when the response for videos is no list', async () => {
    for (const body of [{}, { items: null }, []])
      await withYoutube(KEYED, async (client, simulated) => {
        const good = await client.page({})
        simulated.fail('videos', { body })
        const page = await client.page({})
        assert.deepEqual([good.isPoor, page.isPoor], [false, true])
        assert.ok(page.posts.every(({ title }) => title !== null))
      })
  })

  test('reads a video by any form of its URL', async () => {
    const [id = ''] = simulator.idsOf('videos')
    for (const url of [`https://www.youtube.com/watch?v=${id}&t=1`, `https://youtu.be/${id}`]) {
      const { post, answer: response } = await walker.post(url)
      assert.equal(post.id, id)
      assert.equal(post.author?.id, ACME.id)
      assert.equal(response.status, 200)
    }
    const [short = ''] = simulator.idsOf('shorts')
    assert.equal((await walker.post(`https://youtu.be/${short}`)).post.url, `https://www.youtube.com/shorts/${short}`)
  })

  test('returns post_not_found for a deleted or private video', async () => {
    for (const id of [simulator.idOf('deleted'), simulator.idOf('private'), 'AAAAAAAAAAA'])
      await rejects(walker.post(`https://youtu.be/${id}`), 'post_not_found')
  })

  test('uses the next key when the units of the first are used up, and the feed when all are', async () => {
    await withYoutube({ YOUTUBE_API_KEY: KEYS.join(', ') }, async (client, simulated) => {
      simulated.allow(2)
      const process = client.start()
      const first = await client.page({}, process)
      assert.deepEqual([first.source, first.posts.length], ['api', 20])
      assert.ok(simulated.spent(KEYS[1]) > 0)
      const other = await client.page({ handle: '@acme' }, process)
      assert.deepEqual([other.source, other.isPoor], ['feed', true])
    })
  })

  test('reports the reset of the units at midnight in California, in summer and in winter', async () => {
    const until = { '2026-07-01T12:00:00Z': 19 * 3_600, '2026-12-01T12:00:00Z': 20 * 3_600 }
    for (const [time, seconds] of Object.entries(until)) {
      const retriesLater = async (client: Walker, simulated: YoutubeSimulator) => {
        simulated.allow(0)
        // Feeds do not distinguish streams, so there is no fallback.
        await assert.rejects(client.page({ variant: 'live' }), (error) => {
          assert.ok(isApiError(error, 'platform_rate_limited'), String(error))
          assert.equal(error.retryAfterSeconds, seconds)
          return true
        })
      }
      await withYoutube(KEYED, retriesLater, { now: () => Date.parse(time) })
    }
  })

  test('falls back to the feed for an invalid key, when the variant has a feed', async () => {
    await withYoutube({ YOUTUBE_API_KEY: 'AIzaNobodys' }, async (client) => {
      assert.equal((await client.page({})).source, 'feed')
      await rejects(client.page({ variant: 'live' }), 'platform_unauthorized')
      await rejects(client.post('https://youtu.be/Ac-me_00001'), 'platform_unauthorized')
    })
  })
})

describe('scanning YouTube through its feeds', () => {
  let simulator: YoutubeSimulator
  let walker: Walker
  before(async () => {
    simulator = await startYoutube()
    walker = createWalker(youtube, {}, simulator)
  })
  after(async () => {
    await walker.close()
    await simulator.close()
  })

  test('returns the newest fifteen videos with the ids of the API', async () => {
    for (const feedIds of ['whole', 'bare'] as const) {
      simulator.suppose({ feedIds })
      for (const handle of [ACME.id, '@acme', 'user/acmevideos']) {
        const pages = await walker.walk({ handle, limit: 10 })
        for (const page of pages) assertNormalized(page)
        assert.deepEqual(idsOf(pages), simulator.ids().slice(0, 15))
        const { account } = pages[0] ?? assert.fail()
        assert.deepEqual([account.id, account.handle, account.profile.displayName], [ACME.id, ACME.id, ACME.title])
      }
    }
    simulator.suppose({ feedIds: 'whole' })
  })

  test('returns descriptions unchanged, even if they look like markup', async () => {
    const { posts } = await walker.page({})
    const written = posts.map(({ id }) => plainText(descriptionOf(nthUpload(Number(id.slice(-5))))))
    assert.ok(written.some((text) => text?.includes('<script>')))
    assert.deepEqual(
      posts.map(({ text }) => text),
      written,
    )
  })

  test('returns a tab from its own feed, or from the channel’s', async () => {
    const newest = simulator.ids().slice(0, 15)
    const shorts = simulator.idsOf('shorts')
    assert.deepEqual(idsOf(await walker.walk({ variant: 'shorts' })), shorts.slice(0, 15))
    assert.deepEqual(idsOf(await walker.walk({ variant: 'videos' })), simulator.idsOf('videos').slice(0, 15))
    simulator.suppose({ tabLists: false })
    const isShort = (id: string) => shorts.includes(id)
    assert.deepEqual(idsOf(await walker.walk({ variant: 'shorts' })), newest.filter(isShort))
    assert.deepEqual(
      idsOf(await walker.walk({ variant: 'videos' })),
      newest.filter((id) => !isShort(id)),
    )
    simulator.suppose({ tabLists: true })
  })

  test('tries another URL when a feed fails temporarily', async () => {
    await withYoutube({}, async (client, simulated) => {
      simulated.failNext({ status: 404, body: '<!DOCTYPE html><title>Error 404 (Not Found)!!1</title>' })
      assert.equal((await client.page({})).posts.length, 15)
    })
  })

  test('returns profile_not_found for a missing channel, and says what to do when a name has no id', async () => {
    for (const handle of [MISSING.id, MISSING.name, `user/${MISSING.user}`])
      await rejects(walker.page({ handle }), 'profile_not_found')
    simulator.suppose({ linksFeed: false })
    for (const handle of ['@acme', `video/${simulator.ids()[0]}`]) {
      await assert.rejects(walker.page({ handle }), (error) => {
        assert.ok(isApiError(error, 'profile_private') && /UC…/.test(error.message), String(error))
        return true
      })
    }
    simulator.suppose({ linksFeed: true })
  })
})
