import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, test } from 'node:test'
import { idOf, isPublic, PAGE_ID } from '@central-api/testing/platforms/facebook/simulated-posts.ts'
import { ALBUM, photoIdOf } from '@central-api/testing/platforms/facebook/simulated-uploads.ts'
import {
  FACTS,
  type FacebookSimulator,
  startFacebook,
  TOKENS,
} from '@central-api/testing/platforms/facebook/simulator.ts'
import {
  ALBUM_SPELLINGS,
  NOT_HANDLES,
  SPELLINGS,
  UNSUPPORTED_URLS,
} from '@central-api/testing/platforms/facebook/spellings.cases.ts'
import { graphFault } from '@central-api/testing/platforms/meta/simulated-graph.ts'
import { eachWay } from '@central-api/testing/platforms/suite/facts.ts'
import { platformSuite } from '@central-api/testing/platforms/suite/platform-suite.ts'
import { createWalker, idsOf, type Walker } from '@central-api/testing/platforms/suite/test-walker.ts'
import { USUAL } from '@central-api/testing/platforms/suite/usual-conclusions.ts'
import { type ErrorCode, isApiError } from '../../errors.ts'
import { facebook } from './facebook.ts'

const SECRET = 'a1b2c3d4e5f6'
const environment = { FACEBOOK_ACCESS_TOKEN: TOKENS[0] }
const PROVEN = { ...environment, FACEBOOK_APP_SECRET: SECRET }

platformSuite({
  conclusions: {
    refuse: (status) => graphFault(4711, 'Refused', { status }),
    first: { '/acmebakery\\?': USUAL.signed },
    later: { '/posts\\?': USUAL.signed },
    post: { '/1000001_': USUAL.signed },
  },
  platform: facebook,
  environment,
  start: startFacebook,
  kinds: {
    collection: [
      {
        handle: `album/${ALBUM}`,
        missing: 'album/5550000002',
        ids: (simulated) => simulated.albumIds(),
        calls: { first: 2, next: 1 },
      },
      // A Page is no album.
      { handle: `album/${ALBUM}`, missing: `album/${PAGE_ID}` },
    ],
  },
  spellings: { ...SPELLINGS, ...ALBUM_SPELLINGS },
  unsupported: UNSUPPORTED_URLS,
  notHandles: NOT_HANDLES,
  calls: { first: 1, next: 1 },
  credentials: {
    two: { ...PROVEN, FACEBOOK_ACCESS_TOKEN: TOKENS.join(',') },
    secrets: TOKENS,
    hosts: ['graph.facebook.com'],
  },
  errors: [
    // Such a token cannot even read Facebook's own Page.
    { answer: graphFault(100, 'Unsupported get request.', { subcode: 33 }), code: 'platform_unauthorized' },
    { answer: graphFault(803, '(#803) unknown alias', { status: 404 }), code: 'platform_unauthorized' },
    { answer: graphFault(100, '(#100) Object does not exist, cannot be loaded'), code: 'platform_unauthorized' },
    { answer: graphFault(10, "(#10) To use 'Page Public Content Access'"), code: 'platform_unauthorized' },
    { answer: graphFault(190, 'x', { subcode: 463 }), code: 'platform_unauthorized' },
    { answer: graphFault(200, 'x', { status: 403 }), code: 'platform_unauthorized' },
    ...[4, 17, 32, 341, 613, 80_001].map((code) => ({
      answer: graphFault(code, 'Too many', { status: 403 }),
      code: 'platform_rate_limited' as const,
      retryAfterSeconds: 300,
    })),
    {
      answer: {
        ...graphFault(80_001, 'Too many'),
        headers: {
          'x-business-use-case-usage': JSON.stringify({
            '1000001': [{ type: 'pages', call_count: 90, total_time: 20, estimated_time_to_regain_access: 5 }],
          }),
        },
      },
      code: 'platform_rate_limited',
      retryAfterSeconds: 300,
    },
    { answer: graphFault(2, 'x', { status: 500 }), code: 'platform_error' },
    { answer: graphFault(368, 'x'), code: 'platform_unauthorized' },
  ],
  postUrls: [
    'https://www.facebook.com/acme/posts/123456789',
    'https://www.facebook.com/permalink.php?story_fbid=123456&id=1000001',
    'https://www.facebook.com/reel/900002222/',
    'https://www.facebook.com/acme/videos/123456/',
    'https://business.facebook.com/acme/videos/123456/',
    'https://www.facebook.com/photo.php?fbid=123456',
  ],
  notPostUrls: [
    'https://www.facebook.com/acme',
    'https://www.facebook.com/acme/posts/',
    'https://www.facebook.com/watch/',
    'https://facebook.com.evil.example/acme/posts/123456789',
  ],
})

