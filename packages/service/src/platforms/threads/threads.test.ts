import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { graphFault } from '@central-api/testing/platforms/meta/simulated-graph.ts'
import { eachWay } from '@central-api/testing/platforms/suite/facts.ts'
import { platformSuite } from '@central-api/testing/platforms/suite/platform-suite.ts'
import { createTestStore } from '@central-api/testing/platforms/suite/test-store.ts'
import {
  createWalker,
  idsOf,
  type Walker,
  type WalkerOptions,
} from '@central-api/testing/platforms/suite/test-walker.ts'
import { USUAL } from '@central-api/testing/platforms/suite/usual-conclusions.ts'
import { codeOf } from '@central-api/testing/platforms/threads/simulated-posts.ts'
import { FACTS, startThreads, type ThreadsSimulator, TOKENS } from '@central-api/testing/platforms/threads/simulator.ts'
import { NOT_HANDLES, SPELLINGS, UNSUPPORTED_URLS } from '@central-api/testing/platforms/threads/spellings.cases.ts'
import { type ErrorCode, isApiError } from '../../errors.ts'
import { threads } from './threads.ts'

const environment = { THREADS_ACCESS_TOKEN: TOKENS[0], THREADS_USERNAME: 'acme.bakery' }

platformSuite({
  conclusions: {
    refuse: (status) => graphFault(4711, 'Refused', { status }),
    first: { '/profile_lookup': USUAL.signed, '/profile_posts': USUAL.signed, '/refresh_access_token': USUAL.spared },
    later: { '/profile_posts': USUAL.signed },
    post: {
      '/profile_posts': { ...USUAL.signed, 404: 'unsupported_post_url', error: 'unsupported_post_url' },
      '/refresh_access_token': USUAL.spared,
    },
  },
  platform: threads,
  environment,
  start: startThreads,
  spellings: SPELLINGS,
  unsupported: UNSUPPORTED_URLS,
  notHandles: NOT_HANDLES,
  calls: { first: 2, next: 1 },
  kinds: {
    hashtag: [
      {
        handle: '#bread',
        empty: '#nothing',
        ids: (simulated) => simulated.ids(),
        publish: (simulated, count) => simulated.publish(count),
        calls: { first: 1, next: 1 },
      },
    ],
    search: [
      {
        handle: 'search/rye bread',
        empty: 'search/nothing',
        ids: (simulated) => simulated.ids(),
        publish: (simulated, count) => simulated.publish(count),
        calls: { first: 1, next: 1 },
      },
    ],
  },
  credentials: {
    two: { THREADS_ACCESS_TOKEN: TOKENS.join(', ') },
    secrets: TOKENS,
    hosts: ['graph.threads.net'],
  },
  errors: [
    { answer: graphFault(10, 'Application does not have permission for this action'), code: 'platform_unauthorized' },
    { answer: graphFault(190, 'Session has expired', { subcode: 463, status: 401 }), code: 'platform_unauthorized' },
    { answer: graphFault(190, 'Session has expired', { subcode: 463 }), code: 'platform_unauthorized' },
    { answer: graphFault(200, 'Permissions error', { status: 403 }), code: 'platform_unauthorized' },
    ...[4, 17, 32, 613].map((code) => ({
      answer: graphFault(code, 'Too many calls', { status: code === 4 ? 403 : 400, more: { is_transient: true } }),
      code: 'platform_rate_limited' as const,
      retryAfterSeconds: 300,
    })),
    ...[
      'Invalid appsecret_proof provided in the API argument',
      'API calls from the server require an appsecret_proof argument',
    ].map((message) => ({ answer: graphFault(100, message), code: 'platform_unauthorized' as const })),
    { answer: graphFault(1, 'An unknown error has occurred.', { status: 500 }), code: 'platform_error' },
    { answer: graphFault(2, 'Service temporarily unavailable', { status: 200 }), code: 'platform_error' },
    { answer: graphFault(24, 'Gone', { subcode: 4_279_009 }), code: 'profile_not_found' },
    { answer: { status: 200, body: [] }, code: 'platform_error' },
  ],
  postUrls: [
    'https://www.threads.com/@acme.bakery/post/DAxx5',
    'https://www.threads.net/@acme.bakery/post/DAxx5/?xmt=AQG',
    'https://threads.net/@acme.bakery/post/DAxx5/media',
    'https://www.threads.com/t/DAxx5',
  ],
  notPostUrls: [
    'https://www.threads.com/@acme.bakery',
    'https://www.threads.com/@acme.bakery/replies',
    'https://www.threads.com/@acme.bakery/post/',
    'https://www.threads.com/post/DAxx5',
    'https://threads.com.evil.example/@acme.bakery/post/DAxx5',
  ],
})

