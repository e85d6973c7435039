import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { assertError, assertEveryResponse, quotaOf } from '@central-api/testing/assert-response.ts'
import { quotaAfter, startClient } from '@central-api/testing/start-client.ts'
import { START, type TestResponse } from '@central-api/testing/start-service.ts'
import { Compile } from 'typebox/compile'
import { ApiError, type ErrorCode } from '../../errors.ts'
import { Type } from '../../parsing/type.ts'
import { rss } from '../../platforms/rss/rss.ts'
import { sandbox } from '../../platforms/sandbox/sandbox.ts'
import { buildPost, buildProfile } from '../../post/build-post.ts'
import { platform, source } from '../../upstream/contract/platform.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import { PostsData } from './schema.ts'

const isData = Compile(PostsData)

/** A platform of numbered posts that counts requests for each. Posts from 100 on do not exist. */
const createShelf = () => {
  const requested: string[] = []
  const failures = new Map<string, unknown>()
  let gate: Promise<void> | undefined
  const address = (id: string) => `https://shelf.example/${id}`
  return {
    requested,
    failures,
    holdUntil(opened: Promise<void>) {
      gate = opened
    },
    platform: platform({
      id: 'shelf',
      name: 'Shelf',
      handles: ['anyone'],
      variants: { posts: 'all posts' },
      settings: Type.Object({}),
      canonicalize: (input) => input,
      posts: {
        parts: { id: '\\d{1,3}' },
        patterns: { 'shelf.example/{id}': address('{id}') },
        ofId: (id) => (/^\d{1,3}$/.test(id) ? address(id) : undefined),
      },
      sources: [
        source({
          id: 'api',
          provenance: 'official_api',
          account: async ({ handle }) => ({
            id: handle,
            profile: buildProfile({ id: handle, handle }),
            keep: undefined,
          }),
          posts: async () => ({ posts: [], next: undefined }),
          async post({ match: { id = '' } }) {
            requested.push(id)
            await gate
            if (failures.has(id)) throw failures.get(id)
            if (Number(id) >= 100) throw new Refused('absent', { about: 'post' })
            const post = buildPost({ id, url: address(id), text: `Post ${id}` })
            const response = { status: 200, url: address(id), headers: {}, text: () => '', json: () => undefined }
            return { post, answer: response }
          },
        }),
      ],
    }),
  }
}

const start = async (context: TestContext) => {
  const shelf = createShelf()
  const client = await startClient(context, { platforms: [rss, sandbox, shelf.platform] })
  const { key } = await client.license({ mode: 'live' })
  const headers = await client.authorize(key)
  const readAs =
    (as: Readonly<Record<string, string>>) =>
    (posts: readonly unknown[], platform = 'shelf') =>
      client.post('/posts', { platform, posts }, as)
  return { ...client, shelf, headers, readAs, read: readAs(headers) }
}

/** The id of each post, or the code of its error. */
const seen = (response: TestResponse): readonly string[] => {
  assert.equal(response.status, 200, response.text)
  assertEveryResponse(response)
  const { data } = response.body
  assert.ok(isData.Check(data), JSON.stringify([...isData.Errors(data)].slice(0, 3)))
  return data.body.posts.map((each) => (each.ok ? each.post.id : each.error.code))
}

const small = (used: number, burstUsed: number) => quotaAfter(used, { limit: 3, burst: 60, burstUsed })

test('returns posts in the order of the request, by id and by URL, each with its error; each found post costs a scan', async (context) => {
  const { read, shelf } = await start(context)
  shelf.failures.set('5', new Refused('limited', { retryAfterSeconds: 60 }))
  const response = await read([
    '9',
    'https://www.shelf.example/3/?x=1',
    '101',
    'no id',
    'https://other.example/1',
    '5',
    '1',
  ])
  assert.deepEqual(seen(response), [
    ...['9', '3', 'post_not_found', 'unsupported_post_url', 'unsupported_post_url', 'platform_rate_limited', '1'],
  ])
  assert.deepEqual(quotaOf(response), quotaAfter(3, { burstUsed: 5 }))
  assert.deepEqual([response.headers['x-cache'], response.headers.age], ['miss', '0'])
  const { data } = response.body
  assert.ok(isData.Check(data))
  const [first, , gone, , , limited] = data.body.posts
  assert.deepEqual(first?.ok && first.post.source, {
    kind: 'official_api',
    connection: null,
    retrievedAt: new Date(START).toISOString(),
  })
  assert.deepEqual(gone, {
    ok: false,
    error: { code: 'post_not_found', message: 'The platform has no such post', retryable: false },
  })
  assert.equal(limited?.ok === false && limited.error.retryable, true)
})

