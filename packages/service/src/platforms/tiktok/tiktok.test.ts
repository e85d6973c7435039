import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { inspect } from 'node:util'
import { platformSuite } from '@central-api/testing/platforms/suite/platform-suite.ts'
import { createWalker, idsOf, type Walker } from '@central-api/testing/platforms/suite/test-walker.ts'
import { USUAL } from '@central-api/testing/platforms/suite/usual-conclusions.ts'
import {
  ACCOUNTS,
  APPLICATION,
  isPhoto,
  startTiktok,
  type TiktokQuirks,
  type TiktokSimulator,
  TOKENS,
} from '@central-api/testing/platforms/tiktok/simulator.ts'
import { NOT_HANDLES, SPELLINGS, UNSUPPORTED_URLS } from '@central-api/testing/platforms/tiktok/spellings.cases.ts'
import { type ErrorCode, isApiError } from '../../errors.ts'
import { tiktok } from './tiktok.ts'

const CREATOR = { TIKTOK_ACCESS_TOKEN: `acme=${TOKENS[0]}` }
const RESEARCHER = { TIKTOK_CLIENT_KEY: APPLICATION.id, TIKTOK_CLIENT_SECRET: APPLICATION.secret }

const refusal = (status: number, code: string) => ({
  status,
  body: { data: {}, error: { code, message: 'No.', log_id: 'x' } },
})

/** The Display API uses configured tokens, without an exchange. */
const startDisplay = async () => {
  const { exchanges: _, expireTokens: __, ...simulator } = await startTiktok()
  return simulator
}

platformSuite({
  conclusions: {
    refuse: (status) => ({ status, body: { data: {}, error: { code: 'refused', message: 'Refused', log_id: '1' } } }),
    first: { '/user/info/': USUAL.signed, '/video/list/': USUAL.signed },
    later: { '/video/list/': USUAL.signed },
    post: { '/video/query/': USUAL.signed, '/user/info/': USUAL.signed },
  },
  platform: tiktok,
  environment: { ...CREATOR, ...RESEARCHER },
  start: startDisplay,
  spellings: SPELLINGS,
  unsupported: UNSUPPORTED_URLS,
  notHandles: NOT_HANDLES,
  calls: { first: 2, next: 1 },
  credentials: {
    two: { TIKTOK_ACCESS_TOKEN: TOKENS.map((token) => `@Acme=${token}`).join(', ') },
    secrets: TOKENS,
    hosts: ['open.tiktokapis.com'],
  },
  ownPosts: {
    accounts: ACCOUNTS,
    hosts: ['open.tiktokapis.com'],
    stranger: 'https://m.tiktok.com/v/7412345678901234567.html',
    address: (id) => `https://m.tiktok.com/v/${id}.html`,
    named: (id, account) => `https://www.tiktok.com/@${account}/video/${id}`,
  },
  errors: [
    { answer: refusal(401, 'access_token_invalid'), code: 'platform_unauthorized' },
    { answer: refusal(200, 'access_token_invalid'), code: 'platform_unauthorized' },
    { answer: refusal(401, 'scope_permission_missed'), code: 'platform_unauthorized' },
    { answer: refusal(401, 'scope_not_authorized'), code: 'platform_unauthorized' },
    { answer: refusal(400, 'invalid_params'), code: 'platform_error' },
    { answer: refusal(429, 'rate_limit_exceeded'), code: 'platform_rate_limited', retryAfterSeconds: 60 },
    { answer: refusal(200, 'rate_limit_exceeded'), code: 'platform_rate_limited', retryAfterSeconds: 60 },
    { answer: refusal(500, 'internal_error'), code: 'platform_error' },
    { answer: refusal(200, 'never_heard_of'), code: 'platform_error' },
  ],
  postUrls: [
    'https://www.tiktok.com/@acme/video/7412345678901234567?utm_source=x',
    'https://www.tiktok.com/@acme/photo/7412345678901234567',
    'https://m.tiktok.com/v/7412345678901234567.html',
    'https://www.tiktok.com/player/v1/7412345678901234567',
  ],
  notPostUrls: [
    'https://www.tiktok.com/@acme',
    'https://www.tiktok.com/@acme/live',
    'https://www.tiktok.com/@acme/video/abc',
    'https://www.tiktok.com.evil.example/@acme/video/7412345678901234567',
  ],
})

const rejects = (promise: Promise<unknown>, code: ErrorCode, words = /./) =>
  assert.rejects(promise, (error) => {
    assert.ok(isApiError(error, code), String(error))
    assert.match(error.message, words)
    return true
  })

/** A separate simulator for one test. */
const open = async (
  t: TestContext,
  environment: Readonly<Record<string, string>>,
): Promise<[TiktokSimulator, Walker]> => {
  const simulator = await startTiktok()
  const walker = createWalker(tiktok, environment, simulator)
  t.after(async () => {
    await walker.close()
    await simulator.close()
  })
  return [simulator, walker]
}

