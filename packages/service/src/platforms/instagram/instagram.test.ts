import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, test } from 'node:test'
import { nthMedia } from '@central-api/testing/platforms/instagram/simulated-media.ts'
import {
  APP,
  FACTS,
  type InstagramSimulator,
  OTHER_ID,
  OWN_ID,
  startInstagram,
  TOKENS,
} from '@central-api/testing/platforms/instagram/simulator.ts'
import { NOT_HANDLES, SPELLINGS, UNSUPPORTED_URLS } from '@central-api/testing/platforms/instagram/spellings.cases.ts'
import { graphFault } from '@central-api/testing/platforms/meta/simulated-graph.ts'
import { eachWay } from '@central-api/testing/platforms/suite/facts.ts'
import { platformSuite } from '@central-api/testing/platforms/suite/platform-suite.ts'
import { createTestStore } from '@central-api/testing/platforms/suite/test-store.ts'
import { createWalker, idsOf, type Walker } from '@central-api/testing/platforms/suite/test-walker.ts'
import { USUAL } from '@central-api/testing/platforms/suite/usual-conclusions.ts'
import { type ErrorCode, isApiError } from '../../errors.ts'
import { instagram } from './instagram.ts'

const environment = { INSTAGRAM_ACCESS_TOKEN: TOKENS[0], INSTAGRAM_USER_ID: OWN_ID }
const KNOWN_APP = { ...environment, META_APP_ID: APP.id, META_APP_SECRET: APP.secret }

const UNAUTHORIZED = [
  ...[458, 459, 460, 463, 464, 467, 492].map((subcode) => graphFault(190, 'Kein Zugriff', { subcode })),
  graphFault(190, 'Invalid OAuth access token', { status: 401 }),
  graphFault(10, '(#10) Application does not have permission for this action', { status: 403 }),
  graphFault(3, '(#3) Application does not have the capability'),
  graphFault(200, '(#200) Requires business_discovery', { status: 403 }),
  graphFault(299, '(#299) Permission denied', { status: 200 }),
  graphFault(368, 'Blocked'),
  graphFault(803, '(#803) Some of the aliases you requested do not exist: x', { status: 404 }),
  graphFault(100, 'Unsupported get request.', { subcode: 33 }),
  graphFault(100, '(#100) Tried accessing nonexisting field (business_discovery) on node type (Page)'),
]

platformSuite({
  conclusions: {
    refuse: (status) => graphFault(4711, 'Refused', { status }),
    first: { business_discovery: USUAL.signed },
    later: { 'media\\.after': USUAL.signed },
    post: null,
  },
  platform: instagram,
  environment,
  start: startInstagram,
  spellings: SPELLINGS,
  unsupported: UNSUPPORTED_URLS,
  notHandles: NOT_HANDLES,
  handles: { tags: '#bread' },
  calls: { first: 1, next: 1 },
  kinds: {
    hashtag: [
      {
        handle: '#bread',
        authors: 'hidden',
        empty: '#unknown',
        ids: (simulated) => simulated.tagIds(),
        // The id of the hashtag never changes.
        calls: { first: 2, next: 1 },
      },
      { handle: '#bread', authors: 'hidden', empty: '#quiet' },
    ],
  },
  credentials: {
    two: { ...KNOWN_APP, INSTAGRAM_ACCESS_TOKEN: TOKENS.join(', ') },
    secrets: TOKENS,
    hosts: ['graph.facebook.com'],
  },
  errors: [
    { answer: graphFault(110, 'Invalid user id', { subcode: 2_207_013 }), code: 'profile_not_found' },
    ...UNAUTHORIZED.map((response) => ({ answer: response, code: 'platform_unauthorized' as const })),
    ...[4, 17, 32, 341, 613, 80_002].map((code) => ({
      answer: graphFault(code, 'Too many', { status: code === 17 ? 429 : 403, more: { is_transient: true } }),
      code: 'platform_rate_limited' as const,
      retryAfterSeconds: 300,
    })),
    {
      answer: {
        ...graphFault(80_002, 'Too many', { status: 400 }),
        headers: {
          'x-business-use-case-usage': JSON.stringify({
            '17841': [{ type: 'instagram', call_count: 100, estimated_time_to_regain_access: 19 }],
          }),
        },
      },
      code: 'platform_rate_limited',
      retryAfterSeconds: 19 * 60,
    },
    { answer: graphFault(1, 'Unknown', { status: 500 }), code: 'platform_error' },
    { answer: graphFault(2, 'Temporary', { status: 200 }), code: 'platform_error' },
    { answer: graphFault(100, '(#100) Tried accessing nonexisting field (id)'), code: 'platform_error' },
    { answer: { status: 200, body: { id: OWN_ID } }, code: 'platform_error' },
  ],
  postUrls: [
    'https://www.instagram.com/p/DAbcDEfGhi2/',
    'https://www.instagram.com/reel/DAbcDEfGhi2/?igsh=x',
    'https://instagram.com/tv/DAbcDEfGhi2',
    'http://instagr.am/p/DAbcDEfGhi2/',
  ],
  notPostUrls: [
    'https://www.instagram.com/acme.bakery/',
    'https://www.instagram.com/p/',
    'https://www.instagram.com/reels/',
    'https://www.instagram.com/stories/acme/123/',
    'https://www.instagram.com/explore/tags/bread/',
    'https://instagram.com.evil.example/p/DAbcDEfGhi2/',
  ],
})

