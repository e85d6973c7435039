import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  ACCOUNTS,
  FOREIGN_PIN,
  type PinterestQuirks,
  type PinterestSimulator,
  startPinterest,
  TOKENS,
} from '@central-api/testing/platforms/pinterest/simulator.ts'
import { NOT_HANDLES, SPELLINGS, UNSUPPORTED_URLS } from '@central-api/testing/platforms/pinterest/spellings.cases.ts'
import { FOREIGN_NOT_FOUNDS } from '@central-api/testing/platforms/suite/foreign-not-founds.ts'
import { platformSuite } from '@central-api/testing/platforms/suite/platform-suite.ts'
import { createWalker, idsOf, type Walker } from '@central-api/testing/platforms/suite/test-walker.ts'
import { USUAL } from '@central-api/testing/platforms/suite/usual-conclusions.ts'
import { isApiError } from '../../errors.ts'
import { pinterest } from './pinterest.ts'

const OWNER = { PINTEREST_ACCESS_TOKEN: `acme=${TOKENS[0]}` }

const refusal = (status: number, code: number, message: string) => ({ status, body: { code, message } })

platformSuite({
  conclusions: {
    refuse: (status) => ({ status, body: { code: 4711, message: status === 404 ? 'User not found.' : 'Refused' } }),
    first: { '/user_account': { ...USUAL.signed, 404: 'profile_not_found' }, '/pins\\?': USUAL.signed },
    later: { '/pins\\?': USUAL.signed },
    post: {
      '/pins/': { ...USUAL.signed, 403: 'platform_not_configured', 404: 'platform_not_configured' },
      '/user_account': USUAL.signed,
    },
  },
  platform: pinterest,
  environment: OWNER,
  start: startPinterest,
  spellings: SPELLINGS,
  unsupported: UNSUPPORTED_URLS,
  notHandles: NOT_HANDLES,
  kinds: {
    collection: [{ handle: 'acme/bread' }],
    section: [
      {
        handle: 'acme/bread/rolls-more',
        // Pinterest names the owner of the board only.
        authors: 'one',
        missing: 'acme/bread/nothing',
        ids: (simulated) => simulated.ids(),
      },
    ],
  },
  calls: { first: 2, next: 1 },
  credentials: {
    two: { PINTEREST_ACCESS_TOKEN: TOKENS.map((token) => `acme=${token}`).join(',') },
    secrets: TOKENS,
    hosts: ['api.pinterest.com'],
  },
  ownPosts: {
    accounts: ACCOUNTS,
    hosts: ['api.pinterest.com'],
    stranger: `https://www.pinterest.com/pin/${FOREIGN_PIN}/`,
    address: (id) => `https://www.pinterest.com/pin/${id}/`,
  },
  errors: [
    { answer: refusal(401, 2, 'Authentication failed.'), code: 'platform_unauthorized' },
    { answer: refusal(401, 3, 'Authorization failed.'), code: 'platform_unauthorized' },
    { answer: refusal(403, 29, 'You are not permitted to access that resource.'), code: 'platform_unauthorized' },
    { answer: refusal(404, 404, 'User not found.'), code: 'profile_not_found', isSure: true },
    { answer: refusal(404, 404, 'Not Found'), code: 'profile_not_found', isSure: false },
    ...FOREIGN_NOT_FOUNDS,
    { answer: refusal(429, 8, 'Slow down.'), code: 'platform_rate_limited', retryAfterSeconds: 60 },
    { answer: refusal(400, 1, 'Bad bookmark'), code: 'invalid_cursor' },
    { answer: { status: 500, body: '<html>' }, code: 'platform_error' },
  ],
  postUrls: [
    'https://www.pinterest.com/pin/123456789012345678/',
    'https://www.pinterest.co.uk/pin/123456789/sent/?x=1',
  ],
  notPostUrls: [
    'https://www.pinterest.com/acme/',
    'https://www.pinterest.com/pin/',
    'https://www.pinterest.com/pin/abc/',
    'https://www.pinterest.com.evil.example/pin/123456789/',
  ],
})

