import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { isOwnPost, type MastodonSimulator, startMastodon } from '@central-api/testing/platforms/mastodon/simulator.ts'
import { NO_HANDLES, SPELLINGS, UNSUPPORTED_URLS } from '@central-api/testing/platforms/mastodon/spellings.cases.ts'
import { FOREIGN_NOT_FOUNDS } from '@central-api/testing/platforms/suite/foreign-not-founds.ts'
import { platformSuite } from '@central-api/testing/platforms/suite/platform-suite.ts'
import { createWalker, idsOf, type Walker } from '@central-api/testing/platforms/suite/test-walker.ts'
import { USUAL } from '@central-api/testing/platforms/suite/usual-conclusions.ts'
import { type ErrorCode, isApiError } from '../../errors.ts'
import { mastodon } from './mastodon.ts'

platformSuite({
  conclusions: {
    refuse: (status) => ({ status, body: { error: status === 404 ? 'Record not found' : 'Refused' } }),
    first: {
      '/accounts/lookup': {
        ...USUAL.open,
        401: 'profile_private',
        403: 'profile_private',
        404: 'profile_private',
        410: 'doubted',
      },
      '/statuses\\?pinned': { ...USUAL.spared, isBareList: true },
      '/statuses\\?exclude': { ...USUAL.open, 401: 'profile_private', 403: 'profile_private', isBareList: true },
    },
    later: {
      '/statuses\\?pinned': { ...USUAL.spared, isBareList: true },
      '/statuses\\?exclude': { ...USUAL.open, 401: 'invalid_cursor', 403: 'invalid_cursor', isBareList: true },
    },
    post: {
      '/api/v1/statuses/': {
        ...USUAL.open,
        401: 'profile_private',
        403: 'profile_private',
        404: 'post_not_found',
        410: 'doubted',
      },
    },
  },
  platform: mastodon,
  environment: {},
  start: startMastodon,
  kinds: {
    hashtag: [
      {
        handle: '#bread@social.example',
        empty: '#nothing@social.example',
        ids: (simulated) => simulated.timelineIds(['bread']),
        publish: (simulated, count) => simulated.publish(count),
        // The second page is the last one, as an empty batch shows.
        calls: { first: 1, next: 2 },
      },
      { handle: '#bread,rye@social.example', ids: (simulated) => simulated.timelineIds(['bread', 'rye']) },
      { handle: '#bread+rye@social.example', ids: (simulated) => simulated.timelineIds(['bread'], ['rye']) },
      { handle: '#bread-rye@social.example', ids: (simulated) => simulated.timelineIds(['bread'], [], ['rye']) },
    ],
    community: [
      {
        handle: 'social.example/local',
        missing: 'nowhere.example/local',
        ids: (simulated) => simulated.timelineIds([]),
        publish: (simulated, count) => simulated.publish(count),
        calls: { first: 2, next: 1 },
      },
      { handle: 'social.example/public', ids: (simulated) => simulated.timelineIds([]) },
    ],
    feed: [{ handle: 'social.example/trends', ids: (simulated) => simulated.trendIds() }],
    section: [
      {
        handle: 'garden@social.example/tagged/bread',
        missing: 'nobody@social.example/tagged/bread',
        publish: (simulated, count) => simulated.publish(count),
      },
    ],
  },
  calls: { first: 3, next: 1 },
  handles: { feed: 'garden@members.example', timelines: '#bread@social.example' },
  errors: [
    ...FOREIGN_NOT_FOUNDS,
    { answer: { status: 404, body: { error: 'not_found' } }, code: 'profile_not_found', isSure: false },
    ...['Record not found', "Can't find user", 'Not Found: target account not found'].map(
      (error) => ({ answer: { status: 404, body: { error } }, code: 'profile_not_found', isSure: true }) as const,
    ),
    { answer: { status: 401, body: { error: 'Unauthorized: token not supplied' } }, code: 'profile_private' },
  ],
  spellings: SPELLINGS,
  unsupported: UNSUPPORTED_URLS,
  notHandles: NO_HANDLES,
  postUrls: [
    'https://social.example/@garden/109876543210987654',
    'https://social.example/@garden/109876543210987654/?x=1#y',
    'https://viewer.example/@garden@social.example/109876543210987654',
    'https://social.example/users/garden/statuses/109876543210987654',
    'https://social.example/ap/users/115/statuses/109876543210987654',
    'https://social.example/web/statuses/109876543210987654',
    'https://social.example/web/@garden/109876543210987654',
    'https://gotosocial.example/@garden/statuses/01HZX3J8Y0K2M4N6P8Q0R2S4T6',
    'https://gotosocial.example/users/garden/statuses/01HZX3J8Y0K2M4N6P8Q0R2S4T6',
    'https://pleroma.example/notice/AbCdEf0123456789xY',
    'https://pleroma.example/objects/0f0e0d0c-1111-2222-3333-444455556666',
    'https://akkoma.example/notice/AbCdEf0123456789xY/',
    'https://akkoma.example/@garden/AbCdEf0123456789xY',
    'https://akkoma.example/@garden/posts/AbCdEf0123456789xY',
    'https://akkoma.example/@garden@elsewhere.example/posts/AbCdEf0123456789xY',
    'https://akkoma.example/garden/status/AbCdEf0123456789xY',
    'https://soapbox.example/@garden/posts/109876543210987654',
    'https://social.example/deck/@garden/109876543210987654',
    'https://hollo.example/@garden/01920f9b-2c3d-7e4f-8a5b-6c7d8e9f0a1b',
    'https://viewer.example/@garden@hollo.example/01920f9b-2c3d-7e4f-8a5b-6c7d8e9f0a1b',
    'https://pixelfed.example/p/garden/712345678901234567',
    'https://friendica.example/display/0f0e0d0c-1162-4a5b-9c8d-7e6f5a4b3c2d',
  ],
  notPostUrls: [
    'https://social.example/@garden',
    'https://social.example/@garden/media',
    'https://social.example/@garden/123abc',
    'https://social.example/@garden/123/embedded',
    'https://localhost/@garden/123',
    'https://social.example:8443/@garden/123',
    'https://user@social.example/@garden/123',
    'https://gotosocial.example/@garden/statuses/01HZX3J8Y0K2M4N6P8Q0R2S4TU',
    'https://pleroma.example/notice/short',
    'https://blog.example/@garden/acknowledgmentsxyz',
    'https://nitter.example/garden/status/1234567890123456789',
    'https://nitter.example/garden/status/123456789012345678',
    'https://hollo.example/@garden/01920f9b-2c3d',
    'https://pixelfed.example/p/garden',
    'ftp://social.example/@garden/123',
  ],
})

