import assert from 'node:assert/strict'
import { after, before, describe, type TestContext, test } from 'node:test'
import { platformSuite } from '@central-api/testing/platforms/suite/platform-suite.ts'
import type { ReportedError } from '@central-api/testing/platforms/suite/refusal-suite.ts'
import { createWalker, idsOf, type Walker } from '@central-api/testing/platforms/suite/test-walker.ts'
import { USUAL } from '@central-api/testing/platforms/suite/usual-conclusions.ts'
import { idOfPost, type XQuirks } from '@central-api/testing/platforms/x/simulated-posts.ts'
import { LISTS, startX, TOKENS, type XSimulator } from '@central-api/testing/platforms/x/simulator.ts'
import { NOT_HANDLES, SPELLINGS, UNSUPPORTED_URLS } from '@central-api/testing/platforms/x/spellings.cases.ts'
import { type ErrorCode, isApiError } from '../../errors.ts'
import { x } from './x.ts'

const environment = { X_BEARER_TOKEN: TOKENS[0] }

const problem = (type: string, title: string, more: object = {}) => ({
  body: { errors: [{ title, type, resource_type: 'user', ...more }] },
})

/** In the form of recorded responses. */
const ERRORS: readonly ReportedError[] = [
  {
    answer: problem('https://api.x.com/2/problems/resource-not-found', 'Not Found Error'),
    code: 'profile_not_found',
  },
  {
    answer: problem('https://api.twitter.com/2/problems/resource-not-found', 'Forbidden'),
    code: 'profile_not_found',
  },
  {
    answer: problem('https://api.twitter.com/2/problems/not-authorized-for-resource', 'Authorization Error'),
    code: 'profile_private',
  },
  {
    answer: {
      status: 402,
      body: {
        detail: 'credits depleted',
        status: 402,
        title: 'Payment Required',
        type: 'https://api.x.com/2/problems/credits-depleted',
      },
    },
    code: 'platform_rate_limited',
  },
  {
    answer: {
      status: 429,
      body: { title: 'Too Many Requests', detail: 'Too Many Requests', type: 'about:blank', status: 429 },
    },
    code: 'platform_rate_limited',
    retryAfterSeconds: 900,
  },
  {
    answer: {
      status: 429,
      body: { title: 'Too Many Requests', type: 'https://api.x.com/2/problems/usage-capped', period: 'Monthly' },
    },
    code: 'platform_rate_limited',
    retryAfterSeconds: 3_600,
  },
  {
    answer: { status: 401, body: { title: 'Unauthorized', type: 'about:blank', status: 401, detail: 'Unauthorized' } },
    code: 'platform_unauthorized',
  },
  {
    answer: { status: 403, body: { type: 'https://api.x.com/2/problems/client-forbidden', title: 'Client Forbidden' } },
    code: 'platform_unauthorized',
  },
  {
    answer: {
      status: 400,
      body: {
        ...{ title: 'Invalid Request', detail: 'One or more parameters to your request was invalid.' },
        type: 'https://api.twitter.com/2/problems/invalid-request',
        errors: [{ parameters: { max_results: ['3'] }, message: 'Not between 5 and 100.' }],
      },
    },
    code: 'platform_error',
  },
  {
    answer: { status: 503, body: { title: 'Service Unavailable', type: 'about:blank', status: 503 } },
    code: 'platform_error',
  },
]