describe('Pinterest', () => {
  let simulator: PinterestSimulator
  before(async () => {
    simulator = await startPinterest()
  })
  after(() => simulator.close())
  const using = async (environment: Readonly<Record<string, string>>, use: (walker: Walker) => Promise<void>) => {
    const walker = createWalker(pinterest, environment, simulator)
    try {
      await use(walker)
    } finally {
      await walker.close()
    }
  }

  test('distinguishes created pins and saved ones', () =>
    using(OWNER, async (walker) => {
      const posts = async (variant: string) => (await walker.walk({ variant })).flatMap((page) => page.posts)
      const [created, saved] = [await posts('created'), await posts('saved')]
      assert.ok(created.every(({ repostOf }) => repostOf === null))
      assert.ok(saved.every(({ repostOf }) => repostOf?.id === '700000000000000009'))
      assert.equal(created.length + saved.length, simulator.ids().length)
    }))

  test('reads boards, and accounts that are not connected, through their feeds', async () => {
    await using(OWNER, async (walker) => {
      const page = await walker.page({ handle: 'acme/bread' })
      assert.deepEqual([page.source, page.posts.length, page.posts[0]?.id], ['feed', 20, simulator.ids()[0]])
    })
    await using({}, async (walker) => {
      const before = simulator.requests().length
      assert.deepEqual(idsOf(await walker.walk()), simulator.ids().slice(0, 25))
      for (const { headers, host } of simulator.requests().slice(before))
        assert.deepEqual([host, headers.authorization], ['www.pinterest.com', undefined])
    })
  })

  // https://github.com/bstoilov/py3-pinterest/issues/27
  test('a section has its own pins, of the board of the account, not of a shared one with the same name', () =>
    using(OWNER, async (walker) => {
      const before = simulator.requests().length
      const { account, profile, source } = await walker.page({ handle: 'acme/bread/rolls-more' })
      assert.deepEqual(
        [account.id, profile.displayName, profile.url, profile.owner?.handle, source],
        ['section 5002', 'Rolls & more', 'https://www.pinterest.com/acme/bread/rolls-more/', 'acme', 'api'],
      )
      const paths = simulator
        .requests()
        .slice(before)
        .map(({ url }) => url.pathname)
      assert.equal(paths.at(-1), '/v5/boards/800000000000000001/sections/5002/pins')
    }))

  // https://github.com/atomantic/PortOS/pull/1742
  test('a section of an account that is not connected is not read as its board', () =>
    using({ PINTEREST_ACCESS_TOKEN: `other=${TOKENS[0]}` }, async (walker) => {
      const before = simulator.requests().length
      await assert.rejects(walker.page({ handle: 'acme/bread/rolls-more' }), (error) =>
        isApiError(error, 'platform_not_configured'),
      )
      assert.equal(simulator.requests().length, before)
    }))

  /** Undocumented behavior, and its alternatives. */
  const ALTERNATIVES: readonly Partial<PinterestQuirks>[] = [
    ...([{ codes: 'own' }, { codes: 'status' }] as const),
    ...([{ reset: 'seconds left' }, { reset: 'seconds since 1970' }] as const),
    ...([{ zone: '' }, { zone: 'Z' }] as const),
    ...([{ pinField: 'link' }, { pinField: 'guid' }] as const),
    ...([{ image: 'description' }, { image: 'enclosure' }] as const),
    ...[{ hasBoardFeeds: true }, { hasBoardFeeds: false }],
  ]
  for (const quirks of ALTERNATIVES)
    test(`the API and the feeds return the same pins, and refusals are reported, with ${JSON.stringify(quirks)}`, async (t) => {
      const own = await startPinterest()
      Object.assign(own.quirks, quirks)
      const [owner, stranger] = [OWNER, {}].map((each) => createWalker(pinterest, each, own)) as [Walker, Walker]
      t.after(() => Promise.all([owner.close(), stranger.close(), own.close()]))
      const reported = (await owner.walk()).flatMap(({ posts }) => posts)
      assert.deepEqual(
        reported.map(({ id }) => id),
        own.ids(),
      )
      const fed = (await stranger.walk()).flatMap(({ posts }) => posts)
      const looks = (posts: typeof fed) =>
        posts.map(({ id, url, title, text, publishedAt }) => ({ id, url, title, text, publishedAt }))
      assert.deepEqual(looks(fed), looks(reported.slice(0, 25)))
      assert.ok(fed.every(({ media }) => media[0]?.url?.startsWith('https://i.pinimg.com/236x/')))
      const board = stranger.page({ handle: 'acme/bread' })
      if (own.quirks.hasBoardFeeds) assert.equal((await board).posts.length, 20)
      else await assert.rejects(board, (error) => isApiError(error, 'profile_not_found'))
      own.exhaust(40)
      // Feeds do not distinguish created pins and saved ones, so there is no fallback.
      await assert.rejects(owner.page({ variant: 'created' }), (error) => {
        assert.ok(isApiError(error, 'platform_rate_limited'), String(error))
        assert.ok(Math.abs((error.retryAfterSeconds ?? 0) - 40) <= 2, String(error.retryAfterSeconds))
        return true
      })
    })

  test('refuses a token of another account', () =>
    using({ PINTEREST_ACCESS_TOKEN: `other=${TOKENS[0]}` }, async (walker) => {
      const isRefused = (error: unknown) => isApiError(error, 'platform_unauthorized')
      await assert.rejects(walker.page({ handle: 'other' }), isRefused)
      const own = simulator.ids().at(-1) ?? ''
      await assert.rejects(walker.post(`https://www.pinterest.com/pin/${own}/`), isRefused)
    }))

  for (const others of [401, 403, 404] as const)
    test(`keeps using the token after a refused pin of another account, with ${others}`, async (t) => {
      const own = await startPinterest()
      own.quirks.others = others
      const walker = createWalker(pinterest, OWNER, own)
      t.after(() => Promise.all([walker.close(), own.close()]))
      const process = walker.start()
      await assert.rejects(walker.post(`https://www.pinterest.com/pin/${FOREIGN_PIN}/`, process), (error) =>
        isApiError(error, 'platform_not_configured'),
      )
      const page = await walker.page({}, process)
      assert.equal(page.source, 'api')
    })

  test('a pin on a shared board belongs to the account when the API says so', async () => {
    const own = await startPinterest()
    const walker = createWalker(pinterest, OWNER, own)
    const [id] = own.ids()
    const pinned = (is_owner: boolean) =>
      own.change((response) => ({
        ...response,
        body: { ...Object(response.body), board_owner: { username: 'friend' }, is_owner },
      }))
    try {
      pinned(true)
      assert.equal((await walker.post(`https://www.pinterest.com/pin/${id}/`)).post.id, id)
      pinned(false)
      await assert.rejects(walker.post(`https://www.pinterest.com/pin/${id}/`), (error) =>
        isApiError(error, 'platform_not_configured'),
      )
    } finally {
      await walker.close()
      await own.close()
    }
  })
})