describe('Mastodon through its servers', () => {
  let simulator: MastodonSimulator
  let walker: Walker
  before(async () => {
    simulator = await startMastodon()
  })
  beforeEach(() => {
    walker = createWalker(mastodon, {}, simulator)
  })
  after(() => simulator.close())

  const isVisible = ({ visibility }: { visibility: string }) => ['public', 'unlisted'].includes(visibility)
  const rejects = (promise: Promise<unknown>, code: ErrorCode) =>
    assert.rejects(promise, (error) => {
      assert.ok(isApiError(error, code), String(error))
      return true
    })

  test('a timeline that requires a login names the setting; with the token of the server it is read', async () => {
    for (const handle of ['#bread@closed.example', 'closed.example/local', 'closed.example/trends'])
      await assert.rejects(walker.page({ handle }), (error) => {
        assert.ok(isApiError(error, 'platform_not_configured'), String(error))
        assert.match(error.message, /MASTODON_ACCESS_TOKENS/)
        return true
      })
    const member = createWalker(mastodon, { MASTODON_ACCESS_TOKENS: 'closed.example=opens-closed' }, simulator)
    assert.ok((await member.page({ handle: '#bread@closed.example' })).posts.length > 0)
    await member.close()
  })

  test('where guests may read the posts of the server’s own accounts only, these are read, to their end', async () => {
    for (const handle of ['#bread@local.example', 'local.example/public'])
      assert.deepEqual(
        idsOf(await walker.walk({ handle })),
        simulator.timelineIds(handle.startsWith('#') ? ['bread'] : []),
        handle,
      )
  })

  test('a hashtag that a server does not know is an empty page; any other missing page is none', async () => {
    simulator.failNext({ status: 404, body: { error: 'Record not found' } })
    const { posts, next } = await walker.page({ handle: '#bread@social.example' })
    assert.deepEqual([posts, next], [[], undefined])
    simulator.failNext({ status: 404, body: '<!doctype html><title>Not found</title>' })
    await rejects(walker.page({ handle: '#bread@social.example' }), 'platform_error')
  })

  test('a timeline that the server turned off is no empty page', async () => {
    for (const handle of ['#bread@off.example', 'off.example/local', 'off.example/public'])
      await rejects(walker.page({ handle }), 'profile_private')
  })

  test('a hashtag has only its name; a server has what it says of itself; each post has its author', async () => {
    const tag = await walker.page({ handle: '#bread@social.example' })
    assert.deepEqual(
      [tag.account.id, tag.profile.displayName, tag.profile.url, tag.profile.counts.posts],
      ['hashtag #bread@social.example', '#bread', 'https://social.example/tags/bread', null],
    )
    assert.deepEqual(new Set(tag.posts.map(({ author }) => author?.handle)).size, 2)
    const { profile } = await walker.page({ handle: 'social.example/local' })
    assert.deepEqual(
      [profile.displayName, profile.bio.text, profile.counts.followers],
      ['Social & garden', 'About plants', 321],
    )
  })

  test('each variant returns its posts, and only public ones', async () => {
    const expected: Record<string, readonly string[]> = {
      posts: simulator.idsOf(isOwnPost),
      replies: simulator.idsOf((status) => isVisible(status) && status.reblog === null),
      media: simulator.idsOf(
        (status) =>
          isVisible(status) &&
          status.reblog === null &&
          (status.media_attachments as unknown[] | undefined)?.length !== 0,
      ),
      all: simulator.idsOf(isVisible),
    }
    for (const [variant, ids] of Object.entries(expected)) {
      assert.ok(ids.length > 20, variant)
      assert.deepEqual(idsOf(await walker.walk({ variant })), ids, variant)
    }
  })

  test('the first page takes a lookup and two parallel calls; later pages take one call', async () => {
    const before = simulator.calls()
    const pages = await walker.walk()
    assert.equal(simulator.calls() - before, 3 + pages.length - 1)
  })

  test('without a Link header, paging uses the last id, also when ids get longer', async () => {
    const pages = await walker.walk({ handle: 'garden@linkless.example', limit: 10 })
    assert.deepEqual(idsOf(pages), simulator.ids())
  })

  test('a full page continues after its last post when the link skips one, as Hollo’s does', async () => {
    for (const limit of [7, 20]) {
      const pages = await walker.walk({ handle: 'garden@hollo.example', limit })
      assert.deepEqual(idsOf(pages), simulator.ids())
    }
  })

  test('a server that ignores filters and limits returns the same posts', async () => {
    const pages = await walker.walk({ handle: 'garden@greedy.example' })
    for (const { posts } of pages) assert.ok(posts.length <= 20)
    assert.deepEqual(idsOf(pages), simulator.ids())
  })

  test('pinned posts are marked at their own place on any page, and returned once', async () => {
    const ids = simulator.ids()
    const marked = [ids[1] ?? '', ids[25] ?? '']
    simulator.pin(...marked, 'gone')
    const pages = await walker.walk()
    // Each page is read without memory of the pages before.
    const alone = await walker.page({ after: pages[0]?.next })
    assert.deepEqual(alone.posts, pages[1]?.posts)
    simulator.pin()
    assert.deepEqual(idsOf(pages), ids)
    const pinned = pages.flatMap(({ posts }) => posts.map((post) => [post.id, post.pinned] as const))
    assert.deepEqual(
      pinned,
      ids.map((id) => [id, marked.includes(id)]),
    )
  })

  test('WebFinger finds the API of a domain, and the handle keeps the domain', async () => {
    const before = simulator.calls()
    const page = await walker.page({ handle: 'garden@handles.example' })
    assert.equal(simulator.calls() - before, 5)
    assert.equal(page.profile.handle, 'garden@handles.example')
    assert.equal(page.posts[0]?.author?.handle, 'garden@handles.example')
    assert.deepEqual(
      page.posts.map(({ id }) => id),
      simulator.ids().slice(0, 20),
    )
    await rejects(walker.page({ handle: 'nobody@handles.example' }), 'profile_not_found')
  })

  test('suspended and deleted accounts are profile_not_found', async () => {
    await rejects(walker.page({ handle: 'banned@social.example' }), 'profile_not_found')
    await rejects(walker.page({ handle: 'gone@social.example' }), 'profile_not_found')
  })

  test('the profile has every field of the account, and null for missing ones', async () => {
    const { profile } = await walker.page({})
    assert.deepEqual(profile, {
      id: '109876543210987654',
      handle: 'garden@social.example',
      displayName: 'Garden 🌱 :leaf:',
      url: 'https://social.example/@garden',
      avatarUrl: 'https://files.social.example/avatars/garden.png',
      bannerUrl: null,
      bio: {
        text: 'Plants & #soil',
        html: '<p>Plants &amp; <a href="https://social.example/tags/soil" rel="nofollow noopener ugc">#<span>soil</span></a></p>',
      },
      owner: null,
      movedTo: null,
      verified: null,
      createdAt: '2022-11-05T00:00:00.000Z',
      counts: { followers: 1234, following: 0, posts: 77 },
    })
  })

  test('a server that requires a login is read with its token, which is sent to no other host', async () => {
    const member = createWalker(
      mastodon,
      { MASTODON_ACCESS_TOKENS: 'other.example=x, Closed.example = opens-closed ' },
      simulator,
    )
    const pages = await member.walk({ handle: 'garden@closed.example' })
    assert.deepEqual(idsOf(pages), simulator.ids(), 'what only followers may see stays out')
    assert.equal(pages[0]?.source, 'api')
    await member.page({})
    const carriers = simulator.requests().filter(({ headers }) => headers.authorization !== undefined)
    assert.deepEqual([...new Set(carriers.map(({ host }) => host))], ['closed.example'])
    await member.close()
  })

  test('a refused token is platform_unauthorized', async () => {
    const withWrongToken = createWalker(mastodon, { MASTODON_ACCESS_TOKENS: 'closed.example=wrong' }, simulator)
    await rejects(withWrongToken.page({ handle: 'garden@closed.example' }), 'platform_unauthorized')
    await withWrongToken.close()
  })

  test('a server that requires a login is read through its feed, at the usual path or the one in the profile page', async () => {
    const paths = {
      ...{ members: 3, gotosocial: 4, pixelfed: 6, old: 5 },
      ...{ 'hollo-walled': 7, named: 7, walled: 7, akkoma: 8 },
    }
    for (const [name, calls] of Object.entries(paths)) {
      const before = simulator.calls()
      const page = await walker.page({ handle: `garden@${name}.example` })
      assert.equal(page.source, 'feed', name)
      assert.ok(page.posts.length > 0, name)
      assert.equal(page.next, undefined, name)
      assert.equal(simulator.calls() - before, calls, name)
      for (const { author } of page.posts)
        assert.deepEqual(
          [author?.handle, author?.displayName, author?.avatarUrl],
          [`garden@${name}.example`, page.profile.displayName, page.profile.avatarUrl],
        )
    }
  })

  /** Server → the profile of its feed and, newest first, title, text and sensitivity of its posts. */
  const FEEDS: Readonly<Record<string, readonly [readonly (string | null)[], readonly (readonly unknown[])[]]>> = {
    'members.example': [
      ['Garden 🌱', null],
      [
        [null, 'Spiders <3\n\nEight legs', '<p>Spiders &lt;3</p><p>Eight legs</p>', true],
        [null, 'A bee & a flower', '<p>A bee &amp; a flower</p>', false],
        [null, 'Rain', '<p>Rain</p>', null],
      ],
    ],
    'gotosocial.example': [
      [null, null],
      [
        [null, 'Spiders\n\nEight legs', '<p>Spiders</p><p>Eight <em>legs</em></p>', true],
        [null, 'A bee & a flower', '<p>A <strong>bee</strong> &amp; a flower</p>', null],
      ],
    ],
    'pixelfed.example': [
      ['garden', 'Plants'],
      [
        [null, 'A rose', '<p>A rose</p>', null],
        [null, null, null, null],
      ],
    ],
    'walled.example': [
      ['Garden 🌱', null],
      [[null, 'A bee & a flower\n\nMore', '<p>A bee &amp; a flower</p><p>More</p>', null]],
    ],
    'akkoma.example': [
      ['garden', 'Plants'],
      [
        [null, 'Spiders\n\nEight legs', '<p>Spiders</p><p>Eight legs</p>', true],
        [null, null, null, null],
        [null, 'Rain', '<p>Rain</p>', null],
      ],
    ],
    'named.example': [['Garden', null], [['On bees', 'They fly.', '<p>They fly.</p>', null]]],
  }

  for (const [server, [profile, posts]] of Object.entries(FEEDS))
    test(`the feed of ${server} has the same posts as its API, without generated texts`, async () => {
      const page = await walker.page({ handle: `garden@${server}` })
      assert.deepEqual([page.profile.displayName, page.profile.bio.text], profile)
      assert.deepEqual(
        page.posts.map(({ title, text, html, sensitive }) => [title, text, html, sensitive]),
        posts,
      )
      assert.ok(page.posts.every(({ summary }) => summary === null))
    })

  test('a post of a feed has every field of the feed', async () => {
    const { posts } = await walker.page({ handle: 'garden@members.example', variant: 'media' })
    assert.equal(posts.length, 2)
    const post = posts[1]
    assert.deepEqual(
      { id: post?.id, url: post?.url, kind: post?.kind, publishedAt: post?.publishedAt },
      {
        id: 'https://members.example/@garden/2',
        url: 'https://members.example/@garden/2',
        kind: 'image',
        publishedAt: '2026-06-02T10:00:00.000Z',
      },
    )
    assert.deepEqual(post?.metrics, { likes: null, comments: null, shares: null, views: null })
    assert.equal(post?.media[0]?.alt, 'A bee')
  })

  test('a reset as a date becomes retryAfterSeconds', async () => {
    const reset = new Date(Date.now() + 90_000).toISOString()
    const headers = { 'x-ratelimit-reset': reset }
    const lift = simulator.failFrom(1, { status: 429, headers, body: { error: 'Too many requests' } })
    await assert.rejects(walker.page({}), (error) => {
      assert.ok(isApiError(error, 'platform_rate_limited'))
      assert.ok((error.retryAfterSeconds ?? 0) > 60 && (error.retryAfterSeconds ?? 0) <= 90)
      return true
    })
    lift()
  })

  test('the feed is used while the API is rate-limited', async () => {
    simulator.failNext({ status: 429, headers: { 'retry-after': '600' }, body: { error: 'Too many requests' } })
    const page = await walker.page({})
    assert.deepEqual([page.source, page.isPoor, page.posts.length], ['feed', true, 3])
  })

  test('without the list of pins, pinned is null and all posts are returned', async () => {
    const page = await walker.page({ handle: 'garden@pinless.example' })
    assert.deepEqual(idsOf([page]), simulator.ids().slice(0, 20))
    assert.deepEqual([...new Set(page.posts.map(({ pinned }) => pinned))], [null])
  })
})
