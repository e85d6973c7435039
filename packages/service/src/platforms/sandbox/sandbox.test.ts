import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import { assertNormalized } from '@central-api/testing/post/normalized-suite.ts'
import fc from 'fast-check'
import { ERROR_CODES, ERRORS, isApiError } from '../../errors.ts'
import { type PlatformPost, type PlatformProfile, POST_KINDS } from '../../post/post.ts'
import { provenanceOf } from '../../upstream/contract/platform.ts'
import type { Posts, PostsRequest } from '../../upstream/contract/source.ts'
import { findPost } from '../../urls/compile-post-urls.ts'
import { sandbox } from './sandbox.ts'
import { SCAN_ERROR_CODES } from './scan-errors.ts'
import { madeUp } from './source.ts'

type Requested = Partial<Pick<PostsRequest<object>, 'handle' | 'variant' | 'after' | 'limit' | 'wait'>>
type Page = Pick<Posts, 'posts' | 'next'> & { readonly profile: PlatformProfile }

/** The sandbox sends no request and never waits. */
const CONTEXT = {
  send: () => assert.fail('a call'),
  ask: () => assert.fail('a call'),
  settings: { BASE_URL: '' },
  now: () => assert.fail('a look at the clock'),
  wait: () => assert.fail('a wait'),
}

/** Like the engine: reads the account once, for the page and for the posts. */
const page = async (requested: Requested = {}): Promise<Page> => {
  const request = { ...CONTEXT, handle: 'demo', variant: 'posts', after: undefined, limit: 20, ...requested }
  const account = madeUp.account(request)
  const { posts, next } = await madeUp.posts({ ...request, account: () => account })
  return { profile: (await account).profile, posts, next }
}

const walk = async (requested: Requested = {}): Promise<readonly Page[]> => {
  const pages = [await page(requested)]
  for (let next = pages[0]?.next; next !== undefined; next = pages.at(-1)?.next) {
    assert.ok(pages.length < 100, 'the walk does not end')
    pages.push(await page({ ...requested, after: next }))
  }
  return pages
}

const postsOf = (pages: readonly Page[]) => pages.flatMap(({ posts }) => posts)
const all = async (variant: string) => postsOf(await walk({ variant }))

const read = async (url: string) => {
  const found = findPost(sandbox.posts, url)
  assert.ok(found && madeUp.post, url)
  return madeUp.post({ ...CONTEXT, url: found.url, match: found.match, accounts: [] })
}

