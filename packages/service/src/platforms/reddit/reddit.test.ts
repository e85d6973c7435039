import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { APPLICATIONS, type RedditSimulator, startReddit } from '@central-api/testing/platforms/reddit/simulator.ts'
import { NOT_HANDLES, SPELLINGS, UNSUPPORTED_URLS } from '@central-api/testing/platforms/reddit/spellings.cases.ts'
import { platformSuite } from '@central-api/testing/platforms/suite/platform-suite.ts'
import { createTestStore } from '@central-api/testing/platforms/suite/test-store.ts'
import { createWalker, idsOf, type WalkedPage, type Walker } from '@central-api/testing/platforms/suite/test-walker.ts'
import { USUAL } from '@central-api/testing/platforms/suite/usual-conclusions.ts'
import { type ErrorCode, isApiError } from '../../errors.ts'
import { reddit } from './reddit.ts'

const environment = {
  REDDIT_CLIENT_ID: APPLICATIONS.ids[0],
  REDDIT_CLIENT_SECRET: APPLICATIONS.secrets[0],
  REDDIT_USER_AGENT: APPLICATIONS.agent,
}

platformSuite({
  conclusions: {
    refuse: (status) => ({ status, body: { message: 'Refused', error: status } }),
    first: {
      '/access_token': USUAL.exchange,
      '/about\\?': { ...USUAL.signed, 403: 'platform_error', 404: 'profile_not_found' },
      '/submitted\\?': { ...USUAL.signed, 403: 'platform_error' },
    },
    later: { '/submitted\\?': { ...USUAL.open, 401: 'platform_unauthorized' } },
    post: {
      '/access_token': USUAL.exchange,
      '/api/info': { ...USUAL.signed, 403: 'platform_error', 404: 'post_not_found' },
    },
  },
  platform: reddit,
  environment,
  start: startReddit,
  spellings: SPELLINGS,
  unsupported: UNSUPPORTED_URLS,
  notHandles: NOT_HANDLES,
  kinds: {
    community: [
      { handle: 'r/breadit', missing: 'r/nowhere', hidden: 'r/secret' },
      {
        handle: 'r/baking+breadit',
        ids: (simulated) => simulated.ids(),
        publish: (simulated, count) => simulated.publish(count),
      },
    ],
    list: [
      {
        handle: 'u/acme/m/bread',
        missing: 'u/acme/m/nothing',
        hidden: 'u/acme/m/secret',
        ids: (simulated) => simulated.ids(),
        publish: (simulated, count) => simulated.publish(count),
      },
    ],
    section: [{ handle: 'r/breadit/flair/News', ids: (simulated) => simulated.ids() }],
    search: [
      { handle: 'search/rye bread', empty: 'search/nothing', ids: (simulated) => simulated.ids() },
      { handle: 'r/breadit/search/rye', empty: 'r/breadit/search/nothing', ids: (simulated) => simulated.ids() },
      { handle: 'domain/bread.example', ids: (simulated) => simulated.ids() },
    ],
  },
  calls: { first: 3, next: 1 },
  credentials: {
    two: {
      REDDIT_CLIENT_ID: APPLICATIONS.ids.join(','),
      REDDIT_CLIENT_SECRET: APPLICATIONS.secrets.join(', '),
      REDDIT_USER_AGENT: APPLICATIONS.agent,
    },
    secrets: APPLICATIONS.secrets,
    hosts: ['www.reddit.com'],
  },
  errors: [
    { answer: { status: 403, body: '<h1>whoa there, pardner!</h1>' }, code: 'platform_unauthorized' },
    { answer: { status: 401, body: { message: 'Unauthorized', error: 401 } }, code: 'platform_unauthorized' },
    {
      answer: {
        status: 429,
        headers: { 'x-ratelimit-reset': '77.0' },
        body: { message: 'Too Many Requests', error: 429 },
      },
      code: 'platform_rate_limited',
      retryAfterSeconds: 77,
    },
  ],
  postUrls: [
    'https://www.reddit.com/r/breadit/comments/1abc23/a_title/',
    'https://www.reddit.com/r/breadit/comments/1abc23/_/',
    'https://old.reddit.com/r/breadit/comments/1abc23',
    'https://np.reddit.com/r/breadit/comments/1abc23/a_title/kx1y2z3/?context=3',
    'https://reddit.com/user/acme/comments/1abc23/a_title',
    'https://amp.reddit.com/u/acme/comments/1abc23/t/#x',
  ],
  notPostUrls: [
    'https://www.reddit.com/r/breadit/',
    'https://www.reddit.com/r/breadit/comments/',
    'https://www.reddit.com/user/acme/comments/',
    'https://www.reddit.com/r/breadit/comments/1ABC23/',
    'https://www.reddit.com/r/breadit/comments/1/x/',
    'https://www.reddit.com/r/breadit/wiki/1abc23/',
    'https://reddit.com.evil.example/r/breadit/comments/1abc23/a_title/',
  ],
})

