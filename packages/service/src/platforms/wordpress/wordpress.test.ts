import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { platformSuite } from '@central-api/testing/platforms/suite/platform-suite.ts'
import { createWalker, idsOf, type Walker } from '@central-api/testing/platforms/suite/test-walker.ts'
import { USUAL } from '@central-api/testing/platforms/suite/usual-conclusions.ts'
import { isBook, isFound, isJazz } from '@central-api/testing/platforms/wordpress/simulated-lists.ts'
import { isFish, isTagged, type SimulatedPost } from '@central-api/testing/platforms/wordpress/simulated-posts.ts'
import { startWordPressSimulator, type WordPressSimulator } from '@central-api/testing/platforms/wordpress/simulator.ts'
import { NOT_HANDLES, SPELLINGS, UNSUPPORTED_URLS } from '@central-api/testing/platforms/wordpress/spellings.cases.ts'
import { isApiError } from '../../errors.ts'
import { wordpress } from './wordpress.ts'

const idsWhere = (simulator: WordPressSimulator, isIn: (post: SimulatedPost) => boolean): readonly string[] =>
  simulator
    .posts()
    .filter(isIn)
    .map(({ id }) => String(id))

platformSuite({
  conclusions: {
    refuse: (status) => ({ status, body: { code: 'refused', message: 'Refused', data: { status } } }),
    first: {
      '/wp-json/\\?': { ...USUAL.document, 401: 'profile_private', 403: 'profile_private', error: 'doubted' },
      '/wp/v2/posts': { ...USUAL.open, 401: 'profile_private', 403: 'profile_private', isBareList: true },
    },
    later: { '/wp/v2/posts': { ...USUAL.open, 401: 'invalid_cursor', 403: 'invalid_cursor', isBareList: true } },
    post: {
      '/wp/v2/': {
        ...USUAL.document,
        401: 'profile_private',
        403: 'profile_private',
      },
    },
    postUrl: 'https://site.wordpress.com/?p=3156',
  },
  platform: wordpress,
  environment: {},
  start: startWordPressSimulator,
  kinds: {
    section: [
      { handle: 'blog.example/author/second-hand', missing: 'blog.example/author/nobody', authors: 'one' },
      {
        handle: 'blog.example/type/book',
        missing: 'blog.example/type/nothing',
        ids: (simulated) => idsWhere(simulated, isBook),
        publish: (simulated, count) => simulated.publish(count),
        calls: { first: 3, next: 1 },
      },
      {
        handle: 'blog.example/taxonomy/genre/jazz',
        missing: 'blog.example/taxonomy/genre/rock',
        ids: (simulated) => idsWhere(simulated, isJazz),
      },
      {
        handle: 'blog.example/type/product',
        authors: 'hidden',
        missing: 'shy.example/type/product',
        ids: (simulated) =>
          simulated
            .posts()
            .map(({ number }) => number)
            .toSorted((one, other) => other - one)
            .map(String),
        publish: (simulated, count) => simulated.publish(count),
        calls: { first: 3, next: 1 },
      },
    ],
    search: [
      {
        handle: 'blog.example/search/old%20bread',
        empty: 'blog.example/search/nothing',
        ids: (simulated) => idsWhere(simulated, isFound),
        publish: (simulated, count) => simulated.publish(count),
      },
    ],
  },
  calls: { first: 2, next: 1 },
  spellings: SPELLINGS,
  unsupported: UNSUPPORTED_URLS,
  notHandles: NOT_HANDLES,
  postUrls: [
    'https://site.wordpress.com/2026/03/07/a-post/',
    'http://site.wordpress.com/2026/03/07/a-post?share=x#comments',
    'https://site.wordpress.com/?p=12',
    'https://site.wordpress.com/?preview=1&p=12&x=y',
  ],
  notPostUrls: [
    'https://site.wordpress.com/',
    'https://site.wordpress.com/2026/03/',
    'https://site.wordpress.com/?page_id=12',
    'https://site.wordpress.com/?p=x',
    'https://wordpress.com/2026/03/07/a-post/',
    'https://wordpress.com.evil.example/2026/03/07/a-post/',
    'https://blog.example/2026/03/07/a-post/',
  ],
})