test('a post that is named twice is fetched once, returned twice and counted once', async (context) => {
  const { read, shelf } = await start(context)
  const spellings = [
    ' shelf.example/7',
    '\u20687\u2069',
    '\u200bhttps://shelf.example/7\u00a0',
    '<https://shelf.example/7>',
  ]
  const response = await read(['7', 'https://shelf.example/7', '101', '7', '101', ...spellings])
  assert.deepEqual(seen(response), ['7', '7', 'post_not_found', '7', 'post_not_found', ...spellings.map(() => '7')])
  assert.deepEqual(shelf.requested.toSorted(), ['101', '7'])
  assert.deepEqual(quotaOf(response), quotaAfter(1, { burstUsed: 2 }))
})

test('posts are cached for five minutes, and cost a scan each time', async (context) => {
  const { read, shelf, clock } = await start(context)
  await read(['1', '2'])
  clock.at += 299_000
  const cached = await read(['2', 'https://shelf.example/1'])
  assert.deepEqual(seen(cached), ['2', '1'])
  assert.deepEqual([cached.headers['x-cache'], cached.headers.age, cached.headers['x-quota-used']], ['hit', '299', '4'])
  assert.equal(shelf.requested.length, 2)
  const partly = await read(['1', '3'])
  assert.deepEqual([partly.headers['x-cache'], partly.headers.age], ['miss', '299'])
  assert.deepEqual(shelf.requested.slice(2), ['3'])
  clock.at += 1_000
  assert.equal((await read(['1'])).headers['x-cache'], 'miss')
  assert.deepEqual(shelf.requested.slice(3), ['1'])
})

test('concurrent requests for a post share one call', async (context) => {
  const { read, shelf } = await start(context)
  const opened = Promise.withResolvers<void>()
  shelf.holdUntil(opened.promise)
  const both = [read(['1', '2']), read(['2', '1'])]
  while (shelf.requested.length < 2) await new Promise((resolve) => setImmediate(resolve))
  opened.resolve()
  assert.deepEqual((await Promise.all(both)).map(seen), [
    ['1', '2'],
    ['2', '1'],
  ])
  assert.equal(shelf.requested.length, 2)
})

test('reads the first posts if the monthly quota allows some, and refuses all if it allows none', async (context) => {
  const { readAs, license, authorize, setPlan, shelf } = await start(context)
  await setPlan({ name: 'small', scans: 3, burst: 60 })
  const read = readAs(await authorize((await license({ plan: 'small', mode: 'live' })).key))
  assert.deepEqual(quotaOf(await read(['1', '101'])), small(1, 2))
  const partly = await read(['2', '102', '3', 'no id', '2'])
  assert.deepEqual(seen(partly), ['2', 'post_not_found', 'quota_exceeded', 'unsupported_post_url', '2'])
  assert.deepEqual(quotaOf(partly), small(2, 4))
  assert.ok(!shelf.requested.includes('3'))
  assert.deepEqual(seen(await read(['3'])), ['3'])
  const calls = shelf.requested.length
  const refused = await read(['1', '2'])
  assertError(refused, { code: 'quota_exceeded', retryAfter: Number(refused.headers['retry-after']) })
  assert.equal(shelf.requested.length, calls)
  assert.equal(refused.headers['x-quota-used'], '3')
})

test('concurrent requests never return more posts than the month allows', async (context) => {
  const { readAs, license, authorize, setPlan } = await start(context)
  await setPlan({ name: 'small', scans: 25, burst: 1_000 })
  const read = readAs(await authorize((await license({ plan: 'small', mode: 'live' })).key))
  const requested = ['1', '2', '101', '3', '4', '5', '6']
  const responses = await Promise.all(Array.from({ length: 10 }, () => read(requested)))
  const given = responses
    .flatMap((response) => (response.status === 200 ? seen(response) : []))
    .filter((each) => /^\d/.test(each))
  const after = await read(['1'])
  assert.ok(given.length <= 25 && given.length >= 18, String(given.length))
  assert.equal(Number(after.headers['x-quota-used']), Math.min(25, given.length + 1))
})