const rejects = (promise: Promise<unknown>, code: ErrorCode, words = /./) =>
  assert.rejects(promise, (error) => {
    assert.ok(isApiError(error, code), String(error))
    assert.match(error.message, words)
    return true
  })

const withFacebook = async (
  run: (walker: Walker, simulator: FacebookSimulator) => Promise<void>,
  settings: Readonly<Record<string, string>> = environment,
) => {
  const simulator = await startFacebook()
  const walker = createWalker(facebook, settings, simulator)
  try {
    await run(walker, simulator)
  } finally {
    await walker.close()
    await simulator.close()
  }
}

describe('Facebook Pages through the Graph API', () => {
  test('a Page has one profile under its name, its number and its former number', () =>
    withFacebook(async (walker) => {
      for (const handle of ['acmebakery', PAGE_ID, 'oldacme']) {
        const { account, posts } = await walker.page({ handle })
        assert.deepEqual([account.id, account.handle, posts.length > 10], [PAGE_ID, PAGE_ID, true])
      }
    }))

  test('a call for an existing Page tells a missing Page from a missing permission', () =>
    withFacebook(async (walker, simulator) => {
      await rejects(walker.page({ handle: 'missing.page' }), 'profile_not_found')
      simulator.quirks.isReviewed = false
      await rejects(walker.page({ handle: 'missing.page' }), 'platform_unauthorized', /Page Public Content Access/)
    }))

  test('a too large request is repeated with fewer posts, and later pages start with the size that worked', () =>
    withFacebook(async (walker, simulator) => {
      simulator.quirks.mostAtOnce = 6
      const pages = await walker.walk()
      assert.deepEqual(idsOf(pages), simulator.ids())
      const limits = simulator.requests().map(({ url: { searchParams } }) => {
        const within = /\bposts\.limit\((?<size>\d+)\)/.exec(searchParams.get('fields') ?? '')?.groups?.size
        return within ?? searchParams.get('limit')
      })
      assert.deepEqual(limits.slice(0, 3), ['20', '10', '5'])
      assert.deepEqual(new Set(limits.slice(3)), new Set(['5']))
    }))

  test('paging works in both styles, and no position or response contains a token or its proof', async () => {
    const proof = createHmac('sha256', SECRET).update(TOKENS[0]).digest('hex')
    for (const paging of ['cursor', 'time'] as const)
      await withFacebook(async (walker, simulator) => {
        simulator.quirks.paging = paging
        const pages = await walker.walk()
        assert.deepEqual(idsOf(pages), simulator.ids())
        const shown = JSON.stringify(pages)
        assert.ok(!shown.includes(TOKENS[0]) && !shown.includes(proof) && !shown.includes('access_token'))
        for (const { url } of simulator.requests()) {
          assert.deepEqual(url.searchParams.getAll('access_token'), [TOKENS[0]])
          assert.deepEqual(url.searchParams.getAll('appsecret_proof'), [proof])
        }
      }, PROVEN)
  })

  test('a walk is complete under every assumption about the API', async () => {
    for (const facts of eachWay(FACTS)) {
      const way = JSON.stringify(facts)
      await withFacebook(async (walker, simulator) => {
        simulator.suppose(facts)
        const pages = await walker.walk()
        assert.deepEqual(idsOf(pages), simulator.ids(), way)
        const posts = pages.flatMap((page) => page.posts)
        const albums = posts.filter(({ repostOf }) => repostOf !== null)
        assert.ok(albums.length > 5 && albums.every(({ media }) => media.length === 3), way)
        const videos = posts.flatMap(({ media }) => media.filter(({ type }) => type === 'video'))
        assert.ok(videos.length > 5 && videos.every(({ previewUrl }) => previewUrl !== null), way)
        assert.ok(
          videos.every(({ url }) => (url === null) === (facts.videos === 'without')),
          way,
        )
        assert.equal(pages[0]?.profile.verified, /_verified$/.test(facts.verification), way)
        assert.equal((await walker.page({ handle: 'oldacme' })).account.id, PAGE_ID, way)
        if (facts.dots === 'count') await rejects(walker.page({ handle: 'acme.bakery' }), 'profile_not_found')
        else assert.equal((await walker.page({ handle: 'acme.bakery' })).account.id, PAGE_ID, way)
        await rejects(
          walker.page({ after: `api ${JSON.stringify(['after=QVFnone', 'unread', null])}` }),
          'invalid_cursor',
        )
      }, PROVEN)
    }
  })

  test('without an app secret, a token that requires a proof is platform_unauthorized', () =>
    withFacebook(async (walker, simulator) => {
      simulator.suppose({ proof: 'required' })
      await rejects(walker.page({}), 'platform_unauthorized', /FACEBOOK_APP_SECRET/)
    }))

  test('a refused field is null, and all other fields are still read', () =>
    withFacebook(async (walker, simulator) => {
      for (const refuses of ['reactions', 'fan_count']) {
        simulator.quirks.refuses = refuses
        const pages = await walker.walk()
        assert.deepEqual(new Set(idsOf(pages)).size >= simulator.ids().length, true)
      }
    }))

  test('variants return posts with images and with videos', () =>
    withFacebook(async (walker) => {
      const all = (await walker.walk()).flatMap(({ posts }) => posts)
      for (const [variant, type] of [
        ['photos', 'image'],
        ['videos', 'video'],
      ] as const) {
        const expected = all.filter(({ media }) => media.some((each) => each.type === type)).map(({ id }) => id)
        assert.deepEqual(idsOf(await walker.walk({ variant })), expected)
        assert.ok(expected.length > 5)
      }
    }))

  test('a post is found by the numbers in its URL; without them the API is not called', () =>
    withFacebook(async (walker, simulator) => {
      const at = (path: string) => walker.post(`https://www.facebook.com/${path}`)
      for (const path of [
        `${PAGE_ID}/posts/900050`,
        'AcmeBakery/posts/900050',
        `permalink.php?story_fbid=900050&id=${PAGE_ID}`,
      ]) {
        const { post } = await at(path)
        assert.deepEqual(
          [post.id, post.author?.id, post.author?.avatarUrl],
          [idOf(50), PAGE_ID, 'https://scontent.xx.fbcdn.net/v/1_n.jpg?oe=6AC98000'],
        )
      }
      await rejects(at(`${PAGE_ID}/posts/123456`), 'post_not_found')
      const hidden = Array.from({ length: 40 }, (_, index) => index).filter((index) => !isPublic(index))
      assert.ok(hidden.length > 3)
      for (const index of hidden) await rejects(at(idOf(index).replace('_', '/posts/')), 'profile_private')
      const calls = simulator.calls()
      for (const path of [
        'reel/900050',
        'groups/bread/posts/900050',
        'acme/posts/pfbid0AbcDefGhiJk',
        'photo.php?fbid=900050',
      ])
        await rejects(at(path), 'unsupported_post_url')
      assert.equal(simulator.calls(), calls)
    }))
})

