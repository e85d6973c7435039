import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  BLOCKED,
  FACTS,
  type GithubSimulator,
  SUSPENDED,
  startGithub,
  TOKENS,
} from '@central-api/testing/platforms/github/simulator.ts'
import { NOT_HANDLES, SPELLINGS, UNSUPPORTED_URLS } from '@central-api/testing/platforms/github/spellings.cases.ts'
import { believed, eachWay } from '@central-api/testing/platforms/suite/facts.ts'
import { platformSuite } from '@central-api/testing/platforms/suite/platform-suite.ts'
import { createWalker, idsOf, type Walker } from '@central-api/testing/platforms/suite/test-walker.ts'
import { USUAL } from '@central-api/testing/platforms/suite/usual-conclusions.ts'
import { type ErrorCode, isApiError } from '../../errors.ts'
import type { Platform } from '../../upstream/contract/platform.ts'
import { github } from './github.ts'

const TOKEN = { GITHUB_TOKEN: TOKENS[0] }

platformSuite({
  conclusions: {
    refuse: (status) => ({
      status,
      body: { message: 'Refused', documentation_url: 'https://docs.github.com/rest', status: String(status) },
    }),
    first: {
      '/users/[a-z-]+$': { ...USUAL.signed, 404: 'profile_not_found' },
      '/repos\\?': { ...USUAL.signed, isBareList: true },
    },
    later: { '/repos\\?': { ...USUAL.signed, isBareList: true } },
    post: { '/issues/': { ...USUAL.signed, 404: 'post_not_found' } },
    postUrl: 'https://github.com/hollow-oak/acorn-0/pull/12',
  },
  platform: github,
  environment: TOKEN,
  start: startGithub,
  spellings: SPELLINGS,
  unsupported: UNSUPPORTED_URLS,
  notHandles: NOT_HANDLES,
  postUrls: [
    'https://github.com/hollow-oak/acorn/releases/tag/v1.0.0',
    'https://github.com/hollow-oak/acorn/issues/12#issuecomment-1',
    'https://github.com/hollow-oak/acorn/pull/12/files',
    'https://github.com/hollow-oak/acorn/discussions/3',
    'https://github.com/orgs/hollow-oak/discussions/3',
    'https://gist.github.com/nia/aa5a315d61ae9438b18d',
  ],
  notPostUrls: [
    'https://github.com/hollow-oak',
    'https://github.com/hollow-oak/acorn',
    'https://github.com/hollow-oak/acorn/issues',
    'https://gist.github.com/nia',
    'https://github.com.evil.example/hollow-oak/acorn/issues/12',
  ],
  kinds: {
    section: [
      { handle: 'hollow-oak/acorn-0', missing: 'hollow-oak/nothing' },
      {
        handle: 'hollow-oak/acorn-0/commits',
        missing: 'hollow-oak/nothing/commits',
        empty: 'hollow-oak/seed/commits',
        ids: (simulated) => simulated.commitIds(),
        publish: (simulated, count) => simulated.add(count),
        calls: { first: 2, next: 1 },
      },
      { handle: 'hollow-oak/acorn-0/commits/Dev', missing: 'hollow-oak/acorn-0/commits/dev' },
      {
        handle: 'hollow-oak/acorn-0/issues/bug,good first issue',
        missing: 'hollow-oak/nothing/issues/bug',
        empty: 'hollow-oak/seed/issues',
        ids: (simulated) => simulated.issueIds(),
        publish: (simulated, count) => simulated.add(count),
      },
      { handle: 'hollow-oak/acorn-0/issues', empty: 'hollow-oak/acorn-0/issues/nothing' },
      { handle: 'hollow-oak/acorn-0/pulls', ids: (simulated) => simulated.pullIds() },
    ],
    community: [
      {
        handle: 'hollow-oak/acorn-0/discussions',
        missing: 'hollow-oak/nothing/discussions',
        hidden: 'hollow-oak/secret/discussions',
        empty: 'hollow-oak/seed/discussions',
        ids: (simulated) => simulated.discussionIds(),
        publish: (simulated, count) => simulated.add(count),
        calls: { first: 1, next: 1 },
      },
    ],
    search: [
      {
        handle: 'topics/trees',
        empty: 'topics/nothing',
        ids: (simulated) => simulated.ids(),
        calls: { first: 1, next: 1 },
      },
    ],
  },
  calls: { first: 2, next: 1 },
  handles: { graphql: 'hollow-oak/acorn-0/discussions' },
  credentials: { two: { GITHUB_TOKEN: TOKENS.join(', ') }, secrets: TOKENS, hosts: ['api.github.com'] },
  errors: [
    { answer: { status: 404, body: { message: 'Not Found', status: '404' } }, code: 'profile_not_found' },
    { answer: { status: 401, body: { message: 'Bad credentials', status: '401' } }, code: 'platform_unauthorized' },
    {
      answer: {
        status: 403,
        // A getter, because the time starts with the call.
        get headers() {
          return { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(Math.floor(Date.now() / 1_000) + 900) }
        },
        body: { message: 'API rate limit exceeded for user ID 5.' },
      },
      code: 'platform_rate_limited',
      retryAfterSeconds: 900,
    },
    {
      answer: {
        status: 429,
        headers: { 'retry-after': '90' },
        body: { message: 'You have exceeded a secondary rate limit.' },
      },
      code: 'platform_rate_limited',
      retryAfterSeconds: 90,
    },
    {
      answer: { status: 403, body: { message: 'You have exceeded a secondary rate limit.' } },
      code: 'platform_rate_limited',
      retryAfterSeconds: 60,
    },
    { answer: { status: 400, body: { message: 'Unsupported API version' } }, code: 'platform_error' },
    { answer: { status: 451, body: { message: 'Repository access blocked' } }, code: 'profile_private' },
    {
      answer: { status: 422, body: { message: 'Validation Failed', errors: [{ field: 'sort', code: 'invalid' }] } },
      code: 'platform_error',
    },
    { answer: { status: 502, body: '<title>Server Error</title>' }, code: 'platform_error' },
  ],
})

