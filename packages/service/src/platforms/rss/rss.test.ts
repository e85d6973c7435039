import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type RssSimulator, startRssSimulator } from '@central-api/testing/platforms/rss/simulator.ts'
import { NOT_HANDLES, SPELLINGS } from '@central-api/testing/platforms/rss/spellings.cases.ts'
import { platformSuite } from '@central-api/testing/platforms/suite/platform-suite.ts'
import { createWalker, idsOf, type Walker } from '@central-api/testing/platforms/suite/test-walker.ts'
import { USUAL } from '@central-api/testing/platforms/suite/usual-conclusions.ts'
import { isApiError } from '../../errors.ts'
import { rss } from './rss.ts'

platformSuite({
  conclusions: {
    refuse: (status) => ({ status, body: '<title>Refused</title>' }),
    first: { '/feed\\.xml': { ...USUAL.document, error: 'doubted' } },
    later: {},
    post: null,
  },
  platform: rss,
  environment: {},
  start: startRssSimulator,
  handles: { opml: 'https://lists.example/feeds.opml' },
  kinds: {
    list: [
      {
        handle: 'https://lists.example/feeds.opml',
        missing: 'https://lists.example/nothing.opml',
        publish: (simulated, count) => simulated.publish(count),
      },
    ],
  },
  calls: { first: 1, next: 0 },
  spellings: SPELLINGS,
  notHandles: NOT_HANDLES,
  postUrls: [],
  notPostUrls: ['https://blog.example/1'],
})