describe('albums, photos and videos of Facebook', () => {
  test('an album has its owner, cover and count, and its photos in its own order', () =>
    withFacebook(async (walker, simulator) => {
      const { account, profile, posts } = await walker.page({ handle: `album/${ALBUM}` })
      assert.deepEqual([account.id, account.handle], [`collection album ${ALBUM}`, `album/${ALBUM}`])
      assert.deepEqual(
        [profile.displayName, profile.bio.text, profile.counts.posts, profile.createdAt, profile.owner?.id],
        ['Loaves', 'All of #rye', simulator.albumIds().length, '2020-01-02T03:04:05.000Z', PAGE_ID],
      )
      assert.match(profile.avatarUrl ?? '', /p0_1440\.jpg/)
      const [post] = posts
      assert.deepEqual(
        [post?.id, post?.kind, post?.tags, post?.author?.id, post?.metrics.likes, post?.metrics.comments],
        [photoIdOf(0), 'image', ['rye'], PAGE_ID, 4, 4],
      )
      assert.deepEqual([post?.media[0]?.width, post?.media[0]?.height, post?.media[0]?.alt], [1440, 960, 'A loaf'])
    }))

  // As older versions of the API answer, and as users of galleries report.
  test('an album whose cover is only an id, without a count, and without photos, is an empty page', async () => {
    const simulator = await startFacebook(0)
    simulator.quirks.album = { cover_photo: '10201473503018115', count: null, description: '' }
    const walker = createWalker(facebook, environment, simulator)
    const { profile, posts, next } = await walker.page({ handle: `album/${ALBUM}` })
    assert.deepEqual([profile.avatarUrl, profile.counts.posts, profile.bio.text], [null, null, null])
    assert.deepEqual([posts, next], [[], undefined])
    await walker.close()
    await simulator.close()
  })

  // Galleries stop at the first hundred, or repeat them, if they page by something else than the URL of the next page.
  test('an album of more photos than Facebook returns at once is walked to its end in both styles of paging', async () => {
    for (const paging of ['cursor', 'time'] as const) {
      const simulator = await startFacebook(230)
      simulator.quirks.paging = paging
      const walker = createWalker(facebook, PROVEN, simulator)
      const pages = await walker.walk({ handle: `album/${ALBUM}`, limit: 110 })
      assert.deepEqual(idsOf(pages), simulator.albumIds())
      assert.ok(!JSON.stringify(pages).includes(TOKENS[0]))
      await walker.close()
      await simulator.close()
    }
  })

  test('the photos, the videos and the posts that tag a Page are walked to their end, while more arrive', () =>
    withFacebook(async (walker, simulator) => {
      for (const [variant, ids] of [
        ['uploaded_photos', simulator.photoIds],
        ['uploaded_videos', simulator.videoIds],
        ['tagged', simulator.taggedIds],
      ] as const) {
        const expected = ids()
        const pages = await walker.walk({ variant, limit: 9 }, () => simulator.publish(3))
        assert.deepEqual(idsOf(pages), expected, variant)
        assert.equal(pages[0]?.account.id, PAGE_ID)
      }
    }))

  test('a video has its file, still, size and length, and one that is not published is left out', () =>
    withFacebook(async (walker) => {
      const { posts } = await walker.page({ variant: 'uploaded_videos' })
      const [post] = posts
      assert.deepEqual([post?.kind, post?.title, post?.text, post?.tags], ['video', 'Oven 56', 'Hot #rye', ['rye']])
      const [video] = post?.media ?? []
      assert.deepEqual([video?.type, video?.width, video?.height, video?.durationSeconds], ['video', 1280, 720, 61])
      assert.match(video?.previewUrl ?? '', /v56\.jpg/)
      assert.match(post?.url ?? '', /^https:\/\/www\.facebook\.com\/acmebakery\/videos\/\d+\/$/)
    }))

  test('a post by a person has no author, since Facebook does not name them; that of a Page has the Page', () =>
    withFacebook(async (walker) => {
      const { posts } = await walker.page({ variant: 'tagged' })
      for (const { id, author } of posts)
        assert.deepEqual(author?.displayName, id.startsWith('2000002_') ? 'Other Bakery' : undefined)
      assert.ok(posts.some(({ author }) => author === null))
    }))

  test('reels are the posts with a URL of a reel', () =>
    withFacebook(async (walker) => {
      const reels = (await walker.walk({ variant: 'reels' })).flatMap(({ posts }) => posts)
      assert.ok(reels.length > 5 && reels.every(({ url }) => /\/reel\//.test(url ?? '')))
    }))

  test('without the review, an album is platform_unauthorized and not missing', () =>
    withFacebook(async (walker, simulator) => {
      simulator.quirks.isReviewed = false
      await rejects(walker.page({ handle: 'album/5550000002' }), 'platform_unauthorized', /Page Public Content Access/)
    }))

  test('a tab of a Page shows its variant, and any other URL none', () => {
    const site = 'https://www.facebook.com'
    const tabs = ['photos', 'photos_by', 'videos', 'reels', 'reels_tab', 'mentions', 'about', 'posts', ''].map((tab) =>
      facebook.variantsIn?.(`${site}/acme.bakery/${tab}`),
    )
    assert.deepEqual(
      tabs.map((variants) => variants?.[0] ?? ''),
      ['uploaded_photos', 'uploaded_photos', 'uploaded_videos', 'reels', 'reels', 'tagged', '', '', ''],
    )
    assert.deepEqual(facebook.variantsIn?.(`${site}/profile.php?id=100064000000001&sk=photos`), ['uploaded_photos'])
    assert.equal(facebook.variantsIn?.('https://evil.example/acme/photos'), undefined)
  })
})
