import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import {
  FACTS,
  type PeertubeSimulator,
  PLAYLIST_SHORT,
  REFUSED_VIDEOS,
  startPeertube,
} from '@central-api/testing/platforms/peertube/simulator.ts'
import { believed, eachWay } from '@central-api/testing/platforms/suite/facts.ts'
import { FOREIGN_NOT_FOUNDS } from '@central-api/testing/platforms/suite/foreign-not-founds.ts'
import { platformSuite } from '@central-api/testing/platforms/suite/platform-suite.ts'
import { createWalker, idsOf, type Walker } from '@central-api/testing/platforms/suite/test-walker.ts'
import { USUAL } from '@central-api/testing/platforms/suite/usual-conclusions.ts'
import { type ErrorCode, isApiError } from '../../errors.ts'
import { peertube } from './peertube.ts'

const problem = (detail: string, code?: string) => ({
  ...{ type: 'about:blank', title: 'Error', detail, error: detail, code },
  docs: 'https://docs.joinpeertube.org/api-rest-reference.html#operation/getVideo',
})
const UUID = '0b04f13d-1e18-4f1d-814e-4979aa7c9c44'

platformSuite({
  conclusions: {
    refuse: (status) => ({
      status,
      body: { type: 'about:blank', title: 'Refused', detail: 'Refused', status, error: 'Refused' },
    }),
    first: { '/accounts/[a-z]+$': USUAL.document, '/videos\\?': USUAL.open },
    later: { '/videos\\?': USUAL.open },
    post: {
      '/videos/': USUAL.stranger,
    },
  },
  platform: peertube,
  environment: { PEERTUBE_DETAILS: 'no' },
  start: startPeertube,
  kinds: {
    collection: [
      {
        handle: `tube.example/p/${PLAYLIST_SHORT}`,
        missing: 'tube.example/p/0a1b2c3d-0000-4000-8000-0000000000cc',
        ids: (simulated) => simulated.playlistIds(),
      },
    ],
    community: [
      {
        handle: 'tube.example/local',
        missing: 'nowhere.example/local',
        ids: (simulated) => simulated.publicIds(),
        publish: (simulated, count) => simulated.publish(count),
      },
    ],
    hashtag: [
      {
        handle: '#clay@tube.example',
        empty: '#nothing@tube.example',
        ids: (simulated) => simulated.publicIds(),
        publish: (simulated, count) => simulated.publish(count),
      },
      {
        handle: '#clay,nothing@tube.example',
        empty: '#clay,glaze+nothing@tube.example',
        ids: (simulated) => simulated.publicIds(),
      },
      {
        handle: '#clay+glaze@tube.example',
        empty: '#clay+nothing@tube.example',
        ids: (simulated) => simulated.publicIds(),
      },
    ],
  },
  calls: { first: 2, next: 1 },
  spellings: {
    'tube.example/p/kkGMgK9ZtnKfYAgnEtQxbv': [
      'https://tube.example/w/p/kkGMgK9ZtnKfYAgnEtQxbv',
      'https://tube.example/videos/watch/playlist/kkGMgK9ZtnKfYAgnEtQxbv?playlistPosition=2',
      'https://tube.example/video-playlists/embed/kkGMgK9ZtnKfYAgnEtQxbv',
    ],
    'tube.example/local': ['https://tube.example/videos/local'],
    '#clay,glaze@tube.example': [
      '#glaze,clay@tube.example',
      'https://tube.example/search?tagsOneOf=glaze&tagsOneOf=clay',
      'https://tube.example/search?tagsOneOf[]=glaze&tagsOneOf[]=clay',
    ],
    '#clay+glaze@tube.example': [
      'https://tube.example/search?tagsAllOf=glaze&tagsAllOf=clay',
      'https://tube.example/search?tagsOneOf=clay&tagsAllOf=glaze',
    ],
    '#clay,glaze+kiln@tube.example': ['https://tube.example/search?tagsOneOf=clay,glaze&tagsAllOf=kiln'],
    '#clay@tube.example': ['#Clay@tube.example', 'https://tube.example/search?tagsOneOf=clay'],
    'mara@tube.example': [
      '@mara@tube.example',
      'Mara@TUBE.example',
      'https://tube.example/@mara',
      'https://tube.example/@mara/videos',
      'https://elsewhere.example/@mara@tube.example',
      'https://elsewhere.example/@mara@tube.example/video-channels',
      'https://elsewhere.example/https://tube.example/@mara',
      'web+ap://tube.example/@mara',
    ],
    'c/kiln_works@tube.example': [
      'C/Kiln_works@tube.example',
      'https://tube.example/c/kiln_works',
      'https://tube.example/c/kiln_works/videos?s=1#x',
      'https://tube.example/video-channels/kiln_works/',
      'https://elsewhere.example/c/kiln_works@tube.example/videos',
      '/c/kiln_works@tube.example',
      'video-channels/kiln_works@tube.example/',
      'https://tube.example/c/@kiln_works',
      'https://viewer.example/tube.example/video-channels/kiln_works/1/videos',
    ],
    'c/kiln@xn--bcher-kva.example': [
      'https://bücher.example/c/kiln/videos',
      'https://elsewhere.example/c/kiln@bücher.example',
    ],
    'a/mara@tube.example': [
      'https://tube.example/a/mara',
      '/accounts/mara@tube.example',
      'tube.example/accounts/Mara/video-channels',
    ],
  },
  unsupported: {
    view: ['https://tube.example/videos/local?categoryOneOf=1'],
    playlists: ['https://tube.example/c/acme/video-playlists', 'https://tube.example/a/acme/video-playlists'],
    search: ['https://shore.example/search?search=tides'],
    feed: ['https://shore.example/videos/browse?sort=-hot'],
  },
  notHandles: [
    '#clay-glaze@tube.example',
    '#a,b,c,d,e,f@tube.example',
    'https://tube.example/search?tagsOneOf=a%20b',
    'mara',
    '!mara@tube.example',
    'c/kiln_works',
    'x/mara@tube.example',
    'mara@localhost',
    'mara@192.0.2.1',
    'https://tube.example/',
    'https://tube.example/w/2Kd4pQvX9nL7sJtR3bWyZh',
    'https://tube.example:9000/@mara',
  ],
  postUrls: [
    `https://tube.example/w/${UUID}`,
    'https://tube.example/w/2Kd4pQvX9nL7sJtR3bWyZh?start=10s',
    `http://tube.example/videos/watch/${UUID}/`,
    'https://tube.example/videos/embed/kkGMgK9ZtnKfYAgnEtQxbv',
  ],
  notPostUrls: [
    `https://tube.example/w/p/${UUID}`,
    'https://tube.example/w/short',
    'https://tube.example/videos/watch/12',
    'https://tube.example/videos/trending',
    `https://tube.example:9000/w/${UUID}`,
  ],
  errors: [
    ...FOREIGN_NOT_FOUNDS,
    { answer: { status: 404, body: problem('Account not found') }, code: 'profile_not_found' },
    { answer: { status: 404, body: { error: 'Account not found' } }, code: 'profile_not_found', isSure: true },
    { answer: { status: 403, body: { error: 'Private network' } }, code: 'platform_error' },
    {
      answer: { status: 403, body: problem('x', 'does_not_respect_follow_constraints') },
      code: 'profile_private',
    },
    { answer: { status: 403, body: problem('x', 'video_requires_password') }, code: 'profile_private' },
    { answer: { status: 403, body: problem('x', 'incorrect_video_password') }, code: 'profile_private' },
    { answer: { status: 401, body: problem('x') }, code: 'profile_private' },
    { answer: { status: 400, body: { ...problem('x'), 'invalid-params': {} } }, code: 'platform_error' },
    {
      answer: { status: 429, headers: { 'retry-after': '9' }, body: 'Too many requests' },
      code: 'platform_rate_limited',
      retryAfterSeconds: 9,
    },
  ],
})