describe('scanning Reddit through its API', () => {
  let simulator: RedditSimulator
  let walker: Walker
  before(async () => {
    simulator = await startReddit()
  })
  beforeEach(() => {
    walker = createWalker(reddit, environment, simulator)
  })
  after(() => simulator.close())

  const rejects = (promise: Promise<unknown>, code: ErrorCode, words = /./) =>
    assert.rejects(promise, (error) => {
      assert.ok(isApiError(error, code), String(error))
      assert.match(error.message, words)
      return true
    })
  const keysOf = (pages: readonly WalkedPage[]) => new Set(pages.map(({ source }) => source))

  test('takes a token and two calls for the first page, and one call for each further page', async () => {
    const [calls, exchanges] = [simulator.calls(), simulator.exchanges()]
    const pages = await walker.walk()
    assert.deepEqual(idsOf(pages), simulator.ids())
    assert.deepEqual([simulator.calls() - calls, simulator.exchanges() - exchanges], [1 + 2 + pages.length - 1, 1])
    assert.deepEqual(keysOf(pages), new Set(['api']))
  })

  test('returns the posts of each variant of a user and of a subreddit', async () => {
    const [posts, comments] = [simulator.ids(), simulator.commentIds()]
    for (const handle of ['u/acme', 'r/breadit']) {
      for (const variant of ['posts', 'hot', 'top'])
        assert.deepEqual(idsOf(await walker.walk({ handle, variant })), posts, `${handle} ${variant}`)
      assert.deepEqual(idsOf(await walker.walk({ handle, variant: 'comments' })), comments, handle)
    }
    const overview = idsOf(await walker.walk({ variant: 'overview' }))
    assert.deepEqual(new Set(overview), new Set([...posts, ...comments]))
  })

  test('reads a subreddit as a profile', async () => {
    const { profile, account, posts } = await walker.page({ handle: 'r/breadit' })
    assert.deepEqual([profile.id, profile.handle, profile.displayName], ['t5_b', 'r/Breadit', 'Bread & butter'])
    assert.equal(profile.counts.followers, 51_200)
    assert.equal(account.id, 't5_b')
    assert.equal(posts[0]?.pinned, false)
  })

  test('signs every call, sends the configured user agent, and requests unescaped text', async () => {
    const from = simulator.requests().length
    const { posts } = await walker.page({})
    const calls = simulator
      .requests()
      .slice(from)
      .filter(({ host }) => host === 'oauth.reddit.com')
    assert.equal(calls.length, 2)
    for (const { headers, url } of calls) {
      assert.equal(headers['user-agent'], APPLICATIONS.agent)
      assert.match(headers.authorization ?? '', /^Bearer token-\d+$/)
      assert.equal(url.searchParams.get('raw_json'), '1')
    }
    assert.match(posts[0]?.title ?? '', / & butter <3$/)
  })

  test('shares one token between all callers, and renews it when it expires', async () => {
    const process = walker.start()
    const exchanges = simulator.exchanges()
    await Promise.all(Array.from({ length: 20 }, (_, at) => walker.page({ limit: 5 + at }, process)))
    assert.equal(simulator.exchanges() - exchanges, 1)
    simulator.expireTokens()
    await Promise.all(Array.from({ length: 20 }, (_, at) => walker.page({ limit: 30 + at }, process)))
    assert.equal(simulator.exchanges() - exchanges, 2)
  })

  test('shares a token between replicas', async () => {
    const store = createTestStore()
    const exchanges = simulator.exchanges()
    for (let replica = 0; replica < 3; replica += 1) {
      const other = createWalker(reddit, environment, simulator, { store })
      await other.page({})
      await other.close()
    }
    assert.equal(simulator.exchanges() - exchanges, 1)
  })

  test('distinguishes missing and hidden accounts', async () => {
    for (const unknownSubreddit of ['search', 'not_found'] as const) {
      simulator.quirks.unknownSubreddit = unknownSubreddit
      await rejects(walker.page({ handle: 'r/nowhere' }), 'profile_not_found')
    }
    await rejects(walker.page({ handle: 'u/suspended' }), 'profile_not_found', /suspended/)
    await rejects(walker.page({ handle: 'r/gone' }), 'profile_not_found', /banned/)
    await rejects(walker.page({ handle: 'r/golden' }), 'profile_private')
    await rejects(walker.page({ handle: 'r/gated' }), 'profile_private', /quarantined/)
    await rejects(walker.page({ handle: 'u/shy' }), 'profile_private', /programs/)
  })

  test('continues a walk after its last post was deleted, whatever Reddit returns', async () => {
    for (const lostAnchor of ['nothing', 'the top', 'what was there'] as const) {
      const moving = await startReddit()
      const client = createWalker(reddit, environment, moving)
      moving.quirks.lostAnchor = lostAnchor
      const expected = moving.ids()
      const pages = await client.walk({}, (page) => {
        if (page === 1) moving.remove(expected[18] ?? '')
      })
      assert.deepEqual(idsOf(pages), expected, lostAnchor)
      await client.close()
      await moving.close()
    }
  })

  test('ends a walk where Reddit ends the list', async () => {
    const shallow = await startReddit(80)
    const client = createWalker(reddit, environment, shallow)
    shallow.quirks.depth = 45
    const ids = idsOf(await client.walk())
    assert.deepEqual(ids, shallow.ids().slice(0, ids.length))
    assert.ok(ids.length > 38 && ids.length < 45)
    await client.close()
    await shallow.close()
  })

  test('sends no request when the rate limit is used up, and reports the true reset', async () => {
    const busy = await startReddit()
    const client = createWalker(reddit, environment, busy)
    const process = client.start()
    busy.leave(2)
    const { next } = await client.page({}, process)
    const calls = busy.calls()
    await assert.rejects(client.page({ after: next }, process), (error) => {
      assert.ok(isApiError(error, 'platform_rate_limited'), String(error))
      assert.ok((error.retryAfterSeconds ?? 0) > 500 && (error.retryAfterSeconds ?? 0) <= 586)
      return true
    })
    assert.equal(busy.calls(), calls)
    await client.close()
    await busy.close()
  })

  test('falls back to the feeds when Reddit rejects the application', async () => {
    for (const wrong of [{ REDDIT_CLIENT_SECRET: 'other' }, { REDDIT_USER_AGENT: 'curl/8' }]) {
      const stranger = createWalker(reddit, { ...environment, ...wrong }, simulator)
      const page = await stranger.page({})
      assert.deepEqual([page.source, page.isPoor], ['feed', true])
      await stranger.close()
    }
  })

  test('reads a post and a comment by their URLs, and reports a removed one as missing', async () => {
    const [id = ''] = simulator.ids()
    const at = (path: string) => walker.post(`https://www.reddit.com/r/breadit/comments/${path}`)
    const { post, answer: response } = await at(`${id.slice(3)}/_/`)
    assert.equal(post.id, id)
    assert.match(response.text(), /"kind":"Listing"/)
    const [comment = ''] = simulator.commentIds()
    assert.equal((await at(`${id.slice(3)}/_/${comment.slice(3)}/`)).post.id, comment)
    await rejects(at('1abc23/_/'), 'post_not_found')
    simulator.remove(id)
    await rejects(at(`${id.slice(3)}/_/`), 'post_not_found')
  })

  test('rejects a malformed position', async () => {
    for (const broken of ['x', '["x",null,null]', '["t3_a&limit=1",null,null]'])
      await rejects(walker.page({ after: broken }), 'invalid_cursor')
  })
})