platformSuite({
  conclusions: {
    refuse: (status) => ({ status, body: { title: 'Refused', detail: 'Refused', type: 'about:blank', status } }),
    errorIn200: {
      body: { errors: [{ title: 'Refused', detail: 'Refused', type: 'https://api.x.com/2/problems/refused' }] },
    },
    first: { '/users/by/username/': USUAL.signed, '/tweets\\?': USUAL.signed },
    later: { '/tweets\\?': USUAL.signed },
    post: { '/2/tweets/': USUAL.signed },
  },
  platform: x,
  environment,
  start: startX,
  kinds: {
    list: [
      {
        handle: `list/${LISTS.open}`,
        missing: 'list/1009',
        hidden: `list/${LISTS.protected}`,
        ids: (simulated) => simulated.idsOf('replies'),
        publish: (simulated, count) => simulated.publish(count),
        calls: { first: 2, next: 1 },
      },
    ],
    hashtag: [
      {
        handle: '#bread',
        empty: '#nothing',
        ids: (simulated) => simulated.idsOf('found'),
        publish: (simulated, count) => simulated.publish(count),
        calls: { first: 1, next: 1 },
      },
    ],
    search: [
      {
        handle: 'search/rye',
        empty: 'search/nothing',
        ids: (simulated) => simulated.idsOf('found'),
        calls: { first: 1, next: 1 },
      },
    ],
  },
  spellings: SPELLINGS,
  unsupported: UNSUPPORTED_URLS,
  notHandles: NOT_HANDLES,
  calls: { first: 2, next: 1 },
  credentials: { two: { X_BEARER_TOKEN: TOKENS.join(', ') }, secrets: TOKENS, hosts: ['api.x.com'] },
  errors: ERRORS,
  postUrls: [
    'https://x.com/acme/status/1972233445566778801',
    'https://twitter.com/Acme/statuses/1972233445566778801?s=20',
    'https://mobile.twitter.com/acme/status/1972233445566778801/photo/1',
    'https://x.com/i/web/status/1972233445566778801',
    'https://x.com/i/status/1972233445566778801',
  ],
  notPostUrls: [
    'https://x.com/acme',
    'https://x.com/acme/status/',
    'https://x.com/acme/status/abc',
    'https://x.com/i/user/70001',
    'https://x.com.evil.example/acme/status/1972233445566778801',
  ],
})

const rejects = (promise: Promise<unknown>, code: ErrorCode, words = /./) =>
  assert.rejects(promise, (error) => {
    assert.ok(isApiError(error, code), String(error))
    assert.match(error.message, words)
    return true
  })

/** A separate simulator for one test. */
const open = async (t: TestContext): Promise<[XSimulator, Walker]> => {
  const simulator = await startX()
  const walker = createWalker(x, environment, simulator)
  t.after(async () => {
    await walker.close()
    await simulator.close()
  })
  return [simulator, walker]
}