describe('scanning the sandbox', () => {
  test('returns 95 posts for demo, newest first, each once, in the normalized form', async () => {
    const pages = await walk()
    for (const each of pages) assertNormalized(each)
    assert.deepEqual(
      pages.map(({ posts }) => posts.length),
      [20, 20, 20, 20, 15],
    )
    const posts = postsOf(pages)
    assert.equal(new Set(posts.map(({ id }) => id)).size, 95)
    const times = posts.map(({ publishedAt }) => publishedAt)
    assert.deepEqual(times, times.toSorted().reverse())
  })

  test('returns `movedTo` demo for moved, and none for demo', async () => {
    const [moved, demo] = [await page({ handle: 'moved' }), await page()]
    assertNormalized(moved)
    assert.deepEqual([moved.profile.handle, moved.profile.movedTo?.handle], ['moved', 'demo'])
    assert.deepEqual([moved.posts, demo.profile.movedTo], [demo.posts, null])
  })

  test('returns the same walk for any page size', async () => {
    const ids = (await all('posts')).map(({ id }) => id)
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 100 }), async (limit) => {
        assert.deepEqual(
          postsOf(await walk({ limit })).map(({ id }) => id),
          ids,
        )
      }),
      { numRuns: 20 },
    )
  })

  test('returns the same bytes at any time, on any machine', async () => {
    const bytes = JSON.stringify([await walk(), await walk({ variant: 'media' }), await walk({ handle: 'empty' })])
    // Clients test against these bytes: this changes only on purpose.
    assert.equal(
      createHash('sha256').update(bytes).digest('hex'),
      '481f63fca21d5dffa9b6f866b23cbf96f5832d60ee7ba654e72d04416c5b949e',
    )
  })

  test('has every kind of post, and everything that a client must handle', async () => {
    const posts = await all('posts')
    const has = (what: string, is: (post: PlatformPost) => boolean) => assert.ok(posts.some(is), what)
    for (const kind of POST_KINDS) has(kind, (post) => post.kind === kind)
    for (const type of ['image', 'video', 'gif', 'audio'])
      has(type, ({ media }) => media.some((each) => each.type === type))
    for (const relation of ['repostOf', 'replyTo', 'quoteOf', 'editedAt', 'link', 'title', 'summary'] as const)
      has(relation, (post) => post[relation] !== null)
    for (const field of ['url', 'text', 'html', 'language', 'author', 'sensitive', 'pinned'] as const)
      has(`no ${field}`, (post) => post[field] === null)
    for (const count of ['likes', 'comments', 'shares', 'views'] as const) {
      has(`no ${count}`, ({ metrics }) => metrics[count] === null)
      has(`some ${count}`, ({ metrics }) => (metrics[count] ?? 0) > 0)
    }
    has('tags', ({ tags }) => tags.length > 1)
    has('a player without a file', ({ media }) => media.some(({ url, embedUrl }) => url === null && embedUrl !== null))
    has('a URL that expires', ({ media }) => media.some(({ expiresAt }) => expiresAt !== null))
    has('a title without a body', ({ title, text }) => title !== null && text === null)
    has('a poll that is closed', ({ poll }) => poll?.closed === true && poll.options.some(({ votes }) => votes === 0))
    has('a poll that hides its votes', ({ poll }) => poll?.options.every(({ votes }) => votes === null) === true)
    has('zero of something', ({ metrics }) => Object.values(metrics).includes(0))
    has('more than a million', ({ metrics }) => (metrics.likes ?? 0) > 1_000_000)
    has('sensitive', ({ sensitive }) => sensitive === true)
    has('long text', ({ text }) => (text ?? '').length > 5_000)
    has('right to left', ({ text }) => /\p{Script=Hebrew}/u.test(text ?? ''))
    has('joined emoji', ({ text }) => /\u200d/.test(text ?? ''))
    has('markup in text', ({ text, html }) => /<script>/.test(text ?? '') && !/<script/.test(html ?? ''))
    assert.equal(posts.filter(({ pinned }) => pinned).length, 1)
    assert.ok(new Set(posts.map(({ language }) => language)).size >= 8)
    assert.ok(new Set(posts.map(({ publishedAt }) => publishedAt)).size < 95, 'some share a second')
  })

  test('returns the posts of each variant, in the order of all posts', async () => {
    const expected: Record<string, (post: PlatformPost) => boolean> = {
      posts: () => true,
      media: ({ media }) => media.length > 0,
      videos: ({ media }) => media.some(({ type }) => type === 'video'),
      replies: ({ replyTo }) => replyTo !== null,
    }
    assert.deepEqual(Object.keys(sandbox.variants), Object.keys(expected))
    const posts = await all('posts')
    const counts: Record<string, number> = {}
    for (const [variant, wants] of Object.entries(expected)) {
      const chosen = await all(variant)
      assert.deepEqual(chosen, posts.filter(wants), variant)
      counts[variant] = chosen.length
    }
    assert.deepEqual(counts, { posts: 95, media: 39, videos: 15, replies: 6 })
  })

  test('uses only URLs at the reserved host', async () => {
    for (const [, host] of JSON.stringify(await walk()).matchAll(/https?:\/\/([^/"\\ ]+)/g))
      assert.equal(host, 'sandbox.example')
  })

  test('returns a profile without posts for empty', async () => {
    const empty = await page({ handle: 'empty' })
    assertNormalized(empty)
    assert.deepEqual([empty.posts, empty.next, empty.profile.counts.posts], [[], undefined, 0])
  })

  test('says in every profile that it is fictional', async () => {
    for (const handle of ['demo', 'empty', 'slow.0']) {
      const { profile } = await page({ handle, wait: async () => {} })
      assert.equal(profile.handle, handle)
      assert.match(profile.displayName ?? '', /^Sandbox /)
      assert.match(profile.bio.text ?? '', /^Sandbox: made-up posts/)
    }
    assert.equal(provenanceOf(sandbox), 'sandbox')
  })

  test('waits so long for slow.<ms>, and then responds as for demo', async () => {
    const waits: number[] = []
    const wait = async (milliseconds: number) => {
      waits.push(milliseconds)
    }
    const slow = await page({ handle: 'slow.2500', wait })
    assert.deepEqual(waits, [2500])
    assert.deepEqual(slow.posts, (await page()).posts)
    await page({ handle: 'slow.2500', after: slow.next, wait })
    assert.deepEqual(waits, [2500, 2500])
  })

  test('fails for slow.<ms> when the wait is aborted', async () => {
    const wait = () => Promise.reject(new Error('aborted'))
    await assert.rejects(page({ handle: 'slow.1', wait }), /aborted/)
  })
})

describe('errors of the sandbox', () => {
  const RETRY_AFTER = { quota_exceeded: 86_400, rate_limited: 12, platform_rate_limited: 30, unavailable: 1 }

  for (const code of ERROR_CODES) {
    const isScanError = SCAN_ERROR_CODES.includes(code)
    test(`error.${code} ${isScanError ? 'fails with that code' : 'is no handle, since no scan has that error'}`, async () => {
      const handle = `error.${code}`
      assert.equal(sandbox.canonicalize(handle), isScanError ? handle : undefined)
      if (!isScanError) return
      await assert.rejects(page({ handle }), (error) => {
        assert.ok(isApiError(error, code))
        assert.equal(error.message, ERRORS[code].title)
        assert.equal(error.retryAfterSeconds, RETRY_AFTER[code as keyof typeof RETRY_AFTER])
        assert.equal(Array.isArray(error.details), code === 'invalid_request')
        return true
      })
    })
  }

  test('rejects errors of links, keys and other endpoints', () => {
    assert.deepEqual(
      ERROR_CODES.filter((code) => !SCAN_ERROR_CODES.includes(code)),
      [
        ...['not_found', 'method_not_allowed', 'license_malformed', 'license_unknown', 'post_not_found'],
        ...['unsupported_post_url', 'platform_not_connectable', 'return_not_allowed', 'connection_limit_reached'],
        ...['link_malformed', 'link_unresolvable', 'link_unreachable', 'link_tls_error'],
        ...['link_status', 'link_redirects', 'link_too_large', 'link_timeout', 'forbidden', 'conflict'],
        ...['idempotency_key_in_use', 'idempotency_key_reused'],
      ],
    )
  })
})

describe('handles of the sandbox', () => {
  const SPELLINGS: Readonly<Record<string, readonly string[]>> = {
    demo: [
      ...['@demo', 'Demo', ' demo ', '@demo@sandbox.example', 'demo@sandbox.example'],
      ...['https://sandbox.example/@demo', 'http://sandbox.example/@demo/', 'sandbox.example/@Demo?a=1#b'],
    ],
    empty: ['@empty', 'https://sandbox.example/@empty'],
    'error.platform_error': ['@error.platform_error', 'ERROR.PLATFORM_ERROR'],
    'slow.0': ['@slow.0', 'https://sandbox.example/@slow.0'],
    'slow.30000': ['@slow.30000'],
  }
  const NOT_HANDLES = [
    ...['', ' ', '@', 'demo2', 'demo/1', '@demo@other.example', 'https://other.example/@demo', 'error', 'error.'],
    ...['error.nothing', 'error.toString', 'error.platform_error.x', 'slow', 'slow.', 'slow.30001', 'slow.99999'],
    ...[
      'slow.01',
      'slow.-1',
      'slow.1e3',
      'slow.1.5',
      'https://sandbox.example/@demo/1001',
      'ftp://sandbox.example/@demo',
    ],
  ]

  test('canonicalizes every spelling, and keeps a canonical handle', () => {
    for (const [canonical, spellings] of Object.entries(SPELLINGS))
      for (const spelling of [canonical, ...spellings])
        assert.equal(sandbox.canonicalize(spelling), canonical, spelling)
  })

  test('accepts every documented form', () => {
    for (const handle of sandbox.handles) assert.notEqual(sandbox.canonicalize(handle), undefined, handle)
    assert.equal(sandbox.canonicalize(sandbox.handles[0]), sandbox.handles[0])
  })

  test('rejects anything else, and never throws', () => {
    for (const input of NOT_HANDLES) assert.equal(sandbox.canonicalize(input), undefined, input)
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 512 }), (input) => {
        const canonical = sandbox.canonicalize(input)
        assert.ok(canonical === undefined || sandbox.canonicalize(canonical) === canonical)
      }),
    )
  })

  test('rejects an unknown handle as malformed', async () => {
    await assert.rejects(page({ handle: 'nobody' }), (error) => isApiError(error, 'handle_malformed'))
  })
})

