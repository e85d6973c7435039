import assert from 'node:assert/strict'
import { after, before, describe, type TestContext, test } from 'node:test'
import { platformSuite } from '@central-api/testing/platforms/suite/platform-suite.ts'
import type { ReportedError } from '@central-api/testing/platforms/suite/refusal-suite.ts'
import { createWalker, idsOf, type Walker } from '@central-api/testing/platforms/suite/test-walker.ts'
import { USUAL } from '@central-api/testing/platforms/suite/usual-conclusions.ts'
import { idOfPost, type XQuirks } from '@central-api/testing/platforms/x/simulated-posts.ts'
import { startX, TOKENS, type XSimulator } from '@central-api/testing/platforms/x/simulator.ts'
import { NOT_HANDLES, SPELLINGS, UNSUPPORTED_URLS } from '@central-api/testing/platforms/x/spellings.cases.ts'
import { type ErrorCode, isApiError } from '../../errors.ts'
import { x } from './x.ts'

const environment = { X_BEARER_TOKEN: TOKENS[0] }

const problem = (type: string, title: string, more: object = {}) => ({
  body: { errors: [{ title, type, resource_type: 'user', ...more }] },
})

/** As answers that were recorded have them. */
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

/** An X of its own, for as long as the test takes. */
const open = async (t: TestContext): Promise<[XSimulator, Walker]> => {
  const simulator = await startX()
  const walker = createWalker(x, environment, simulator)
  t.after(async () => {
    await walker.close()
    await simulator.close()
  })
  return [simulator, walker]
}