test('commits have the time of their committer, and an author without an account has only a name', async () => {
  const simulator = await startGithub()
  const walker = createWalker(github, TOKEN, simulator)
  const { posts, profile } = await walker.page({ handle: 'hollow-oak/acorn-0/commits/Dev', limit: 9 })
  assert.deepEqual(
    [profile.displayName, profile.url, profile.handle],
    ['acorn-0/commits/Dev', 'https://github.com/hollow-oak/acorn-0/commits/Dev', 'hollow-oak/acorn-0/commits/Dev'],
  )
  const [post] = posts
  assert.equal(post?.text, 'Water it <56>\n\nA little & often.')
  assert.deepEqual([post?.author?.handle ?? null, post?.author?.displayName], [null, 'Nia'])
  assert.equal(posts[1]?.author?.handle, 'nia')
  assert.doesNotMatch(JSON.stringify(posts), /@|noreply/)
  const { profile: labeled } = await walker.page({ handle: 'hollow-oak/acorn-0/issues/good first issue' })
  assert.equal(
    labeled.url,
    'https://github.com/hollow-oak/acorn-0/issues?q=is%3Aissue%20label%3A%22good%20first%20issue%22',
  )
  await walker.close()
  await simulator.close()
})

describe('GitHub through its API', () => {
  let simulator: GithubSimulator
  let walker: Walker
  before(async () => {
    simulator = await startGithub()
    walker = createWalker(github, TOKEN, simulator)
  })
  after(async () => {
    await walker.close()
    await simulator.close()
  })

  const rejects = (promise: Promise<unknown>, code: ErrorCode) =>
    assert.rejects(promise, (error) => {
      assert.ok(isApiError(error, code), String(error))
      return true
    })

  test('a walk without a token returns the same posts', async () => {
    const withoutToken = createWalker(github, {}, simulator)
    assert.deepEqual(idsOf(await withoutToken.walk()), simulator.ids())
    await withoutToken.close()
  })

  test('a walk is complete under every assumption about the API', async () => {
    const pushes = new Set<string | null>()
    for (const facts of eachWay(FACTS)) {
      const way = JSON.stringify(facts)
      simulator.suppose(facts)
      const process = walker.start()
      for (const _ of ['first', 'again'])
        assert.deepEqual(idsOf(await walker.walk({}, undefined, process)), simulator.ids(), way)
      const events = await walker.walk({ variant: 'events', limit: 100 }, undefined, process)
      assert.deepEqual(idsOf(events), simulator.eventIds(), way)
      const [pushed] = events.flatMap(({ posts }) => posts).filter(({ text }) => /^Pushed/.test(text ?? ''))
      pushes.add(pushed?.text ?? null)
      await rejects(walker.page({ handle: BLOCKED }), 'profile_private')
      await rejects(
        walker.page({ handle: SUSPENDED }),
        facts.suspended === 404 ? 'profile_not_found' : 'profile_private',
      )
    }
    simulator.suppose(believed(FACTS))
    assert.equal(pushes.size, 1)
    assert.doesNotMatch([...pushes].join(), /null|^$/)
  })

  test('unchanged responses are 304', async () => {
    const process = walker.start()
    const first = await walker.page({}, process)
    const before = simulator.unchanged()
    const again = await walker.page({}, process)
    assert.deepEqual(again.posts, first.posts)
    assert.ok(simulator.unchanged() > before)
  })

  test('events end where GitHub refuses the next page', async () => {
    assert.deepEqual(idsOf(await walker.walk({ variant: 'events', limit: 20 })), simulator.eventIds())
    const { posts, next } = await walker.page({ variant: 'events', after: 'api ["16","unread",null]' })
    assert.deepEqual([posts, next], [[], undefined])
  })

  test('a repository is a profile with releases, also under a former name', async () => {
    const pages = await walker.walk({ handle: 'hollow-oak/acorn-0' })
    assert.deepEqual(idsOf(pages), simulator.releaseIds())
    assert.equal(pages[0]?.posts[0]?.html, '<ul>\n<li>faster, part 22</li>\n</ul>')
    const { profile } = await walker.page({ handle: 'hollow-oak/acorn-0', variant: 'events' })
    assert.equal(profile.handle, 'hollow-oak/acorn-0')
    await rejects(walker.page({ handle: 'hollow-oak/acorn-0', variant: 'gists' }), 'profile_private')
  })

  test('releases of a user come from the events', async () => {
    const pages = await walker.walk({ variant: 'releases' })
    const ids = idsOf(pages)
    assert.ok(ids.length > 40 && ids.every((id) => /^200\d{3}$/.test(id)), ids.join())
  })

  test('a single post is found by its URL', async () => {
    const titles = async (...urls: readonly string[]) => {
      const found = await Promise.all(urls.map((url) => walker.post(url)))
      return found.map(({ post: { title, text } }) => [title, text])
    }
    const found = await titles(
      'https://github.com/hollow-oak/acorn-0/releases/tag/v1.3.0',
      'https://github.com/hollow-oak/acorn-0/pull/12/files',
      'https://gist.github.com/nia/aa5a315d61ae9438b180',
    )
    assert.deepEqual(found, [
      ['Release 3', 'faster, part 3'],
      ['Too slow', 'It takes long'],
      ['notes.md', null],
    ])
    await rejects(walker.post('https://github.com/hollow-oak/acorn-0/issues/13'), 'post_not_found')
    await rejects(walker.post('https://github.com/orgs/hollow-oak/discussions/3'), 'unsupported_post_url')
  })

  test('a malformed position is invalid_cursor', async () => {
    for (const broken of ['["0","unread",null]', '["x","unread",null]', 'x'])
      await rejects(walker.page({ after: `api ${broken}` }), 'invalid_cursor')
  })
})