const rejects = (promise: Promise<unknown>, code: ErrorCode, words = /./) =>
  assert.rejects(promise, (error) => {
    assert.ok(isApiError(error, code), String(error))
    assert.match(error.message, words)
    return true
  })

const withInstagram = async (
  run: (walker: Walker, simulator: InstagramSimulator) => Promise<void>,
  settings: Readonly<Record<string, string>> = environment,
) => {
  const simulator = await startInstagram()
  const walker = createWalker(instagram, settings, simulator)
  try {
    await run(walker, simulator)
  } finally {
    await walker.close()
    await simulator.close()
  }
}

describe('Instagram through Business Discovery', () => {
  test('a personal account and a missing one are both profile_not_found, and the message says so', () =>
    withInstagram(async (walker) => {
      for (const handle of ['jane.doe', 'nobody']) {
        await rejects(walker.page({ handle }), 'profile_not_found', /personal/)
      }
    }))

  test('each variant returns its posts', () =>
    withInstagram(async (walker) => {
      const all = Array.from({ length: 57 }, (_, index) => nthMedia(56 - index))
      const idsWhere = (wants: (media: ReturnType<typeof nthMedia>) => boolean) => all.filter(wants).map(({ id }) => id)
      const walked = async (variant: string) => idsOf(await walker.walk({ variant }))
      assert.deepEqual(
        await walked('reels'),
        idsWhere(({ media_product_type: product }) => product === 'REELS'),
      )
      assert.deepEqual(
        await walked('videos'),
        idsWhere(({ media_type: type }) => type === 'VIDEO'),
      )
      assert.deepEqual(
        await walked('photos'),
        idsWhere(({ media_type: type }) => type !== 'VIDEO'),
      )
    }))

  test('a refused field is null on every page, and all other fields are still read', () =>
    withInstagram(async (walker, simulator) => {
      for (const refuses of ['like_count', 'profile_picture_url']) {
        simulator.quirks.refuses = refuses
        const pages = await walker.walk()
        assert.deepEqual(idsOf(pages), simulator.ids())
        assert.deepEqual([pages[0]?.profile.counts.posts, pages[0]?.profile.avatarUrl], [57, null])
      }
    }))

  test('a walk continues after short pages, and ends with or without a last cursor', () =>
    withInstagram(async (walker, simulator) => {
      for (const [leavesOut, hasCursorAtEnd] of [
        [2, false],
        [3, true],
      ] as const) {
        Object.assign(simulator.quirks, { leavesOut, hasCursorAtEnd })
        assert.deepEqual(idsOf(await walker.walk()), simulator.ids())
      }
    }))

  test('an account without posts has an empty page, with or without a media list', () =>
    withInstagram(async (walker, simulator) => {
      for (const hasList of [true, false]) {
        simulator.quirks.hasList = hasList
        const { posts, next, profile } = await walker.page({ handle: 'silent' })
        assert.deepEqual([posts, next, profile.counts.posts, profile.avatarUrl], [[], undefined, 0, null])
      }
    }))

  test('a walk is complete under every assumption about the API', async () => {
    for (const facts of eachWay(FACTS))
      await withInstagram(async (walker, simulator) => {
        simulator.suppose(facts)
        assert.deepEqual(idsOf(await walker.walk()), simulator.ids(), JSON.stringify(facts))
        await rejects(walker.page({ after: `api ${JSON.stringify(['QVFnone', 'unread', null])}` }), 'invalid_cursor')
      })
  })

  test('a cursor that would end the field list is invalid_cursor without a call', () =>
    withInstagram(async (walker, simulator) => {
      for (const at of ['x){id}', 'a,b', 'a b', '{']) {
        const after = `api ${JSON.stringify([at, 'unread', null])}`
        await rejects(walker.page({ after }), 'invalid_cursor')
      }
      assert.ok(simulator.requests().every(({ url }) => !url.search.includes('after')))
    }))

  test('calls have an app secret proof if the secret is set', () =>
    withInstagram(async (walker, simulator) => {
      await walker.page({})
      const [{ url } = assert.fail()] = simulator.requests()
      const proof = createHmac('sha256', APP.secret).update(TOKENS[0]).digest('hex')
      assert.deepEqual(
        [url.searchParams.get('access_token'), url.searchParams.get('appsecret_proof'), url.pathname],
        [TOKENS[0], proof, `/v26.0/${OWN_ID}`],
      )
    }, KNOWN_APP))

  test('an expiring token is exchanged once; a permanent token and one of an unknown app never', async () => {
    for (const [settings, tokenEndsAt, expected] of [
      [KNOWN_APP, 1_900_000_000, 1],
      [KNOWN_APP, 0, 0],
      [environment, 1_900_000_000, 0],
    ] as const) {
      await withInstagram(async (walker, simulator) => {
        simulator.quirks.tokenEndsAt = tokenEndsAt
        const token = expected === 0 ? TOKENS[0] : `${TOKENS[0]}-renewed-1`
        const process = walker.start()
        const signedWith = () => simulator.requests().at(-1)?.url.searchParams.get('access_token')
        for (let page = 0; page < 5 || (page < 50 && signedWith() !== token); page += 1)
          await walker.page({ variant: 'posts' }, process)
        assert.equal(signedWith(), token)
        assert.equal(simulator.renewals(), expected)
      }, settings)
    }
  })

  test('the error for a malformed setting names it', () => {
    const simulated = { origin: 'http://127.0.0.1:9' } as InstagramSimulator
    for (const [settings, name] of [
      [{ INSTAGRAM_USER_ID: 'acme' }, /INSTAGRAM_USER_ID/],
      [{ META_GRAPH_VERSION: '26' }, /META_GRAPH_VERSION/],
      [{ META_APP_SECRET: 'a,b' }, /META_APP_SECRET/],
    ] as const)
      assert.throws(() => createWalker(instagram, { ...environment, ...settings }, simulated), name)
  })
})