describe('scanning Reddit through its feeds', () => {
  test('custom feeds, searches and domains have the same ids as through the API; one request a minute is kept to', async () => {
    const own = await startReddit()
    const keyless = createWalker(reddit, {}, own)
    try {
      for (const [handle, id] of [
        ['u/acme/m/bread', 'list u/acme/m/bread'],
        ['search/rye', 'search search/rye'],
        ['domain/bread.example', 'search domain/bread.example'],
        ['r/baking+breadit', 'community r/baking+breadit'],
      ]) {
        const page = await keyless.page({ handle: handle ?? '' })
        assert.deepEqual([page.source, page.account.id, page.posts.length], ['feed', id, 20])
      }
      own.dressFrom(1, { 'x-ratelimit-remaining': '0.0', 'x-ratelimit-used': '1', 'x-ratelimit-reset': '45' })
      const process = keyless.start()
      await keyless.page({ handle: 'search/rye' }, process)
      const before = own.calls()
      await assert.rejects(keyless.page({ handle: 'domain/bread.example' }, process), (error) => {
        assert.ok(isApiError(error, 'platform_rate_limited'), String(error))
        assert.ok(Math.abs((error.retryAfterSeconds ?? 0) - 45) <= 2)
        return true
      })
      assert.equal(own.calls(), before)
    } finally {
      await keyless.close()
      await own.close()
    }
  })

  let simulator: RedditSimulator
  let walker: Walker
  before(async () => {
    simulator = await startReddit()
    walker = createWalker(reddit, {}, simulator)
  })
  after(async () => {
    await walker.close()
    await simulator.close()
  })

  test('reads a feed with one unsigned call for the profile and one for the list', async () => {
    for (const handle of ['u/acme', 'r/breadit']) {
      const from = simulator.requests().length
      const pages = await walker.walk({ handle })
      assert.deepEqual(idsOf(pages), simulator.ids())
      assert.ok(simulator.requests().length - from <= 2)
      for (const { headers, host } of simulator.requests().slice(from))
        assert.deepEqual([host, headers.authorization], ['www.reddit.com', undefined])
    }
    assert.equal(simulator.exchanges(), 0)
  })

  test('returns the same ids, titles, texts and authors as the API', async () => {
    const keyed = createWalker(reddit, environment, simulator)
    const reported = (page: WalkedPage) =>
      page.posts.map(({ id, url, title, text, publishedAt, author }) => [
        id,
        url,
        title,
        text,
        publishedAt,
        author?.handle,
      ])
    const [feed, api] = [await walker.page({}), await keyed.page({})]
    const isCrosspost = new Set(api.posts.flatMap(({ id, repostOf }) => (repostOf ? [id] : [])))
    const shown = (rows: ReturnType<typeof reported>) => rows.filter(([id]) => !isCrosspost.has(String(id)))
    assert.deepEqual(shown(reported(feed)).slice(0, 15), shown(reported(api)).slice(0, 15))
    await keyed.close()
  })

  test('returns comments, too', async () => {
    assert.deepEqual(idsOf(await walker.walk({ variant: 'comments' })), simulator.commentIds())
  })

  test('reports a private subreddit, and a service that Reddit blocks', async () => {
    await assert.rejects(walker.page({ handle: 'r/secret' }), (error) => isApiError(error, 'profile_private'))
    await assert.rejects(walker.page({ handle: 'u/nobody' }), (error) => isApiError(error, 'profile_not_found'))
    simulator.quirks.feeds = 'blocked'
    await assert.rejects(walker.page({}), (error) => isApiError(error, 'platform_error') && /feeds/.test(error.message))
  })
})