describe('single posts of the sandbox', () => {
  test('reads every post by its URL', async () => {
    for (const post of (await all('posts')).filter(({ url }) => url !== null)) {
      const found = await read(post.url ?? '')
      assert.deepEqual(found.post, post)
      assert.equal(found.answer.status, 200)
      assert.deepEqual(found.answer.json(), JSON.parse(found.answer.text()))
      assert.deepEqual(found.answer.json(), post)
    }
  })

  test('matches URLs with extra parts, and rejects near misses', () => {
    const isKnown = (url: string) => findPost(sandbox.posts, url) !== undefined
    for (const url of [
      'https://sandbox.example/@demo/1001',
      'http://sandbox.example/@demo/1001/',
      'https://sandbox.example/@demo/1001?utm_source=x#top',
      'https://sandbox.example/@error.profile_private/1',
      'https://www.sandbox.example/@demo/1001',
    ])
      assert.ok(isKnown(url), url)
    for (const url of [
      'https://sandbox.example/@demo',
      'https://sandbox.example/@demo/',
      'https://sandbox.example/@demo/x1001',
      'https://sandbox.example/@demo/1001/likes',
      'https://sandbox.example/demo/1001',
      'https://sandbox.example:8443/@demo/1001',
      'https://user@sandbox.example/@demo/1001',
      'https://sandbox.example.org/@demo/1001',
      'https://other.sandbox.example/@demo/1001',
      'ftp://sandbox.example/@demo/1001',
    ])
      assert.ok(!isKnown(url), url)
  })

  test('returns post_not_found for a missing post, and requested errors', async () => {
    for (const path of ['@demo/1', '@demo/1096', '@empty/1001', '@nobody/1001', '@other/5001'])
      await assert.rejects(read(`https://sandbox.example/${path}`), (error) => isApiError(error, 'post_not_found'))
    await assert.rejects(read('https://sandbox.example/@error.profile_private/1'), (error) =>
      isApiError(error, 'profile_private'),
    )
  })
})