describe('scanning PeerTube servers', () => {
  let simulator: PeertubeSimulator
  let walker: Walker
  before(async () => {
    simulator = await startPeertube()
  })
  beforeEach(() => {
    walker = createWalker(peertube, {}, simulator)
  })
  after(() => simulator.close())

  const rejects = (promise: Promise<unknown>, code: ErrorCode) =>
    assert.rejects(promise, (error) => {
      assert.ok(isApiError(error, code), String(error))
      return true
    })

  test('resolves a name to an account, else to a channel', async () => {
    for (const [handle, author] of [
      ['mara@tube.example', 'mara@tube.example'],
      ['kiln_works@tube.example', 'kiln_works@tube.example'],
      ['c/kiln_works@tube.example', 'kiln_works@tube.example'],
    ] as const) {
      const { profile, posts } = await walker.page({ handle })
      assert.deepEqual([profile.handle, profile.counts.posts], [handle, 70])
      assert.equal(posts[0]?.author?.handle, author)
    }
    await rejects(walker.page({ handle: 'c/mara@tube.example' }), 'profile_not_found')
  })

  test('supports every documented and undocumented form of the responses', async () => {
    const plain = createWalker(peertube, { PEERTUBE_DETAILS: 'False' }, simulator)
    for (const facts of eachWay(FACTS)) {
      const variation = JSON.stringify(facts)
      simulator.suppose(facts)
      for (const handle of ['mara@tube.example', 'kiln_works@tube.example']) {
        const pages = await plain.walk({ handle })
        assert.deepEqual(idsOf(pages), simulator.ids(), variation)
        const avatar = facts.pictures === 'none' ? null : 'https://tube.example/lazy-static/avatars/a.png'
        const [post] = pages[0]?.posts ?? []
        assert.deepEqual([pages[0]?.profile.avatarUrl, post?.author?.avatarUrl], [avatar, avatar], variation)
        assert.ok(
          pages.flatMap(({ posts }) => posts).some(({ text }) => text?.startsWith('Part two & more.')),
          variation,
        )
      }
      for (const handle of ['nobody@tube.example', 'c/nobody@tube.example'])
        await rejects(plain.page({ handle }), 'profile_not_found')
      await rejects(plain.page({ handle: 'secret@tube.example' }), 'profile_private')
      for (const start of Object.values(REFUSED_VIDEOS))
        await rejects(plain.post(`https://tube.example/w/${start}-1e18-4f1d-814e-4979aa7c9c44`), 'profile_private')
      await rejects(plain.post(`https://tube.example/w/${UUID}`), 'post_not_found')
    }
    simulator.suppose(believed(FACTS))
    await plain.close()
  })

  test('reads the tags, the full description and the best file of each video', async () => {
    const before = simulator.calls()
    const { posts } = await walker.page({ limit: 7 })
    assert.equal(simulator.calls() - before, 2 + 7)
    const [post] = posts
    assert.deepEqual(post?.tags, ['kiln', 'repair work'])
    assert.match(post?.text ?? '', /time$/)
    assert.deepEqual([post?.media[0]?.url, post?.media[0]?.width], ['https://tube.example/static/1080.mp4', 1920])
  })

  test('returns the page without details when they fail, and caches it for a shorter time', async () => {
    simulator.breakDetails(500)
    const { posts, isPoor } = await walker.page({ limit: 7 })
    simulator.breakDetails(undefined)
    assert.deepEqual([posts.length, isPoor, posts[0]?.tags], [7, true, []])
  })

  test('leaves out a video that was deleted in the meantime', async () => {
    const [first = '', second] = simulator.ids()
    simulator.remove(first)
    const { posts } = await walker.page({ limit: 7 })
    assert.equal(posts[0]?.id, second)
  })

  test('reads live streams as a variant', async () => {
    const plain = createWalker(peertube, { PEERTUBE_DETAILS: 'no' }, simulator)
    const ids = idsOf(await plain.walk({ variant: 'live' }))
    assert.ok(ids.length > 10 && ids.length < simulator.ids().length)
    await plain.close()
  })

  test('rejects a position that is not an offset as invalid_cursor', () =>
    rejects(walker.page({ after: JSON.stringify(['-5', 'unread', null]) }), 'invalid_cursor'))

  test('reads a video by its URL, and distinguishes a missing video, a hidden one, and a host without PeerTube', async () => {
    const [id = ''] = simulator.ids().slice(2)
    const { post } = await walker.post(`https://tube.example/videos/watch/${id}`)
    assert.deepEqual([post.id, post.tags.length, post.author?.handle], [id, 2, 'kiln_works@tube.example'])
    await rejects(walker.post(`https://tube.example/w/${UUID}`), 'post_not_found')
    await rejects(
      walker.post(`https://tube.example/w/${REFUSED_VIDEOS.password}-1e18-4f1d-814e-4979aa7c9c44`),
      'profile_private',
    )
    await rejects(walker.post(`https://blog.example/w/${UUID}`), 'unsupported_post_url')
  })
})