const rejects = (promise: Promise<unknown>, code: ErrorCode, words = /./) =>
  assert.rejects(promise, (error) => {
    assert.ok(isApiError(error, code), String(error))
    assert.match(error.message, words)
    return true
  })

const withThreads = async (
  run: (walker: Walker, simulator: ThreadsSimulator) => Promise<void>,
  options: WalkerOptions = {},
  settings: Readonly<Record<string, string>> = environment,
) => {
  const simulator = await startThreads()
  const walker = createWalker(threads, settings, simulator, options)
  try {
    await run(walker, simulator)
  } finally {
    await walker.close()
    await simulator.close()
  }
}

describe('scanning Threads', () => {
  test('distinguishes a hidden profile from a failing call by requesting a profile that exists', () =>
    withThreads(async (walker, simulator) => {
      for (const code of [24, 100, 1_234]) {
        simulator.quirks.unknownName = graphFault(code, 'Nobody')
        await rejects(walker.page({ handle: 'nobody' }), 'profile_not_found', /100 followers/)
      }
      await rejects(walker.page({ handle: 'private.person' }), 'profile_not_found')
      simulator.failFrom(1, graphFault(1_234, 'This endpoint is no more'))
      await rejects(walker.page({ handle: 'nobody' }), 'platform_error')
    }))

  test('reports an application without App Review as platform_unauthorized', () =>
    withThreads(async (walker, simulator) => {
      simulator.quirks.isReviewed = false
      await rejects(walker.page({}), 'platform_unauthorized')
      assert.ok(simulator.calls() <= 2, 'no further call with a token that lacks the permission')
    }))

  test('returns the page without fields that Threads refuses', () =>
    withThreads(async (walker, simulator) => {
      simulator.quirks.isDocumentedOnly = true
      const { posts, profile } = await walker.page({})
      assert.deepEqual(
        posts.map(({ id }) => id),
        simulator.ids().slice(0, 20),
      )
      assert.ok(posts.every(({ poll, author }) => poll === null && author?.displayName === profile.displayName))
      assert.equal(simulator.calls(), 3)
    }))

  test('supports every documented and undocumented form of the responses', async () => {
    for (const facts of eachWay(FACTS))
      await withThreads(async (walker, simulator) => {
        simulator.suppose(facts)
        const variation = JSON.stringify(facts)
        const pages = await walker.walk()
        assert.deepEqual(idsOf(pages), simulator.ids(), variation)
        const media = pages.flatMap(({ posts }) => posts.map((post) => post.media))
        assert.equal(media.filter((each) => each[0]?.type === 'gif').length, 5, variation)
        const albums = media.filter((each) => each[0]?.url?.includes('/a'))
        assert.ok(
          albums.every((each) => each.length === (facts.children === 'ids alone' ? 1 : 2)),
          variation,
        )
        await rejects(walker.page({ after: `api ${JSON.stringify(['QVFnone', 'unread', null])}` }), 'invalid_cursor')
        await rejects(
          walker.page({ handle: 'nobody', after: `api ${JSON.stringify(['QVFnone', 'unread', null])}` }),
          'profile_not_found',
        )
      })
  })

  test('continues after short and empty pages, and accepts a cursor on the last page', () =>
    withThreads(async (walker, simulator) => {
      simulator.quirks.leavesOut = 1
      assert.deepEqual(idsOf(await walker.walk()), [])
      for (const leavesOut of [2, 3]) {
        Object.assign(simulator.quirks, { leavesOut, hasCursorAtEnd: true })
        assert.deepEqual(idsOf(await walker.walk()), simulator.ids())
      }
    }))

  test('returns reposts as a variant, with only the id of the original', () =>
    withThreads(async (walker) => {
      const posts = (await walker.walk({ variant: 'reposts' })).flatMap((page) => page.posts)
      assert.ok(posts.length >= 4)
      for (const { repostOf, url, text, author } of posts) {
        assert.match(repostOf?.id ?? '', /^180300000009/)
        assert.deepEqual([repostOf?.url, repostOf?.author, author?.handle], [null, null, 'acme.bakery'])
        // The API returns nothing else about the original.
        assert.equal(text, url)
      }
    }))

  test('renews a token once for all processes, and signs with the new one', () => {
    const store = createTestStore()
    return withThreads(
      async (walker, simulator) => {
        const processes = [walker.start(), walker.start(), walker.start()]
        const all = () => Promise.all(processes.flatMap((each) => [walker.page({}, each), walker.page({}, each)]))
        await all()
        while (simulator.renewals() === 0) await all()
        await all()
        assert.equal(simulator.renewals(), 1)
        const from = simulator.requests().length
        await walker.page({ variant: 'reposts' }, processes[0])
        const signed = simulator
          .requests()
          .slice(from)
          .map(({ url }) => url.searchParams.get('access_token'))
        assert.ok(signed.length > 0 && signed.every((token) => token === `${TOKENS[0]}-renewed-1`), String(signed))
      },
      { store },
    )
  })

  test('keeps using a token that is too young to be renewed', () =>
    withThreads(async (walker, simulator) => {
      simulator.quirks.areTokensYoung = true
      const process = walker.start()
      const tries = () => simulator.requests().filter(({ url }) => url.pathname === '/refresh_access_token').length
      for (let after = 0; after < 10; after += Math.min(1, tries()))
        assert.equal((await walker.page({ variant: 'posts' }, process)).posts.length, 20)
      assert.equal(tries(), 1)
      assert.equal(simulator.renewals(), 0)
    }))

  test('reports an expired token, and does not use it again', () =>
    withThreads(async (walker, simulator) => {
      simulator.end(TOKENS[0])
      await rejects(walker.page({}), 'platform_unauthorized')
      const process = walker.start()
      await rejects(walker.page({}, process), 'platform_unauthorized')
      const calls = simulator.requests().length
      await rejects(walker.page({}, process), 'platform_unauthorized')
      assert.equal(simulator.requests().length, calls)
    }))

  test('sends no request when the reported usage reaches the limit', () =>
    withThreads(async (walker, simulator) => {
      const process = walker.start()
      simulator.quirks.used = 99
      await walker.page({}, process)
      const calls = simulator.requests().length
      await rejects(walker.page({ handle: 'threads' }, process), 'platform_rate_limited')
      assert.equal(simulator.requests().length, calls)
    }))

  test('counts a thousand calls a day, which the API does not report', async () => {
    const store = createTestStore()
    const shiftMs = Date.UTC(2026, 9, 2, 1) - Date.now()
    await withThreads(
      async (walker, simulator) => {
        const process = walker.start()
        await walker.page({}, process)
        for (let walked = 0; walked < 2_000 && simulator.calls() < 1_000; walked += 1)
          await walker.page({ handle: 'threads' }, process).catch((error: unknown) => {
            if (!isApiError(error, 'platform_rate_limited')) throw error
            walked = 2_000
          })
        await assert.rejects(walker.page({ limit: 7 }, process), (error) => {
          assert.ok(isApiError(error, 'platform_rate_limited'), String(error))
          assert.ok((error.retryAfterSeconds ?? 0) > 80_000, String(error.retryAfterSeconds))
          return true
        })
        assert.ok(simulator.calls() <= 1_000)
      },
      { store, now: () => Date.now() + shiftMs },
    )
  })

  test('reads a post among the newest of its author by its URL, and no other', () =>
    withThreads(async (walker, simulator) => {
      const { post, answer: response } = await walker.post(`https://www.threads.com/@Acme.Bakery/post/${codeOf(50)}`)
      assert.equal(post.id, simulator.ids()[6])
      assert.equal(post.author?.handle, 'acme.bakery')
      assert.ok(!response.text().includes(TOKENS[0]))
      for (const path of ['@acme.bakery/post/DAnone', '@nobody/post/DAxx5', `t/${codeOf(50)}`])
        await rejects(walker.post(`https://www.threads.com/${path}`), 'unsupported_post_url')
    }))

  test('rejects a malformed position', () =>
    withThreads(async (walker) => {
      for (const broken of ['x', '["x",null,null]']) await rejects(walker.page({ after: broken }), 'invalid_cursor')
    }))
})