const WEEK_MS = 7 * 86_400_000
const START = Date.parse('2026-11-29T12:00:00Z')

describe('hashtags of Instagram', () => {
  const start = async (given: Readonly<Record<string, string>> = environment) => {
    const simulator = await startInstagram()
    const store = createTestStore()
    const clock = { ms: START }
    const replica = () => createWalker(instagram, given, simulator, { store, now: () => clock.ms })
    const walkers = [replica(), replica()] as const
    return {
      ...{ simulator, clock, walkers },
      /** Each page runs in a new process, as after a restart. */
      scan: (nth: number, tag: string) => walkers[nth % 2 === 0 ? 0 : 1].page({ handle: `#${tag}` }),
      stop: () => Promise.all([...walkers.map((walker) => walker.close()), simulator.close()]),
    }
  }
  const isLimited = (seconds: number) => (error: unknown) =>
    isApiError(error, 'platform_rate_limited') && error.retryAfterSeconds === seconds

  test('the 31st in seven days costs no call; the known ones go on, through restarts and in all replicas', async () => {
    const { simulator, clock, walkers, scan, stop } = await start()
    try {
      for (let nth = 0; nth < 30; nth += 1) {
        await scan(nth, `tag${nth}`)
        clock.ms += 60_000
      }
      // The first one leaves the window a week after it was used.
      const seconds = (START + WEEK_MS - clock.ms) / 1_000
      for (const nth of [30, 31]) {
        const before = simulator.calls()
        await assert.rejects(scan(nth, 'bread'), isLimited(seconds))
        assert.equal(simulator.calls(), before)
      }
      await scan(0, 'tag7')
      await scan(1, 'tag29')
      assert.equal(simulator.tagsOf(OWN_ID).length, 30)
      // Accounts go on, in a process that knows.
      const process = walkers[0].start()
      await assert.rejects(walkers[0].page({ handle: '#bread' }, process), isLimited(seconds))
      assert.equal((await walkers[0].page({}, process)).posts.length, 20)
      const [budget] = process.upstreams.governor.list().filter(({ bucket }) => bucket === 'tags')
      assert.deepEqual([budget?.left, budget?.limit, budget?.resetsAt], [0, 30, START + WEEK_MS])
      // Using a hashtag again has restarted nothing, and the first one is free.
      clock.ms = START + WEEK_MS - 1
      await assert.rejects(scan(0, 'bread'), isLimited(1))
      clock.ms = START + WEEK_MS
      const before = simulator.calls()
      await assert.rejects(scan(0, 'bread'), isLimited(3_600), 'the simulator forgets nothing')
      assert.equal(simulator.calls(), before + 1)
    } finally {
      await stop()
    }
  })

  test('a second account has thirty more, and a known hashtag stays with the account that used it', async () => {
    const ids = [OWN_ID, OTHER_ID]
    const { simulator, scan, stop } = await start({
      INSTAGRAM_ACCESS_TOKEN: TOKENS.join(','),
      INSTAGRAM_USER_ID: ids.join(','),
    })
    try {
      for (let nth = 0; nth < 60; nth += 1) await scan(nth, `tag${nth}`)
      for (let nth = 0; nth < 60; nth += 1) await scan(nth + 1, `tag${nth}`)
      const used = ids.map((id) => simulator.tagsOf(id))
      assert.deepEqual(
        used.map((tags) => tags.length),
        [30, 30],
      )
      assert.equal(new Set(used.flat()).size, 60)
      await assert.rejects(scan(0, 'bread'), isLimited(WEEK_MS / 1_000))
    } finally {
      await stop()
    }
  })

  test('two tokens of one account share its thirty', async () => {
    const { simulator, scan, stop } = await start({ ...environment, INSTAGRAM_ACCESS_TOKEN: TOKENS.join(',') })
    try {
      for (let nth = 0; nth < 30; nth += 1) await scan(nth, `tag${nth}`)
      await assert.rejects(scan(0, 'bread'), isLimited(WEEK_MS / 1_000))
      assert.equal(simulator.tagsOf(OWN_ID).length, 30)
    } finally {
      await stop()
    }
  })

  test('that other programs have used up are reported without closing the known ones', async () => {
    const { simulator, scan, stop } = await start()
    try {
      const base = `${simulator.origin}/v26.0/ig_hashtag_search?access_token=${TOKENS[0]}&user_id=${OWN_ID}`
      await scan(0, 'bread')
      for (let nth = 0; nth < 29; nth += 1)
        await fetch(`${base}&q=other${nth}`, { headers: { 'x-forwarded-host': 'graph.facebook.com' } })
      await assert.rejects(scan(0, 'rye'), isLimited(3_600))
      assert.equal((await scan(0, 'bread')).posts.length, 20)
    } finally {
      await stop()
    }
  })

  for (const tagCursor of FACTS.tagCursor)
    test(`are walked to their end if the cursor is ${tagCursor}, and have no authors`, async () => {
      const { simulator, walkers, stop } = await start()
      simulator.suppose({ tagCursor })
      // Pages are shorter than requested.
      simulator.quirks.leavesOut = 3
      try {
        for (const [variant, expected] of [
          ['posts', simulator.tagIds()],
          ['top', simulator.tagIds().toReversed()],
        ] as const) {
          const pages = await walkers[0].walk({ handle: '#bread', variant })
          assert.deepEqual(idsOf(pages), expected)
          for (const post of pages.flatMap(({ posts }) => posts)) {
            assert.equal(post.author, null)
            assert.match(post.url ?? '', /^https:\/\/www\.instagram\.com\//)
          }
        }
      } finally {
        await stop()
      }
    })

  test('need the ids of as many accounts as there are tokens, or of one', () => {
    const read = (ids: string) => () =>
      createWalker(
        instagram,
        { INSTAGRAM_ACCESS_TOKEN: TOKENS.join(','), INSTAGRAM_USER_ID: ids },
        { origin: 'http://127.0.0.1:9' },
      )
    assert.throws(read('1,2,3'), /INSTAGRAM_USER_ID must have one number, or one for each token/)
    assert.throws(read('1,x'), /INSTAGRAM_USER_ID must be a number/)
  })
})

describe('stories of an account of Instagram', () => {
  const own = { INSTAGRAM_ACCESS_TOKEN: TOKENS[0], INSTAGRAM_USER_ID: OWN_ID }

  test('are those of the last 24 hours, on one page, by the account', async () => {
    const simulator = await startInstagram()
    const walker = createWalker(instagram, own, simulator)
    try {
      for (const refuses of ['', 'thumbnail_url']) {
        simulator.quirks.storiesRefuse = refuses
        const pages = await walker.walk({ variant: 'stories' })
        assert.deepEqual(idsOf(pages), simulator.storyIds())
        assert.ok(pages.flatMap(({ posts }) => posts).every(({ author }) => author?.handle === 'acme.bakery'))
      }
    } finally {
      await Promise.all([walker.close(), simulator.close()])
    }
  })

  test('of other accounts are closed, without a call for them', async () => {
    const simulator = await startInstagram()
    const walker = createWalker(
      instagram,
      { INSTAGRAM_ACCESS_TOKEN: TOKENS[1], INSTAGRAM_USER_ID: OTHER_ID },
      simulator,
    )
    try {
      await assert.rejects(walker.page({ variant: 'stories' }), (error) => {
        return isApiError(error, 'profile_private') && /to the account itself only/.test(error.message)
      })
      assert.ok(simulator.requests().every(({ url }) => !url.pathname.endsWith('/stories')))
    } finally {
      await Promise.all([walker.close(), simulator.close()])
    }
  })

  test('are what their URL shows, and a highlight is none', () => {
    const url = 'https://www.instagram.com/stories/acme/'
    assert.equal(instagram.canonicalize(url), 'acme')
    assert.deepEqual(instagram.variantsIn?.(url), ['stories'])
    assert.equal(instagram.canonicalize('https://www.instagram.com/stories/highlights/'), undefined)
    assert.equal(instagram.canonicalize('https://www.instagram.com/stories/acme/123/'), undefined)
  })

  test('are never served after a failure, and posts that tag an account for three days at most', () => {
    assert.deepEqual(instagram.heldHours, { stories: 0, tagged: 72 })
  })
})

describe('posts that tag an account of Instagram', () => {
  const both = { INSTAGRAM_ACCESS_TOKEN: TOKENS.join(','), INSTAGRAM_USER_ID: `${OWN_ID},${OTHER_ID}` }

  test('are read with the account’s own token, by others, to the end', async () => {
    const simulator = await startInstagram()
    const walker = createWalker(instagram, both, simulator)
    try {
      // The second token may not read them.
      for (let nth = 0; nth < 3; nth += 1) {
        const pages = await walker.walk({ variant: 'tagged' })
        assert.deepEqual(idsOf(pages), simulator.tagIds())
        const authors = pages.flatMap(({ posts }) => posts.map(({ author }) => author?.handle))
        assert.deepEqual(new Set(authors), new Set(['other.baker']))
      }
      const signed = simulator.requests().filter(({ url }) => url.pathname.endsWith('/tags'))
      assert.deepEqual(new Set(signed.map(({ url }) => url.searchParams.get('access_token'))), new Set([TOKENS[0]]))
    } finally {
      await Promise.all([walker.close(), simulator.close()])
    }
  })

  test('are closed for other accounts, without a call for them', async () => {
    const simulator = await startInstagram()
    const other = { INSTAGRAM_ACCESS_TOKEN: TOKENS[1], INSTAGRAM_USER_ID: OTHER_ID }
    const walker = createWalker(instagram, other, simulator)
    try {
      await assert.rejects(walker.page({ variant: 'tagged' }), (error) => {
        return isApiError(error, 'profile_private') && /to the account itself only/.test(error.message)
      })
      assert.ok(simulator.requests().every(({ url }) => !url.pathname.endsWith('/tags')))
      assert.equal((await walker.page({})).posts.length, 20)
    } finally {
      await Promise.all([walker.close(), simulator.close()])
    }
  })

  test('are what a URL of that tab shows', () => {
    assert.deepEqual(instagram.variantsIn?.('https://www.instagram.com/acme/tagged/'), ['tagged'])
    assert.deepEqual(instagram.variantsIn?.('https://www.instagram.com/acme/reels/'), ['reels'])
    for (const text of ['https://www.instagram.com/acme/', 'acme', '#tagged', 'https://x.com/acme/tagged'])
      assert.equal(instagram.variantsIn?.(text), undefined)
  })
})