describe('the searches of GitHub', () => {
  test('have a limit of their own: when it is reached, accounts go on', async () => {
    const simulator = await startGithub()
    const now = () => Date.UTC(2030, 0, 1)
    const walker = createWalker(github, { GITHUB_TOKEN: TOKENS[0] }, simulator, { now })
    // As GitHub answers the 31st search of a minute.
    const recover = simulator.failWhere(({ url }) => url.pathname.startsWith('/search/'), {
      status: 403,
      headers: {
        ...{ 'x-ratelimit-limit': '30', 'x-ratelimit-remaining': '0', 'x-ratelimit-resource': 'search' },
        'x-ratelimit-reset': String(now() / 1_000 + 42),
      },
      body: {
        message: 'API rate limit exceeded for user ID 1.',
        documentation_url: 'https://docs.github.com/rest',
        status: '403',
      },
    })
    try {
      const process = walker.start()
      const isLimited = (error: unknown) => isApiError(error, 'platform_rate_limited') && error.retryAfterSeconds === 42
      await assert.rejects(walker.page({ handle: 'topics/trees' }, process), isLimited)
      const calls = simulator.calls()
      await assert.rejects(walker.page({ handle: 'topics/trees' }, process), isLimited)
      assert.equal(simulator.calls(), calls)
      assert.equal((await walker.page({}, process)).posts.length, 20)
      const [credential = assert.fail()] = process.upstreams.pool.list()
      assert.equal(process.upstreams.pool.recordOf(credential).state, 'working')
      const healthOf = process.upstreams.health()
      const states = (['account', 'search'] as const).map((kind) => healthOf(github as unknown as Platform, kind).state)
      assert.deepEqual(states, ['ready', 'limited'])
    } finally {
      recover()
      await Promise.all([walker.close(), simulator.close()])
    }
  })
})