describe('searches of Threads', () => {
  const MIDNIGHT = Date.parse('2026-11-30T00:00:00Z')
  const start = async (given = environment, options: WalkerOptions = {}) => {
    const simulator = await startThreads()
    const walker = createWalker(threads, given, simulator, options)
    return { simulator, walker, stop: () => Promise.all([walker.close(), simulator.close()]) }
  }

  test('of an application without approval are refused, with the permission that is missing', async () => {
    const { simulator, walker, stop } = await start()
    simulator.quirks.maySearch = false
    try {
      for (const handle of ['#bread', 'search/rye bread', '#nothing'])
        await assert.rejects(walker.page({ handle }), (error) => {
          return isApiError(error, 'platform_unauthorized') && /threads_keyword_search/.test(error.message)
        })
      // Accounts go on.
      assert.equal((await walker.page({})).posts.length, 20)
    } finally {
      await stop()
    }
  })

  test('have the author of each post, the most popular ones on request, and one more call for a page without posts', async () => {
    const { simulator, walker, stop } = await start()
    try {
      const [first = assert.fail()] = await walker.walk({ handle: '#bread' })
      assert.deepEqual(
        new Set(first.posts.map(({ author }) => author?.handle)),
        new Set(['acme.bakery', 'other.baker']),
      )
      const top = await walker.walk({ handle: '#bread', variant: 'top' })
      assert.deepEqual(idsOf(top), simulator.ids().toReversed())
      const before = simulator.calls()
      await walker.page({ handle: '#nothing' })
      assert.equal(simulator.calls() - before, 2)
    } finally {
      await stop()
    }
  })

  test('have a budget of 2,200 a day of their own, which accounts neither use nor feel', async () => {
    const clock = { ms: MIDNIGHT - 3_600_000 }
    const { simulator, walker, stop } = await start({ ...environment, THREADS_USERNAME: '' }, { now: () => clock.ms })
    try {
      const { upstreams } = walker.start()
      const [source = assert.fail()] = threads.sources
      const limits = source.limits ?? assert.fail()
      const [credential = assert.fail()] = upstreams.pool.list()
      const payer = {
        platform: 'threads',
        source: 'api',
        who: credential.id,
        host: 'graph.threads.net',
        isShared: true,
      }
      // 44 of them are kept for the operator.
      await upstreams.governor.spend(payer, limits, (bucket) => (bucket === 'searches' ? 2_156 : 0))
      const before = simulator.calls()
      await assert.rejects(walker.page({ handle: '#bread' }), (error) => {
        return isApiError(error, 'platform_rate_limited') && error.retryAfterSeconds === 3_600
      })
      assert.equal(simulator.calls(), before)
      assert.equal((await walker.page({})).posts.length, 20)
      clock.ms = MIDNIGHT
      assert.equal((await walker.page({ handle: '#bread' })).posts.length, 20)
    } finally {
      await stop()
    }
  })
})

