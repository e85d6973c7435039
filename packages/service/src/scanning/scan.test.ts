import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClock, cursorsAt, stubReading } from '@central-api/testing/scanning/fixture.ts'
import { type ErrorCode, isApiError } from '../errors.ts'
import { reddit } from '../platforms/reddit/reddit.ts'
import { sandbox as realSandbox } from '../platforms/sandbox/sandbox.ts'
import type { Platform } from '../upstream/contract/platform.ts'
import { PUBLIC } from '../upstream/contract/reach.ts'
import { createRegistry } from '../upstream/registry.ts'
import { CURSOR_LIFE_MS, type Scope } from './cursor.ts'
import { parseScan, type ScanRequest } from './scan.ts'

const withoutCalls = stubReading(() => assert.fail('Validating a request makes no call'))
const sandbox: Platform = { ...withoutCalls, id: 'sandbox', name: 'Sandbox', variants: { posts: 'all' } }
const named: Platform = { ...withoutCalls, id: 'named', hasAccountIds: true }
const kinds: Platform = { ...realSandbox, id: 'sandbox-kinds' } as Platform
const registry = createRegistry([withoutCalls, sandbox, named, kinds, reddit as unknown as Platform], {})
const LIVE = { license: { mode: 'live' }, plan: { platforms: null } } as const
const TEST = { license: { mode: 'test' }, plan: { platforms: null } } as const

const start = () => {
  const clock = createClock()
  const cursors = cursorsAt(clock.now)
  const ids = new Map<string, string>()
  const parse = (request: ScanRequest, caller: Parameters<typeof parseScan>[1] = LIVE) =>
    parseScan(request, caller, registry, cursors, { peek: ({ handle }) => ids.get(handle) }, 'public')
  const assertRefused = (
    request: ScanRequest,
    code: ErrorCode,
    message?: string,
    caller: Parameters<typeof parseScan>[1] = LIVE,
  ) =>
    assert.throws(
      () => parse(request, caller),
      (error) => isApiError(error, code) && (message === undefined || error.message === message),
    )
  return { clock, cursors, ids, parse, assertRefused }
}

test('all spellings of a handle are one page', () => {
  const { parse } = start()
  const scans = ['name', '@name', 'NAME', '@Name', '\u2068@name\u2069', '@\u200bname\u00a0', '“name”'].map((handle) =>
    parse({ platform: 'stub', handle }),
  )
  assert.equal(new Set(scans.map(({ handle }) => handle)).size, 1)
  const [{ platform: found, ...rest } = assert.fail()] = scans
  assert.deepEqual(rest, { handle: 'name', variant: 'posts', after: undefined, access: PUBLIC })
  assert.equal(found.id, 'stub')
})

test('posts is the default variant', () => {
  const { parse } = start()
  const named = parse({ platform: 'stub', handle: 'name', variant: 'posts' })
  assert.equal(parse({ platform: 'stub', handle: 'name' }).variant, named.variant)
  assert.notEqual(parse({ platform: 'stub', handle: 'name', variant: 'media' }).variant, named.variant)
})

test('refuses an unknown platform, and says where to find the known ones', () => {
  const { assertRefused } = start()
  const list = 'GET /platforms lists all platforms.'
  const message = `There is no platform “nowhere”. ${list}`
  assertRefused({ platform: 'nowhere', handle: 'name' }, 'platform_unknown', message)
  const meant = `There is no platform “redit”. Did you mean “reddit”? ${list}`
  assertRefused({ platform: 'redit', handle: 'name' }, 'platform_unknown', meant)
  for (const id of ['', 'STUB', 'stub ', 'constructor', '__proto__', 'toString', 'hasOwnProperty']) {
    assertRefused({ platform: id, handle: 'name' }, 'platform_unknown')
  }
})

test('refuses an unknown variant, and lists the known ones', () => {
  const { assertRefused } = start()
  const message = 'Stub offers posts, media, not “reels”.'
  assertRefused({ platform: 'stub', handle: 'name', variant: 'reels' }, 'variant_unknown', message)
  for (const variant of ['', 'POSTS', 'constructor', '__proto__', 'toString', 'valueOf']) {
    assertRefused({ platform: 'stub', handle: 'name', variant }, 'variant_unknown')
  }
  assertRefused({ platform: 'sandbox', handle: 'name', variant: 'media' }, 'variant_unknown')
})