describe('WordPress sites', () => {
  let simulator: WordPressSimulator
  let walker: Walker
  before(async () => {
    simulator = await startWordPressSimulator()
    walker = createWalker(wordpress, {}, simulator)
  })
  after(async () => {
    await walker.close()
    await simulator.close()
  })

  const callsFor = async <T>(work: () => Promise<T>): Promise<readonly [T, number]> => {
    const calls = simulator.calls()
    return [await work(), simulator.calls() - calls]
  }

  test('takes two calls for the first page and one for each further page', async () => {
    const [pages, calls] = await callsFor(() => walker.walk())
    assert.deepEqual([pages.length, calls], [3, 4])
    assert.equal(pages[0]?.profile.counts.posts, 57)
  })

  test('returns the same profile with a page that is read separately', async () => {
    const first = await walker.page({})
    const second = await walker.page({ after: first.next })
    assert.deepEqual(second.profile, first.profile)
  })

  test('finds the REST API in a folder, in a query, and at a linked URL', async () => {
    const places = { 'sub.example/blog': 2, 'plain.example': 3, 'moved.example': 4 }
    for (const [handle, most] of Object.entries(places)) {
      const [page, calls] = await callsFor(() => walker.page({ handle }))
      assert.deepEqual(idsOf([page]), simulator.ids().slice(0, 20), handle)
      assert.ok(calls <= most, `${handle} took ${calls} calls`)
      assert.equal(page.source, 'api')
      assert.deepEqual(idsOf(await walker.walk({ handle })), simulator.ids(), handle)
    }
  })

  test('reads sites at wordpress.com through its shared API', async () => {
    const pages = await walker.walk({ handle: 'site.wordpress.com' })
    assert.deepEqual(idsOf(pages), simulator.ids())
    const profile = pages[0]?.profile
    assert.deepEqual(
      [profile?.id, profile?.displayName, profile?.url, profile?.avatarUrl, profile?.counts],
      [
        '42',
        'Hosted & fine',
        'https://site.wordpress.com/',
        'https://site.wordpress.com/i.png',
        { followers: 12, following: null, posts: 57 },
      ],
    )
    await assert.rejects(walker.page({ handle: 'nobody.wordpress.com' }), (error) =>
      isApiError(error, 'profile_not_found'),
    )
  })

  test('reads types, terms and searches as profiles with a name', async () => {
    const named = async (handle: string) => {
      const { profile, account } = await walker.page({ handle })
      return [account.id, profile.displayName, profile.bio.text, profile.url]
    }
    assert.deepEqual(await named('blog.example/type/books'), [
      'section blog.example/type/books',
      'Books & more',
      'All books',
      'https://blog.example/',
    ])
    assert.deepEqual(await named('blog.example/taxonomy/genre/jazz'), [
      'section blog.example/taxonomy/genre/jazz',
      'Jazz & blues',
      'Loud',
      'https://blog.example/genre/jazz/',
    ])
    assert.deepEqual(await named('blog.example/search/old%20bread'), [
      'search blog.example/search/old%20bread',
      'old bread',
      null,
      'https://blog.example/?s=old%20bread',
    ])
  })

  test('reads the products of a shop with images, and without a time that the shop does not tell', async () => {
    const { posts, profile } = await walker.page({ handle: 'blog.example/type/product' })
    assert.deepEqual([profile.displayName, profile.counts.posts], ['Köder & Söhne 🌱', 57])
    const [post] = posts
    assert.deepEqual(
      [post?.id, post?.title, post?.summary, post?.text, post?.tags, post?.publishedAt, post?.url],
      ['57', 'Loaf & 57', 'A loaf', 'Bread 57', ['Bread', 'Rye'], null, 'https://blog.example/product/loaf-57/'],
    )
    assert.deepEqual(
      post?.media.map(({ url, alt, previewUrl }) => [url, alt, previewUrl]),
      [
        ['https://blog.example/up/loaf-57.jpg', 'A loaf', 'https://blog.example/up/loaf-57-300x300.jpg'],
        ['https://blog.example/up/in.png', 'In', null],
      ],
    )
  })

  test('never reads the parts of WordPress itself, nor a whole feed in place of a type', async () => {
    for (const handle of ['blog.example/type/wp_block', 'blog.example/type/media', 'blog.example/type/attachment'])
      await assert.rejects(walker.page({ handle }), (error) => isApiError(error, 'profile_not_found'), handle)
    const found = await walker.walk({ handle: 'walled.example/search/old%20bread' })
    assert.ok(idsOf(found).length > 0 && idsOf(found).length < 20)
    await assert.rejects(walker.page({ handle: 'walled.example/type/book' }), (error) =>
      isApiError(error, 'platform_error'),
    )
  })

  test('reads an author as a profile', async () => {
    const pages = await walker.walk({ handle: 'blog.example/author/second-hand' })
    const expected = simulator.posts().filter(({ author }) => author === 2)
    assert.deepEqual(
      idsOf(pages),
      expected.map(({ id }) => String(id)),
    )
    assert.deepEqual(pages[0]?.profile, {
      id: '2',
      handle: 'blog.example/author/second-hand',
      displayName: 'Zweite Hand ✍️',
      url: 'https://blog.example/author/second-hand/',
      avatarUrl: 'https://avatars.example/a?s=96',
      bannerUrl: null,
      bio: { text: null, html: null },
      owner: null,
      movedTo: null,
      verified: null,
      createdAt: null,
      counts: { followers: null, following: null, posts: expected.length },
    })
    await assert.rejects(walker.page({ handle: 'blog.example/author/nobody' }), (error) =>
      isApiError(error, 'profile_not_found'),
    )
  })

  test('reads an author of a site that hides its users by the author’s page, or by the feed', async () => {
    const expected = simulator.posts().filter(({ author }) => author === 2)
    const shy = await walker.walk({ handle: 'shy.example/author/second-hand' })
    assert.deepEqual(
      idsOf(shy),
      expected.map(({ id }) => String(id)),
    )
    assert.deepEqual([shy[0]?.profile.id, shy[0]?.profile.displayName], ['2', null])
    assert.deepEqual(shy[0]?.posts[0]?.author, { id: '2', handle: null, displayName: null, url: null, avatarUrl: null })
    const secret = await walker.walk({ handle: 'secret.example/author/second-hand' })
    assert.deepEqual(idsOf(secret).toSorted(), expected.map(({ id }) => `https://secret.example/?p=${id}`).toSorted())
    assert.equal(secret[0]?.source, 'feed')
  })

  test('reads an author without posts as an empty profile', async () => {
    for (const handle of ['blog.example/author/newcomer', 'blog.example/?author=3', 'shy.example/author/newcomer']) {
      const [page, ...more] = await walker.walk({ handle })
      assert.deepEqual(
        [page?.profile.id, page?.profile.handle, page?.profile.counts.posts, page?.posts, more, page?.source],
        ['3', handle, 0, [], [], 'api'],
      )
    }
    for (const handle of ['blog.example/author/nobody', 'blog.example/?author=99', 'shy.example/author/nobody'])
      await assert.rejects(walker.page({ handle }), (error) => isApiError(error, 'profile_not_found'), handle)
  })

  test('reads an author by number', async () => {
    const byName = await walker.walk({ handle: 'blog.example/author/second-hand' })
    for (const handle of ['blog.example/?author=2', 'shy.example/?author=2']) {
      const pages = await walker.walk({ handle })
      assert.deepEqual(idsOf(pages), idsOf(byName), handle)
      assert.equal(pages[0]?.profile.id, '2')
    }
  })

  test('reads a category or a tag as a profile, by slug, by number and under a custom path', async () => {
    const fish = simulator.posts().filter(isFish)
    const expected = {
      id: '5',
      displayName: 'Fish & Chips',
      url: 'https://blog.example/category/food/fish/',
      bio: { text: 'All fried', html: 'All <b>fried</b>' },
    }
    for (const path of ['/category/food/fish', '/category/fish', '/?cat=5', '/rubrik/fish']) {
      const pages = await walker.walk({ handle: `blog.example${path}`, limit: 5 })
      assert.deepEqual(
        idsOf(pages),
        fish.map(({ id }) => String(id)),
        path,
      )
      const { id, displayName, url, bio, counts } = pages[0]?.profile ?? {}
      assert.deepEqual([{ id, displayName, url, bio }, counts?.posts], [expected, fish.length], path)
    }
    const tagged = simulator.posts().filter(isTagged)
    for (const path of ['/tag/x', '/schlagwort/x']) {
      const pages = await walker.walk({ handle: `blog.example${path}` })
      assert.deepEqual(
        idsOf(pages),
        tagged.map(({ id }) => String(id)),
        path,
      )
    }
    const [walled] = await walker.walk({ handle: 'walled.example/category/food/fish' })
    assert.deepEqual([walled?.source, walled?.posts.length], ['feed', fish.length])
    const hosted = await walker.walk({ handle: 'site.wordpress.com/category/fish' })
    assert.equal(idsOf(hosted).length, fish.length)
  })

  test('refuses other pages instead of scanning the whole site', async () => {
    for (const path of ['/category/none', '/tag/none', '/?cat=9', '/about', '/nothing/at/all'])
      await assert.rejects(
        walker.page({ handle: `blog.example${path}` }),
        (error) => isApiError(error, 'profile_not_found'),
        path,
      )
    await assert.rejects(
      walker.page({ handle: 'blog.example/about' }),
      (error) => isApiError(error) && /lists no posts/.test(error.message),
    )
    await assert.rejects(walker.page({ handle: 'walled.example/category/none' }), (error) => isApiError(error))
  })

  test('falls back to the feed of a site whose API is behind a firewall, to its end', async () => {
    const pages = await walker.walk({ handle: 'walled.example' })
    assert.ok(pages.every(({ source }) => source === 'feed'))
    assert.deepEqual(
      idsOf(pages),
      simulator.ids().map((id) => `https://walled.example/?p=${id}`),
    )
    assert.equal(pages[0]?.posts[0]?.language, 'de')
  })

  test('reports the error of the API when the feed is closed, too', async () => {
    await assert.rejects(walker.page({ handle: 'closed.example' }), (error) => isApiError(error, 'profile_private'))
    await assert.rejects(
      walker.page({ handle: 'other.example' }),
      (error) => isApiError(error, 'profile_not_found') && /No WordPress/.test(error.message),
    )
  })

  test('does not restart a walk when the API closes in the middle of it', async () => {
    const { next } = await walker.page({})
    simulator.failNext({ status: 403, body: '<html>busy</html>' })
    await assert.rejects(walker.page({ after: next }), (error) => isApiError(error, 'platform_error'))
  })

  test('ends a walk at a short page when the counting headers are missing', async () => {
    const pages = await walker.walk({ handle: 'proxied.example', limit: 19 })
    assert.deepEqual(idsOf(pages), simulator.ids())
    assert.equal(pages[0]?.profile.counts.posts, null)
    assert.equal(pages.length, 4)
  })

  test('returns every post of one second, wherever a page ends', async () => {
    for (let limit = 1; limit <= 9; limit += 1)
      assert.deepEqual(idsOf(await walker.walk({ limit })), simulator.ids(), `by ${limit}`)
  })

  test('loses and repeats no post in the hour that the clocks skip, wherever a page ends', async () => {
    for (const limit of [1, 3, 7, 20])
      for (const variant of ['posts', 'media']) {
        const ids = idsOf(await walker.walk({ handle: 'gap.example', variant, limit }))
        assert.deepEqual(ids, idsOf(await walker.walk({ variant })), `${variant} by ${limit}`)
      }
  })

  test('returns full pages of posts with images for `media`', async () => {
    const all = (await walker.walk()).flatMap(({ posts }) => posts)
    const [pages, calls] = await callsFor(() => walker.walk({ variant: 'media', limit: 4 }))
    assert.deepEqual(
      idsOf(pages),
      all.filter(({ media }) => media.length > 0).map(({ id }) => id),
    )
    assert.ok(pages.slice(0, -1).every(({ posts }) => posts.length === 4))
    assert.ok(calls <= pages.length * 2 + 1)
  })

  test('rejects a cursor that is not a position', async () => {
    for (const broken of ['', 'x', '2026-03-01', '2026-03-01T00:00:00 x', '2026-03-01T00:00:00 1;2', 'feed x'].flatMap(
      (each) => [each, `api ${each}`],
    ))
      await assert.rejects(walker.page({ after: broken }), (error) => isApiError(error, 'invalid_cursor'), broken)
  })
})