describe('X through its API', () => {
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

  test('each variant yields its posts', async () => {
    for (const variant of Object.keys(x.variants))
      assert.deepEqual(idsOf(await walker.walk({ variant })), simulator.idsOf(variant), variant)
  })

  test('an account is the same under its name and its number, and lasts under the number', async () => {
    for (const handle of ['acme', 'i/user/70001']) {
      const { account, posts } = await walker.page({ handle })
      assert.deepEqual([account.id, account.handle, account.profile.handle], ['70001', 'i/user/70001', 'Acme'])
      assert.equal(posts[0]?.id, simulator.ids()[0])
    }
  })

  test('both dialects tell the same posts', async (t) => {
    const newer = createWalker(x, { ...environment, X_DIALECT: 'post' }, simulator)
    t.after(newer.close)
    const [one, other] = [await walker.walk({ variant: 'replies' }), await newer.walk({ variant: 'replies' })]
    assert.deepEqual(
      other.flatMap(({ posts }) => posts),
      one.flatMap(({ posts }) =>
        posts.map((post) => ({
          ...post,
          // What the newer dialect tells of an author comes beside the posts, with less of the account.
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

  test('a page is paid for by what it shows, and no more is counted than X bills', async (t) => {
    const [paidFor, asker] = await open(t)
    const process = asker.start()
    const first = await asker.page({}, process)
    // An account and eighteen posts; two originals of reposts and two quoted posts, and who wrote those.
    assert.deepEqual([first.posts.length, paidFor.billed()], [18, 2 + 18 + 4 + 2])
    await asker.page({ after: first.next }, process)
    const billed = paidFor.billed()
    assert.equal(billed, 2 + 2 * (18 + 4 + 2))
    await asker.page({ variant: 'original' }, process)
    const [counted] = process.upstreams.governor.list().filter(({ bucket }) => bucket === 'half-cents')
    // Of the last call one is known yet, which was reserved for it.
    assert.equal(counted?.left, 3_000_000 * 0.98 - billed - 1)
  })

  test('what is only included is counted, though X may not bill it', async (t) => {
    const [cheap, asker] = await open(t)
    cheap.quirks.billsIncluded = false
    const process = asker.start()
    const { next } = await asker.page({}, process)
    assert.equal(cheap.billed(), 2 + 18)
    await asker.page({ after: next }, process)
    const [counted] = process.upstreams.governor.list().filter(({ bucket }) => bucket === 'half-cents')
    // The first page's is known by now, and the second's is at least what was reserved for it.
    assert.ok(
      (counted?.left ?? Number.POSITIVE_INFINITY) <= 3_000_000 * 0.98 - (2 + 18 + 4 + 2) - 1,
      String(counted?.left),
    )
  })

  test('the reset that X tells is told', async (t) => {
    const [busy, asker] = await open(t)
    const reset = String(Math.ceil(Date.now() / 1_000) + 300)
    busy.failFrom(2, { status: 429, headers: { 'x-rate-limit-reset': reset }, body: { title: 'Too Many Requests' } })
    await assert.rejects(asker.page({}), (error) => {
      assert.ok(isApiError(error, 'platform_rate_limited'), String(error))
      assert.ok(Math.abs((error.retryAfterSeconds ?? 0) - 300) <= 2)
      return true
    })
  })

  test('an account that never wrote is an empty page', async () => {
    const { posts, next, profile } = await walker.page({ handle: 'silent' })
    assert.deepEqual([posts, next, profile.bio], [[], undefined, { text: null, html: null }])
  })

  test('of one that is protected the list is not asked for', async (t) => {
    const [own, asker] = await open(t)
    await rejects(asker.page({ handle: 'shy' }), 'profile_private')
    assert.equal(own.calls(), 1)
  })

  test('one that is suspended is not there, and that is said', () =>
    rejects(walker.page({ handle: 'suspended' }), 'profile_not_found', /suspended/))

  test('one post is found by its address, one that is deleted is not', async () => {
    const { post, answer: response } = await walker.post(`https://twitter.com/acme/status/${idOfPost(6)}?s=20`)
    assert.deepEqual([post.id, post.author?.handle, post.pinned], [idOfPost(6), 'Acme', null])
    assert.equal(post.quoteOf?.author?.handle, 'other')
    assert.equal(response.status, 200)
    await rejects(walker.post('https://x.com/acme/status/1'), 'post_not_found')
  })

  test('the post that the profile shows first is told', async () => {
    const pages = await walker.walk()
    const pinned = pages.flatMap(({ posts }) => posts.filter((post) => post.pinned))
    assert.deepEqual(
      pinned.map(({ id }) => id),
      [idOfPost(3)],
    )
  })

  test('a position that is none is refused', async () => {
    for (const broken of ['x', 'api ["x",null,null]']) await rejects(walker.page({ after: broken }), 'invalid_cursor')
  })

  /** What is only believed, and what it is otherwise. */
  const BELIEVED: readonly Partial<XQuirks>[] = [
    ...[{ viewsOfOld: 0 }, { viewsOfOld: 12 }],
    ...([{ gifs: 'bare' }, { gifs: 'as films' }] as const),
    ...[{ leavesEmptyOut: true }, { leavesEmptyOut: false }],
    ...[{ namesParameter: true }, { namesParameter: false }],
    ...[{ depthWithoutReplies: 40 }, { depthWithoutReplies: 3_200 }],
  ]
  for (const quirks of BELIEVED)
    test(`a walk is whole, and a position that has gone bad is told, with ${JSON.stringify(quirks)}`, async (t) => {
      const [own, asker] = await open(t)
      Object.assign(own.quirks, quirks)
      const newest = quirks.depthWithoutReplies ?? Number.POSITIVE_INFINITY
      const reached = Array.from({ length: 57 }, (_, at) => idOfPost(56 - at)).slice(0, newest)
      const pages = await asker.walk()
      assert.deepEqual(
        idsOf(pages),
        own.ids().filter((id) => reached.includes(id)),
      )
      const posts = pages.flatMap((page) => page.posts)
      const gifs = posts.flatMap(({ media }) => media.filter(({ type }) => type === 'gif'))
      assert.deepEqual(
        [...new Set(gifs.map(({ url, durationSeconds }) => `${url === null} ${durationSeconds}`))],
        [`false ${quirks.gifs === 'as films' ? 12.345 : null}`],
      )
      if (newest > 57) assert.equal(posts.at(-1)?.metrics.views, quirks.viewsOfOld ? quirks.viewsOfOld : null)
      const { posts: none, next } = await asker.page({ handle: 'silent' })
      assert.deepEqual([none, next], [[], undefined])
      const bad = pages[0]?.next?.replace(/7140x\d+/, '7140xx')
      await rejects(asker.page({ after: bad }), 'invalid_cursor')
    })
})