describe('scanning X through its API', () => {
  let simulator: XSimulator
  let walker: Walker
  before(async () => {
    simulator = await startX()
    walker = createWalker(x, environment, simulator)
  })
  after(async () => {
    await walker.close()
    await simulator.close()
  })

  test('returns the posts of each variant', async () => {
    for (const variant of Object.keys(x.variants))
      assert.deepEqual(idsOf(await walker.walk({ variant })), simulator.idsOf(variant), variant)
  })

  test('a list has its owner and members, a page of many authors each author, and all of it is billed', async (t) => {
    const [own, client] = await open(t)
    const { profile, posts } = await client.page({ handle: `list/${LISTS.open}` })
    assert.deepEqual(
      [profile.displayName, profile.owner?.handle, profile.counts.followers, profile.counts.following, profile.url],
      ['Bakers & millers', 'curator', 12, 40, 'https://x.com/i/lists/1001'],
    )
    for (const { author } of posts) assert.equal(author?.handle, 'Acme')
    assert.ok(own.billed() >= 1 + 2 + posts.length + 2, String(own.billed()))
    const { posts: mentions } = await client.page({ variant: 'mentions' })
    assert.ok(mentions.length > 0 && mentions.every(({ pinned }) => pinned === null))
  })

  test('a hashtag is searched without reposts, each with its own operators', async (t) => {
    const [own, client] = await open(t)
    for (const handle of ['#bread', '#bread,rye', '#bread+rye', '#bread-rye', 'search/bread OR rye']) {
      await client.page({ handle })
    }
    assert.deepEqual(
      own.requests().flatMap(({ url }) => url.searchParams.get('query') ?? []),
      [
        '#bread -is:retweet',
        '(#bread OR #rye) -is:retweet',
        '#bread #rye -is:retweet',
        '#bread -#rye -is:retweet',
        '(bread OR rye) -is:retweet',
      ],
    )
  })

  test('an account stands alone in a search, with and without operators', async () => {
    for (const handle of ['search/from:acme', 'search/from:acme has:media', 'search/@acme'])
      assert.ok((await walker.page({ handle })).posts.length > 0, handle)
  })

  test('a search that X refuses is handle_malformed, and a refused position invalid_cursor', async () => {
    await rejects(walker.page({ handle: 'search/has:media' }), 'handle_malformed', /does not accept this search/)
    const after = JSON.stringify(['x', null, null])
    await rejects(walker.page({ handle: '#bread', after }), 'invalid_cursor')
  })

  test('reads an account by name and by id, and identifies it by the id', async () => {
    for (const handle of ['acme', 'i/user/70001']) {
      const { account, posts } = await walker.page({ handle })
      assert.deepEqual([account.id, account.handle, account.profile.handle], ['70001', 'i/user/70001', 'Acme'])
      assert.equal(posts[0]?.id, simulator.ids()[0])
    }
  })

  test('returns the same posts in both dialects', async (t) => {
    const newer = createWalker(x, { ...environment, X_DIALECT: 'post' }, simulator)
    t.after(newer.close)
    const [one, other] = [await walker.walk({ variant: 'replies' }), await newer.walk({ variant: 'replies' })]
    assert.deepEqual(
      other.flatMap(({ posts }) => posts),
      one.flatMap(({ posts }) =>
        posts.map((post) => ({
          ...post,
          // In the newer dialect, the included author has fewer fields.
          author: post.author && { ...post.author, avatarUrl: 'https://pbs.twimg.com/p/1/a_400x400.jpg' },
        })),
      ),
    )
    assert.deepEqual(other[0]?.profile, one[0]?.profile)
    const requested = simulator.requests().filter(({ url }) => url.pathname.endsWith('/tweets'))
    for (const { url } of requested)
      assert.notEqual(url.searchParams.has('tweet.fields'), url.searchParams.has('post.fields'))
    assert.throws(() => createWalker(x, { ...environment, X_DIALECT: 'toot' }, simulator), /X_DIALECT/)
  })

  test('counts what X bills for a page, and no more', async (t) => {
    const [paidFor, client] = await open(t)
    const process = client.start()
    const first = await client.page({}, process)
    // An account and eighteen posts; two originals of reposts, two quoted posts, and their authors.
    assert.deepEqual([first.posts.length, paidFor.billed()], [18, 2 + 18 + 4 + 2])
    await client.page({ after: first.next }, process)
    const billed = paidFor.billed()
    assert.equal(billed, 2 + 2 * (18 + 4 + 2))
    await client.page({ variant: 'original' }, process)
    const [counted] = process.upstreams.governor.list().filter(({ bucket }) => bucket === 'half-cents')
    // Of the last call, only the reserved cost is counted yet.
    assert.equal(counted?.left, 3_000_000 * 0.98 - billed - 1)
  })

  test('counts all that X bills for a list and for a search: each post, included post, author and the list itself', async (t) => {
    for (const handle of [`list/${LISTS.open}`, '#bread']) {
      const [paidFor, client] = await open(t)
      const process = client.start()
      const { next } = await client.page({ handle }, process)
      await client.page({ handle, after: next }, process)
      const billed = paidFor.billed()
      assert.ok(billed > 40, String(billed))
      // The cost of the last call is counted before the next one.
      await client.page({ handle: 'nobody' }, process).catch(() => {})
      const [counted] = process.upstreams.governor.list().filter(({ bucket }) => bucket === 'half-cents')
      assert.equal(counted?.left, 3_000_000 * 0.98 - billed - 1, handle)
    }
  })

  test('counts included objects, although X may not bill them', async (t) => {
    const [cheap, client] = await open(t)
    cheap.quirks.billsIncluded = false
    const process = client.start()
    const { next } = await client.page({}, process)
    assert.equal(cheap.billed(), 2 + 18)
    await client.page({ after: next }, process)
    const [counted] = process.upstreams.governor.list().filter(({ bucket }) => bucket === 'half-cents')
    // The cost of the first page is known by now; of the second, at least the reserved cost is counted.
    assert.ok(
      (counted?.left ?? Number.POSITIVE_INFINITY) <= 3_000_000 * 0.98 - (2 + 18 + 4 + 2) - 1,
      String(counted?.left),
    )
  })

  test('reports the reset of X’s rate limit', async (t) => {
    const [busy, client] = await open(t)
    const reset = String(Math.ceil(Date.now() / 1_000) + 300)
    busy.failFrom(2, { status: 429, headers: { 'x-rate-limit-reset': reset }, body: { title: 'Too Many Requests' } })
    await assert.rejects(client.page({}), (error) => {
      assert.ok(isApiError(error, 'platform_rate_limited'), String(error))
      assert.ok(Math.abs((error.retryAfterSeconds ?? 0) - 300) <= 2)
      return true
    })
  })

  test('returns an empty page for an account without posts', async () => {
    const { posts, next, profile } = await walker.page({ handle: 'silent' })
    assert.deepEqual([posts, next, profile.bio], [[], undefined, { text: null, html: null }])
  })

  test('does not request the posts of a protected account', async (t) => {
    const [own, client] = await open(t)
    await rejects(client.page({ handle: 'shy' }), 'profile_private')
    assert.equal(own.calls(), 1)
  })

  test('reports a suspended account as not found, and says why', () =>
    rejects(walker.page({ handle: 'suspended' }), 'profile_not_found', /suspended/))

  test('reads a post by its URL, and reports a deleted one as not found', async () => {
    const { post, answer: response } = await walker.post(`https://twitter.com/acme/status/${idOfPost(6)}?s=20`)
    assert.deepEqual([post.id, post.author?.handle, post.pinned], [idOfPost(6), 'Acme', null])
    assert.equal(post.quoteOf?.author?.handle, 'other')
    assert.equal(response.status, 200)
    await rejects(walker.post('https://x.com/acme/status/1'), 'post_not_found')
  })

  test('marks the pinned post', async () => {
    const pages = await walker.walk()
    const pinned = pages.flatMap(({ posts }) => posts.filter((post) => post.pinned))
    assert.deepEqual(
      pinned.map(({ id }) => id),
      [idOfPost(3)],
    )
  })

  test('rejects a malformed position', async () => {
    for (const broken of ['x', 'api ["x",null,null]']) await rejects(walker.page({ after: broken }), 'invalid_cursor')
  })

  /** Undocumented behavior, and its alternatives. */
  const ALTERNATIVES: readonly Partial<XQuirks>[] = [
    ...[{ viewsOfOld: 0 }, { viewsOfOld: 12 }],
    ...([{ gifs: 'bare' }, { gifs: 'as videos' }] as const),
    ...[{ leavesEmptyOut: true }, { leavesEmptyOut: false }],
    ...[{ namesParameter: true }, { namesParameter: false }],
    ...[{ depthWithoutReplies: 40 }, { depthWithoutReplies: 3_200 }],
  ]
  for (const quirks of ALTERNATIVES)
    test(`a walk is complete, and an invalid position is reported, with ${JSON.stringify(quirks)}`, async (t) => {
      const [own, client] = await open(t)
      Object.assign(own.quirks, quirks)
      const newest = quirks.depthWithoutReplies ?? Number.POSITIVE_INFINITY
      const reached = Array.from({ length: 57 }, (_, at) => idOfPost(56 - at)).slice(0, newest)
      const pages = await client.walk()
      assert.deepEqual(
        idsOf(pages),
        own.ids().filter((id) => reached.includes(id)),
      )
      const posts = pages.flatMap((page) => page.posts)
      const gifs = posts.flatMap(({ media }) => media.filter(({ type }) => type === 'gif'))
      assert.deepEqual(
        [...new Set(gifs.map(({ url, durationSeconds }) => `${url === null} ${durationSeconds}`))],
        [`false ${quirks.gifs === 'as videos' ? 12.345 : null}`],
      )
      if (newest > 57) assert.equal(posts.at(-1)?.metrics.views, quirks.viewsOfOld ? quirks.viewsOfOld : null)
      const { posts: none, next } = await client.page({ handle: 'silent' })
      assert.deepEqual([none, next], [[], undefined])
      const bad = pages[0]?.next?.replace(/7140x\d+/, '7140xx')
      await rejects(client.page({ after: bad }), 'invalid_cursor')
    })
})