test('refuses an invalid handle, and shows valid ones', () => {
  const { assertRefused } = start()
  const message = 'This is not a handle of Stub. A handle looks like “name” or “@name”.'
  for (const handle of ['', 'a b', '@@name', 'na\nme', 'näme', '\u200b']) {
    assertRefused({ platform: 'stub', handle }, 'handle_malformed', message)
  }
})

test('names the platform of a URL that belongs to another one', () => {
  const posts = { domains: ['other.example'], patterns: { 'other.example/p/{id}': 'https://other.example/p/{id}' } }
  const other: Platform = { ...withoutCalls, id: 'other', name: 'Other', posts }
  const registry = createRegistry([withoutCalls, other], {})
  const request = { platform: withoutCalls.id, handle: 'https://other.example/@name' }
  assert.throws(
    () => parseScan(request, LIVE, registry, cursorsAt(createClock().now), { peek: () => undefined }, 'public'),
    {
      code: 'handle_malformed',
      message: `This is a URL of Other, not a handle of ${withoutCalls.name}. A handle looks like “name” or “@name”.`,
    },
  )
})

test('refuses what cannot be scanned, and says what it is, however it is pasted', () => {
  const unsupported = {
    instead: 'The service scans users of Grouped only.',
    home: 'stub.example',
    urls: { group: ['stub.example/groups/{group}/**'], hashtag: ['stub.example/tags/{word}'] },
  } as const
  const posts = { patterns: { 'stub.example/groups/{group}/posts/{id}': 'https://stub.example/p/{id}' } }
  const grouped: Platform = { ...withoutCalls, id: 'grouped', unsupported, posts }
  const read = (handle: string) => {
    try {
      const request = { platform: 'grouped', handle }
      parseScan(
        request,
        LIVE,
        createRegistry([grouped], {}),
        cursorsAt(createClock().now),
        { peek: () => undefined },
        'public',
      )
    } catch (error) {
      assert.ok(isApiError(error))
      return [error.code, error.details, error.message] as const
    }
    return assert.fail('It is a handle')
  }
  const group = ['profile_unsupported', { kind: 'group' }, 'This is a group. The service scans users of Grouped only.']
  for (const text of [
    'https://stub.example/groups/tides',
    'http://www.stub.example/groups/tides/about/?x=1#y',
    'stub.example/groups/tides',
    '/groups/tides',
    '“https://stub.example/groups/tides”',
    'Our group: https://stub.example/groups/tides',
    '<a href="https://stub.example/groups/tides">us</a>',
    'https://stub.example/login?next=%2Fgroups%2Ftides',
  ])
    assert.deepEqual(read(text), group, text)
  for (const text of ['#tides', '#tides@stub.example', 'https://stub.example/tags/tides'])
    assert.deepEqual(read(text).slice(0, 2), ['profile_unsupported', { kind: 'hashtag' }], text)
  for (const text of [
    'https://stub.example/groups',
    'https://stub.example/groups/tides/posts/1',
    'https://stub.example.evil.example/groups/tides',
    'https://stub.example:8443/groups/tides',
    'https://user@stub.example/groups/tides',
    'https://stub.example/groups/tides https://stub.example/tags/x',
    '#',
    'gro ups/tides',
  ])
    assert.equal(read(text)[0], 'handle_malformed', text)
})

test('a test license scans only the sandbox, whatever its plan', () => {
  const { parse, assertRefused } = start()
  for (const platforms of [null, ['stub'], []]) {
    const caller = { ...TEST, plan: { platforms } }
    assert.equal(parse({ platform: 'sandbox', handle: 'name' }, caller).platform.id, 'sandbox')
    assertRefused({ platform: 'stub', handle: 'name' }, 'platform_not_in_plan', undefined, caller)
  }
})

test('a live license scans the platforms of its plan, and the sandbox', () => {
  const { parse, assertRefused } = start()
  const scan = (platforms: readonly string[] | null, id: string) => () =>
    parse({ platform: id, handle: 'name' }, { ...LIVE, plan: { platforms } }).platform.id
  assert.equal(scan(null, 'stub')(), 'stub')
  assert.equal(scan(['stub', 'other'], 'stub')(), 'stub')
  assert.equal(scan([], 'sandbox')(), 'sandbox')
  for (const platforms of [[], ['other'], ['stu']]) {
    const caller = { ...LIVE, plan: { platforms } }
    assertRefused({ platform: 'stub', handle: 'name' }, 'platform_not_in_plan', undefined, caller)
  }
})