describe('own streams of Threads', () => {
  const own = { THREADS_ACCESS_TOKEN: TOKENS.join(','), THREADS_USERNAME: 'Acme.Bakery, other.baker' }

  const using = async (
    settings: Readonly<Record<string, string>>,
    run: (walker: Walker, simulator: ThreadsSimulator) => Promise<void>,
  ): Promise<void> => {
    const simulator = await startThreads()
    const walker = createWalker(threads, settings, simulator)
    try {
      await run(walker, simulator)
    } finally {
      await Promise.all([walker.close(), simulator.close()])
    }
  }
  const callsOf = (simulator: ThreadsSimulator) =>
    simulator.requests().filter(({ url }) => url.pathname.startsWith('/v1.0/me/'))

  for (const [variant, author] of [
    ['replies', 'acme.bakery'],
    ['mentions', 'other.baker'],
  ] as const) {
    test(`${variant} are read with the account’s own token, to the end`, () =>
      using(own, async (walker, simulator) => {
        for (let nth = 0; nth < 3; nth += 1) {
          const pages = await walker.walk({ variant })
          assert.deepEqual(idsOf(pages), simulator.ids())
          const posts = pages.flatMap((page) => page.posts)
          assert.deepEqual(new Set(posts.map((post) => post.author?.handle)), new Set([author]))
          assert.ok(posts.every(({ replyTo }) => (replyTo !== null) === (variant === 'replies')))
        }
        const tokens = callsOf(simulator).map(({ url }) => url.searchParams.get('access_token'))
        assert.ok(tokens.length > 0 && tokens.every((token) => token?.startsWith(TOKENS[0])))
      }))

    test(`${variant} of an account that owns no token are closed, without a call for them`, async () => {
      for (const names of ['', 'someone.else']) {
        await using({ ...environment, THREADS_USERNAME: names }, async (walker, simulator) => {
          await assert.rejects(walker.page({ variant }), (error) => {
            return isApiError(error, 'profile_private') && /THREADS_USERNAME/.test(error.message)
          })
          assert.deepEqual(callsOf(simulator), [])
          assert.equal((await walker.page({})).posts.length, 20)
        })
      }
    })

    test(`${variant} without the permission are reported as such`, () =>
      using(own, async (walker, simulator) => {
        simulator.quirks.mayReadOwn = false
        await assert.rejects(walker.page({ variant }), (error) => isApiError(error, 'platform_unauthorized'))
      }))
  }

  test('require one name for each token', () => {
    const [kind] = threads.credentials ?? []
    const read = (names: string) => () =>
      kind?.read({ THREADS_ACCESS_TOKEN: TOKENS.join(','), THREADS_USERNAME: names })
    assert.throws(read('acme'), /THREADS_USERNAME must have one name for each token/)
    assert.throws(read('a b,acme'), /THREADS_USERNAME must be names of accounts/)
    assert.deepEqual(
      read('acme,Other')()?.map((given) => given.own),
      ['acme', 'other'],
    )
  })
})