describe('the discussions of a repository', () => {
  const HANDLE = 'hollow-oak/acorn-0/discussions'
  const withGithub = async (
    run: (walker: Walker, simulator: GithubSimulator) => Promise<void>,
    settings: Readonly<Record<string, string>> = TOKEN,
  ) => {
    const simulator = await startGithub()
    const walker = createWalker(github, settings, simulator)
    try {
      await run(walker, simulator)
    } finally {
      await walker.close()
      await simulator.close()
    }
  }

  test('have title, text, labels, votes and comments, and no author if the account was deleted', () =>
    withGithub(async (walker, simulator) => {
      const { account, profile, posts } = await walker.page({ handle: HANDLE })
      assert.deepEqual(
        [account.id, account.handle, profile.displayName, profile.url, profile.counts.posts],
        [
          'community repository 1000',
          HANDLE,
          'acorn-0/discussions',
          'https://github.com/hollow-oak/acorn-0/discussions',
          simulator.discussionIds().length,
        ],
      )
      const [deleted, edited] = [posts[0], posts.find(({ editedAt }) => editedAt !== null)]
      assert.deepEqual(
        [deleted?.title, deleted?.text, deleted?.tags, deleted?.metrics.likes, deleted?.metrics.comments],
        ['Which acorn 56?', 'The round one', ['question'], 3, 56],
      )
      assert.equal(deleted?.author, null)
      assert.deepEqual([edited?.author?.handle, edited?.author?.id], ['nia', '5'])
      assert.match(edited?.html ?? '', /<em>round<\/em>/)
    }))

  test('are platform_not_configured without a token, without a call', () =>
    withGithub(async (walker, simulator) => {
      await assert.rejects(walker.page({ handle: HANDLE }), (error) => {
        assert.ok(
          isApiError(error, 'platform_not_configured') && /only with a token/.test(error.message),
          String(error),
        )
        return true
      })
      assert.equal(simulator.calls(), 0)
      const healthOf = walker.start().upstreams.health()
      const states = (['section', 'community'] as const).map(
        (kind) => healthOf(github as unknown as Platform, kind).state,
      )
      assert.deepEqual(states, ['ready', 'not_configured'])
    }, {}))

  // As users of other clients report them: with status 200, and the type of the limit in two spellings.
  test('report the errors of GraphQL, which come with status 200', async () => {
    for (const [type, message, code] of [
      ['RATE_LIMITED', 'API rate limit exceeded for user ID 5.', 'platform_rate_limited'],
      ['RATE_LIMIT', 'API rate limit already exceeded for user ID 5.', 'platform_rate_limited'],
      ['FORBIDDEN', 'Resource not accessible by personal access token', 'platform_unauthorized'],
      [undefined, 'Something went wrong while executing your query.', 'platform_error'],
      ['MAX_NODE_LIMIT_EXCEEDED', 'This query requests up to 500,000 possible nodes', 'platform_error'],
    ] as const)
      await withGithub(async (walker, simulator) => {
        const body = { data: { repository: null }, errors: [{ type, path: ['repository'], message }] }
        simulator.failFrom(1, { status: 200, body })
        await assert.rejects(walker.page({ handle: HANDLE }), (error) => isApiError(error, code), message)
      })
  })

  test('are not paged with a foreign position', () =>
    withGithub(async (walker) => {
      const { next = '' } = await walker.page({ handle: HANDLE })
      await assert.rejects(walker.page({ handle: HANDLE, after: next.replace('Y3Vyc29y', 'Z3Vyc29y') }), (error) =>
        isApiError(error, 'invalid_cursor'),
      )
    }))
})