test('a cursor opens for any spelling of the handle, and returns the position', () => {
  const { cursors, parse } = start()
  const cursor = cursors.seal({ platform: 'stub', handle: 'name', variant: 'posts', reach: 'public' }, 'behind 20')
  for (const handle of ['name', '@NAME']) {
    assert.equal(parse({ platform: 'stub', handle, cursor }).after, 'behind 20')
  }
})

test('a cursor of an account opens for every spelling that is known to be its own', () => {
  const { cursors, ids, parse } = start()
  const cursor = cursors.seal({ platform: 'named', handle: 'did:1', variant: 'posts', reach: 'public' }, 'behind 20')
  assert.deepEqual(parse({ platform: 'named', handle: 'name', cursor }), {
    platform: named,
    handle: 'name',
    variant: 'posts',
    after: undefined,
    access: PUBLIC,
    sealed: cursor,
  })
  ids.set('name', 'did:1')
  assert.equal(parse({ platform: 'named', handle: 'name', cursor }).after, 'behind 20')
})

test('refuses a cursor of another request, another service or another day', () => {
  const { clock, cursors, assertRefused } = start()
  const scope: Scope = { platform: 'stub', handle: 'name', variant: 'posts', reach: 'public' }
  const cursor = cursors.seal(scope, 'p')
  const refused: readonly ScanRequest[] = [
    { platform: 'stub', handle: 'other', cursor },
    { platform: 'stub', handle: 'name', variant: 'media', cursor },
    { platform: 'sandbox', handle: 'name', cursor },
    { platform: 'stub', handle: 'name', cursor: 'p' },
    { platform: 'stub', handle: 'name', cursor: '' },
    { platform: 'stub', handle: 'name', cursor: `${cursor}A` },
  ]
  for (const request of refused) assertRefused(request, 'invalid_cursor')
  clock.advance(CURSOR_LIFE_MS + 1)
  assertRefused({ platform: 'stub', handle: 'name', cursor }, 'invalid_cursor')
})

test('reports a platform outside of the plan before any other error', () => {
  const { assertRefused } = start()
  assertRefused({ platform: 'stub', handle: '!', variant: 'x', cursor: 'x' }, 'platform_not_in_plan', undefined, TEST)
  assertRefused({ platform: 'stub', handle: '!', variant: 'x', cursor: 'x' }, 'variant_unknown')
  assertRefused({ platform: 'stub', handle: '!', cursor: 'x' }, 'handle_malformed')
})

test('a kind has its own variants, and a URL may show one', () => {
  const { parse, assertRefused } = start()
  const week = 'https://www.reddit.com/r/breadit/top/?t=week'
  assert.equal(parse({ platform: 'reddit', handle: week }).variant, 'top_week')
  assert.equal(parse({ platform: 'reddit', handle: week, variant: 'posts' }).variant, 'posts')
  assert.equal(parse({ platform: 'reddit', handle: 'https://www.reddit.com/user/acme/top/' }).variant, 'top')
  assert.equal(parse({ platform: 'reddit', handle: 'https://www.reddit.com/r/breadit/' }).variant, 'posts')
  const message = 'Reddit offers posts, comments, overview, hot, top, not “top_week”.'
  assertRefused({ platform: 'reddit', handle: 'u/acme', variant: 'top_week' }, 'variant_unknown', message)
  const ofFlair =
    'For a flair of a subreddit, Reddit offers posts, top, top_hour, top_day, top_week, top_month, top_year, not “hot”.'
  assertRefused({ platform: 'reddit', handle: 'r/breadit/flair/News', variant: 'hot' }, 'variant_unknown', ofFlair)
})

test('a cursor of one kind, or of one hashtag, is refused by another', () => {
  const { cursors, parse, assertRefused } = start()
  const cursor = cursors.seal({ platform: 'sandbox-kinds', handle: '#demo', variant: 'posts', reach: 'public' }, '1001')
  assert.equal(parse({ platform: 'sandbox-kinds', handle: '#DEMO', cursor }).after, '1001')
  for (const handle of ['#other', 'search/demo', 'demo'])
    assertRefused({ platform: 'sandbox-kinds', handle, cursor }, 'invalid_cursor')
})