test('a platform that cannot read single posts reports that for each, at no cost', async (context) => {
  const { read } = await start(context)
  const response = await read(['https://blog.example/1', 'x'], 'rss')
  assert.deepEqual(seen(response), ['unsupported_post_url', 'unsupported_post_url'])
  assert.match(response.text, /Posts of Feeds .* cannot be read one by one\./)
  assert.deepEqual(quotaOf(response), quotaAfter(0, { burstUsed: 1 }))
})

test('selects sandbox posts by id and by either URL, and the sandbox’s errors are those of a post', async (context) => {
  const { read } = await start(context)
  const failing = (code: ErrorCode) => `https://central.example/sandbox/@error.${code}/1`
  const response = await read(
    [
      ...['1087', 'https://central.example/sandbox/@demo/1004', 'https://sandbox.example/@demo/1001', '1999', '2'],
      ...[failing('post_not_found'), failing('platform_timeout'), failing('license_expired')],
    ],
    'sandbox',
  )
  assert.deepEqual(seen(response), [
    ...['1087', '1004', '1001', 'post_not_found', '2', 'post_not_found', 'platform_timeout', 'license_expired'],
  ])
  assert.deepEqual(seen(await read(['https://central.example/sandbox/@demo/1004'])), ['unsupported_post_url'])
})

test('a fault in a platform’s code affects only that post, and is logged', async (context) => {
  const { read, shelf, log } = await start(context)
  shelf.failures.set('2', new TypeError('at /srv/secret.ts'))
  const response = await read(['1', '2'])
  assert.deepEqual(seen(response), ['1', 'platform_error'])
  assert.ok(!response.text.includes('secret'))
  assert.ok(log.some((line) => line.includes('secret.ts')))
})

test('license, plan, platform and fields are checked as for a scan', async (context) => {
  const { read, readAs, post, headers, license, authorize, setPlan, shelf } = await start(context)
  assertError(await post('/posts', { platform: 'shelf', posts: ['1'] }, {}), { code: 'token_missing' })
  assertError(await read(['1'], 'nowhere'), { code: 'platform_unknown' })
  const test = await license({ mode: 'test' })
  assertError(await readAs(await authorize(test.key))(['1']), { code: 'platform_not_in_plan' })
  await setPlan({ name: 'few', platforms: ['rss'] })
  const few = await license({ plan: 'few', mode: 'live' })
  assertError(await readAs(await authorize(few.key))(['1']), { code: 'platform_not_in_plan' })
  const problem = (field: string, message: string) =>
    ({ code: 'invalid_request', details: [{ field, message }] }) as const
  assertError(await read([]), problem('posts', 'must not be empty'))
  assertError(await read(Array.from({ length: 21 }, () => '1')), problem('posts', 'must have at most 20 entries'))
  assertError(await read(['1', '']), problem('posts.1', 'must not be empty'))
  assertError(await read(['1', 2]), problem('posts.1', 'must be text'))
  assertError(await post('/posts', { platform: 'shelf', posts: ['1'], siteId: ' ' }, headers), {
    ...problem('siteId', 'must name a site'),
  })
  assert.deepEqual(shelf.requested, [])
})

test('a site over the limit is refused before a post is fetched, at no cost', async (context) => {
  const { post, license, authorize, shelf } = await start(context)
  const headers = await authorize((await license({ plan: 'starter', mode: 'live' })).key)
  const readFor = (siteId: string) => post('/posts', { platform: 'shelf', posts: ['1', '2'], siteId }, headers)
  assert.deepEqual(seen(await readFor('one.example')), ['1', '2'])
  const refused = await readFor('two.example')
  assertError(refused, { code: 'site_limit_reached' })
  assert.equal(refused.headers['x-quota-used'], '2')
  assert.equal(shelf.requested.length, 2)
})

test('an error of a post is cached for a moment', async (context) => {
  const { read, shelf, clock } = await start(context)
  shelf.failures.set('1', new ApiError('platform_error'))
  for (const _ of [1, 2]) assert.deepEqual(seen(await read(['1'])), ['platform_error'])
  assert.equal(shelf.requested.length, 1)
  shelf.failures.clear()
  clock.at += 40_000
  assert.deepEqual(seen(await read(['1'])), ['1'])
})