describe('scanning feeds', () => {
  let simulator: RssSimulator
  let walker: Walker
  before(async () => {
    simulator = await startRssSimulator()
    walker = createWalker(rss, {}, simulator)
  })
  after(async () => {
    await walker.close()
    await simulator.close()
  })

  const callsFor = async <T>(work: () => Promise<T>): Promise<readonly [T, number]> => {
    const calls = simulator.calls()
    return [await work(), simulator.calls() - calls]
  }

  test('reads the feeds of a list, mixed by time, each once, also if one of them is gone', async () => {
    const pages = await walker.walk({ handle: 'https://lists.example/feeds.opml' })
    const [first] = pages
    const posts = pages.flatMap((page) => page.posts)
    assert.deepEqual(idsOf(pages).toSorted(), simulator.ids().toSorted())
    const times = posts.map(({ publishedAt }) => publishedAt ?? '')
    assert.deepEqual(times, times.toSorted().toReversed())
    assert.ok(posts.every(({ author }) => author?.displayName === 'The blog'))
    assert.deepEqual(
      [first?.account.id, first?.profile.displayName, first?.profile.counts.following, first?.isPoor],
      ['list https://lists.example/feeds.opml', 'Fish & bread', 3, true],
    )
  })

  test('reports a list without a readable feed, and another document, as failing: neither is a missing list', async () => {
    for (const name of ['gone', 'empty'])
      await assert.rejects(
        walker.page({ handle: `https://lists.example/${name}.opml` }),
        (error) => isApiError(error, 'platform_error'),
        name,
      )
  })

  test('reads the feed that a page of a known site has, without its page', async () => {
    const [pages, calls] = await callsFor(() => walker.walk({ handle: 'https://odysee.com/@acme:c' }))
    assert.deepEqual([idsOf(pages), calls], [simulator.ids(), 1])
    assert.equal(pages[0]?.profile.handle, 'https://odysee.com/@acme:c')
  })

  test('reads a podcast of Apple through the feed that Apple names', async () => {
    const handle = 'https://podcasts.apple.com/us/podcast/bread-talk/id'
    assert.deepEqual(idsOf(await walker.walk({ handle: `${handle}1234567` })), simulator.ids())
    for (const id of ['7654321', '1111111'])
      await assert.rejects(
        walker.page({ handle: `${handle}${id}` }),
        (error) => isApiError(error, 'profile_not_found') && /no feed/.test(error.message),
      )
  })

  test('fetches a feed of one document only once during a walk', async () => {
    const [pages, calls] = await callsFor(() => walker.walk())
    assert.deepEqual([pages.length, calls], [3, 1])
    assert.equal(pages[0]?.profile.displayName, 'The blog')
  })

  test('revalidates an unchanged feed with a 304, and reads a changed one again', async () => {
    let time = Date.now()
    const later = createWalker(rss, {}, simulator, { now: () => time })
    const process = later.start()
    const handle = 'https://tagged.example/feed'
    const statuses: number[] = []
    const pageLater = async () => {
      time += 600_000
      const before = simulator.requests().length
      const page = await later.page({ handle }, process)
      const [request, ...more] = simulator.requests().slice(before)
      assert.deepEqual(more, [])
      statuses.push(request?.headers['if-none-match'] === `"${simulator.ids().length}"` ? 304 : 200)
      return page
    }
    const first = await pageLater()
    const second = await pageLater()
    assert.deepEqual(second.posts, first.posts)
    simulator.publish(1)
    const third = await pageLater()
    assert.deepEqual(
      third.posts.map(({ id }) => id),
      simulator.ids().slice(0, 20),
    )
    assert.deepEqual(statuses, [200, 304, 200])
    await later.close()
  })

  test('finds the feed of a site through its page, and skips the feed of the comments', async () => {
    const [pages, calls] = await callsFor(() => walker.walk({ handle: 'https://journal.example/' }))
    assert.deepEqual(idsOf(pages), simulator.ids())
    assert.equal(calls, 2)
    assert.equal(pages[0]?.profile.handle, 'https://journal.example/')
  })

  test('follows an HTML redirect, even in place of a feed', async () => {
    const [page, calls] = await callsFor(() => walker.page({ handle: 'https://moved.example/feed.xml' }))
    assert.deepEqual(idsOf([page]), simulator.ids().slice(0, 20))
    assert.equal(calls, 4)
  })

  test('treats pages that redirect to each other as a site without a feed', async () => {
    await assert.rejects(walker.page({ handle: 'https://circling.example/feed' }), (error) =>
      isApiError(error, 'profile_not_found'),
    )
  })

  test('finds a feed through the Link header, and at a common path', async () => {
    for (const [handle, most] of [
      ['https://header.example/', 2],
      ['https://silent.example/', 5],
    ] as const) {
      const [page, calls] = await callsFor(() => walker.page({ handle }))
      assert.deepEqual(idsOf([page]), simulator.ids().slice(0, 20))
      assert.equal(calls, most)
    }
  })

  test('reports a site without a feed as not found, and says so', async () => {
    await assert.rejects(
      walker.page({ handle: 'https://bare.example/' }),
      (error) => isApiError(error, 'profile_not_found') && /No feed/.test(error.message),
    )
  })

  test('reports a deleted feed as not found, and a blocked one as a retryable error', async () => {
    const codes = {
      'https://gone.example/feed': 'profile_not_found',
      'https://walled.example/feed': 'platform_error',
    } as const
    for (const [handle, code] of Object.entries(codes))
      await assert.rejects(walker.page({ handle }), (error) => isApiError(error, code), handle)
  })

  test('drops a document type declaration, and reads the feed', async () => {
    assert.deepEqual(idsOf(await walker.walk({ handle: 'https://hostile.example/feed' })), simulator.ids())
  })

  test('reports how long a site asks to wait', async () => {
    simulator.failNext({ status: 429, headers: { 'retry-after': '7' } })
    await assert.rejects(
      walker.page({}),
      (error) => isApiError(error, 'platform_rate_limited') && error.retryAfterSeconds === 7,
    )
  })

  test('reports a site that requires a password as failing, since a proxy may require it, too', async () => {
    await assert.rejects(walker.page({ handle: 'https://private.example/feed' }), (error) =>
      isApiError(error, 'platform_error'),
    )
  })

  test('keeps the posts of the first document when the second is no feed', async () => {
    const expected = simulator.ids().slice(0, 10)
    for (const [second, code] of Object.entries({
      400: 'platform_error',
      401: 'platform_error',
      403: 'platform_error',
      429: 'platform_rate_limited',
      500: 'platform_error',
    } as const)) {
      const handle = `https://second-${second}.example/feed/`
      const page = await walker.page({ handle })
      assert.deepEqual(idsOf([page]), expected, second)
      assert.ok(page.next, second)
      await assert.rejects(walker.page({ handle, after: page.next }), (error) => isApiError(error, code), second)
    }
    for (const second of ['404', '410', 'page', 'empty', 'blank']) {
      const pages = await walker.walk({ handle: `https://second-${second}.example/feed/` })
      assert.deepEqual([pages.length, idsOf(pages)], [1, expected], second)
    }
  })

  test('keeps the posts of the first document when the second never arrives', async () => {
    for (const failure of ['hang', 'reset', 'truncated'] as const) {
      const failing = await startRssSimulator()
      const client = createWalker(rss, {}, failing)
      try {
        const handle = 'https://wordpress.example/feed/'
        const started = client.start()
        await client.page({ handle, limit: 10 }, started)
        failing.failFrom(2, failure)
        const page = await client.page({ handle, limit: 20, deadlineMs: 200 }, started)
        assert.deepEqual(idsOf([page]), failing.ids().slice(0, 10), failure)
        assert.ok(page.next, failure)
      } finally {
        await client.close()
        await failing.close()
      }
    }
  })

  test('ends after one page when a site returns its first document for every page number', async () => {
    const [pages, calls] = await callsFor(() => walker.walk({ handle: 'https://unnumbered.example/feed/' }))
    assert.deepEqual([pages.length, idsOf(pages)], [1, simulator.ids().slice(0, 10)])
    assert.equal(calls, 3)
  })

  test('follows chains of documents to their end: rel=next, next_url, WordPress', async () => {
    for (const handle of [
      'https://atom.example/feed',
      'https://json.example/feed',
      'https://wordpress.example/feed/',
    ]) {
      const [pages, calls] = await callsFor(() => walker.walk({ handle }))
      assert.deepEqual(idsOf(pages), simulator.ids(), handle)
      assert.ok(calls <= 7, `${handle} took ${calls} calls`)
      for (const { profile } of pages) assert.deepEqual(profile, pages[0]?.profile)
    }
  })

  test('ends with a page that ends exactly at the end of the chain', async () => {
    const handle = 'https://wordpress.example/feed/'
    const fresh = createWalker(rss, {}, simulator)
    const limit = [10, 9, 8, 7, 6, 5, 4, 3, 2].find((size) => simulator.ids().length % size === 0) ?? 1
    const pages = await fresh.walk({ handle, limit })
    await fresh.close()
    assert.deepEqual(idsOf(pages), simulator.ids())
    assert.deepEqual(pages.at(-1)?.posts, [], 'the end shows only on a page of its own')
  })

  test('neither loses nor repeats posts when new ones arrive during a walk', async () => {
    for (const handle of [
      'https://atom.example/feed',
      'https://json.example/feed',
      'https://wordpress.example/feed/',
    ]) {
      for (const limit of [7, 10, 20]) {
        const expected = simulator.ids()
        const fresh = createWalker(rss, {}, simulator)
        const pages = [await fresh.page({ handle, limit })]
        for (let next = pages[0]?.next; next !== undefined; next = pages.at(-1)?.next) {
          simulator.publish(3)
          pages.push(await fresh.page({ handle, limit, after: next }))
        }
        await fresh.close()
        assert.deepEqual(idsOf(pages), expected, `${handle} by ${limit}`)
      }
    }
  })

  test('continues a walk by date when the last post of a page was deleted, even within one second', async () => {
    for (const limit of [20, 21]) {
      const moving = await startRssSimulator(50)
      const client = createWalker(rss, {}, moving)
      try {
        const expected = moving.ids()
        const first = await client.page({ limit })
        const last = first.posts.at(-1)
        assert.ok(last)
        moving.remove(last.id)
        const second = await client.page({ limit: 50, after: first.next })
        assert.deepEqual(idsOf([first, second]), expected)
        assert.equal(second.next, undefined)
      } finally {
        await client.close()
        await moving.close()
      }
    }
  })

  test('ends a walk when the feed no longer contains the last post of a page', async () => {
    const moving = await startRssSimulator(50)
    const client = createWalker(rss, {}, moving)
    try {
      const first = await client.page({})
      moving.keep(50)
      moving.publish(40)
      assert.deepEqual(await client.page({ after: first.next }), { ...first, posts: [], next: undefined })
    } finally {
      await client.close()
      await moving.close()
    }
  })

  test('ends a walk over a feed without dates when the last post is no longer there', async () => {
    const moving = await startRssSimulator(40)
    const client = createWalker(rss, {}, moving)
    try {
      const handle = 'https://undated.example/feed'
      const first = await client.page({ handle })
      assert.equal(first.posts.length, 20)
      moving.keep(10)
      assert.deepEqual(await client.page({ handle, after: first.next }), { ...first, posts: [], next: undefined })
    } finally {
      await client.close()
      await moving.close()
    }
  })

  test('returns full pages of items with images and audio for `media`', async () => {
    const all = (await walker.walk()).flatMap(({ posts }) => posts)
    const pages = await walker.walk({ variant: 'media', limit: 5 })
    assert.deepEqual(
      idsOf(pages),
      all.filter(({ media }) => media.length > 0).map(({ id }) => id),
    )
    assert.ok(pages.slice(0, -1).every(({ posts }) => posts.length === 5))
  })

  test('rejects a cursor that is not a position', async () => {
    for (const broken of ['', 'x', '{}', '[1]', '[null,null]', '[null,"a",1]'])
      await assert.rejects(walker.page({ after: broken }), (error) => isApiError(error, 'invalid_cursor'), broken)
  })
})