describe('other kinds of profiles of the sandbox', () => {
  const idsOf = (posts: readonly PlatformPost[]) => posts.map(({ id }) => id)

  test('every spelling has one handle and one kind', () => {
    const spellings: Readonly<Record<string, readonly [kind: string, ...spellings: string[]]>> = {
      '!demo': ['community', '!Demo', '!demo@sandbox.example', 'https://sandbox.example/c/demo/'],
      '#demo': ['hashtag', '#DEMO', '#demo@sandbox.example', 'sandbox.example/tags/demo?x=1'],
      '#größe': ['hashtag', '#GRÖSSE'.replace('SS', 'ß'), 'https://sandbox.example/tags/gr%C3%B6%C3%9Fe'],
      'search/two words': ['search', 'search/two  words', 'https://sandbox.example/search?q=two+words&x=1'],
      'list/demo': ['list', 'https://sandbox.example/list/demo'],
      'playlist/demo': ['collection', 'https://sandbox.example/playlist/demo'],
      'feed/demo': ['feed', 'https://sandbox.example/feed/demo'],
      demo: ['account', '@demo'],
    }
    for (const [handle, [kind, ...others]] of Object.entries(spellings)) {
      for (const spelling of [handle, ...others]) assert.equal(sandbox.canonicalize(spelling), handle, spelling)
      assert.equal(sandbox.kindOf?.(handle), kind)
    }
    for (const text of ['list/other', '!other', 'playlist/', '#', '##', 'search/', 'https://sandbox.example/search'])
      assert.equal(sandbox.canonicalize(text), undefined, text)
    for (const { handles } of Object.values(sandbox.kinds ?? {}))
      for (const handle of handles) assert.notEqual(sandbox.canonicalize(handle), undefined, handle)
  })

  test('a walk returns every post once, in the normalized form, with the author of each', async () => {
    const counts: Record<string, number> = {}
    for (const handle of ['!demo', '#demo', 'search/demo', 'list/demo', 'playlist/demo', 'feed/demo']) {
      const pages = await walk({ handle })
      for (const each of pages) assertNormalized(each)
      const posts = postsOf(pages)
      assert.equal(new Set(idsOf(posts)).size, posts.length, handle)
      assert.ok(new Set(posts.flatMap(({ author }) => author?.displayName ?? [])).size > 2, handle)
      counts[handle] = posts.length
    }
    assert.deepEqual(counts, {
      '!demo': 95,
      '#demo': 48,
      'search/demo': 32,
      'list/demo': 95,
      'playlist/demo': 15,
      'feed/demo': 95,
    })
  })

  test('the playlist is in the owner’s order, and counts a video that is gone', async () => {
    const [first] = await walk({ handle: 'playlist/demo' })
    const times = (first?.posts ?? []).map(({ publishedAt }) => publishedAt)
    assert.notDeepEqual(times, times.toSorted().reverse())
    assert.deepEqual([first?.profile.counts.posts, first?.profile.owner?.handle], [16, 'demo'])
  })

  test('an unknown hashtag or search is an empty page', async () => {
    for (const handle of ['#nothing', 'search/nothing']) {
      const { profile, posts, next } = await page({ handle })
      assert.deepEqual([profile.displayName, posts, next], [handle.replace('search/', ''), [], undefined])
    }
  })
})