describe('scanning TikTok through the Display API', () => {
  test('returns the fields that the owner granted', async (t) => {
    const [simulator, walker] = await open(t, CREATOR)
    simulator.scopes.delete('user.info.stats')
    const { profile, posts } = await walker.page({})
    assert.deepEqual([profile.handle, profile.counts.followers, posts.length], ['acme', null, 20])
    simulator.scopes.delete('user.info.profile')
    assert.deepEqual((await walker.page({})).profile.handle, 'acme')
    simulator.scopes.add('user.info.stats')
    assert.equal((await walker.page({})).profile.counts.followers, 10)
    simulator.scopes.delete('video.list')
    await rejects(walker.page({}), 'platform_unauthorized')
  })

  /** Undocumented behavior, and its alternatives. At least one of URL and duration marks photo posts. */
  const PHOTOS: readonly Partial<TiktokQuirks>[] = [
    ...[{ photoSeconds: 0 }, { photoSeconds: 31 }, { photoSeconds: undefined }],
    { photoPath: 'video', photoSeconds: 0 },
  ]
  for (const quirks of PHOTOS)
    test(`distinguishes photo posts from videos, and returns all, with ${inspect(quirks)}`, async (t) => {
      const [simulator, walker] = await open(t, CREATOR)
      Object.assign(simulator.quirks, quirks)
      const pages = await walker.walk()
      assert.deepEqual(idsOf(pages), simulator.ids())
      for (const { kind, media, publishedAt } of pages.flatMap(({ posts }) => posts)) {
        const isOfImages = isPhoto(Date.parse(publishedAt ?? '') / 1_000)
        const expected = isOfImages ? ['image', 'image', null] : ['video', 'video', 31]
        assert.deepEqual([kind, media[0]?.type, media[0]?.durationSeconds], expected)
      }
    })

  test('says why an account that is not connected cannot be read', async (t) => {
    const [simulator, walker] = await open(t, CREATOR)
    await rejects(walker.page({ handle: 'stranger' }), 'platform_not_configured', /its owner connected it/)
    assert.equal(simulator.calls(), 0)
  })

  test('refuses a token of another account', async (t) => {
    const [, walker] = await open(t, { TIKTOK_ACCESS_TOKEN: `acme=${ACCOUNTS[0][1]}` })
    await rejects(walker.page({}), 'platform_unauthorized', /another/)
    const [mistaken, unsaid] = await open(t, { TIKTOK_ACCESS_TOKEN: `somebody=${TOKENS[0]}` })
    await rejects(unsaid.post(`https://m.tiktok.com/v/${mistaken.ids()[0]}.html`), 'platform_unauthorized', /another/)
    assert.throws(
      () =>
        createWalker(tiktok, { TIKTOK_ACCESS_TOKEN: TOKENS[0] }, { ...walker, origin: 'http://127.0.0.1:1' } as never),
      (error: Error) => /TIKTOK_ACCESS_TOKEN/.test(error.message) && !error.message.includes(TOKENS[0]),
    )
  })
})

describe('scanning TikTok through the Research API', () => {
  test('returns all posts, 30 days at a time, with the ids of the Display API', async (t) => {
    const [simulator, walker] = await open(t, RESEARCHER)
    assert.deepEqual(idsOf(await walker.walk()), simulator.ids())
    assert.equal(simulator.exchanges(), 1)
  })

  test('shares one token between all callers, and renews it when it expires', async (t) => {
    const [simulator, walker] = await open(t, RESEARCHER)
    const process = walker.start()
    for (const expected of [1, 2]) {
      await Promise.all(Array.from({ length: 20 }, (_, at) => walker.page({ limit: expected * 30 + at }, process)))
      assert.equal(simulator.exchanges(), expected)
      simulator.expireTokens()
    }
  })

  test('reads a post of a connected account with its own token, and any other through the Research API', async (t) => {
    const [simulator, walker] = await open(t, { ...CREATOR, ...RESEARCHER })
    const [id = ''] = simulator.ids()
    const read = async (url: string) => {
      const { post } = await walker.post(url)
      assert.equal(post.id, id)
      return [post.media[0]?.width, simulator.exchanges()]
    }
    assert.deepEqual(await read(`https://www.tiktok.com/@acme/video/${id}`), [576, 0])
    assert.deepEqual(await read(`https://www.tiktok.com/@other/video/${id}`), [null, 1])
  })

  test('reads a post by its id, and reports a missing one', async (t) => {
    const [simulator, walker] = await open(t, RESEARCHER)
    const id = simulator.ids()[30] ?? ''
    const { post } = await walker.post(`https://www.tiktok.com/@acme/video/${id}`)
    assert.deepEqual([post.id, post.author?.handle], [id, 'acme'])
    await rejects(walker.post('https://www.tiktok.com/@acme/video/7412345678901234567'), 'post_not_found')
  })

  test('refuses an unknown application, which TikTok reports with 200', async (t) => {
    const [, walker] = await open(t, { ...RESEARCHER, TIKTOK_CLIENT_SECRET: 'wrong' })
    await rejects(walker.page({}), 'platform_unauthorized')
  })

  test('rejects a malformed position', async (t) => {
    const [, walker] = await open(t, { ...CREATOR, ...RESEARCHER })
    for (const broken of ['x', 'research ["x",null,null]', 'display ["x",null,null]'])
      await rejects(walker.page({ after: broken }), 'invalid_cursor')
  })
})
