import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { type SimulatedRequest, startUpstream, type Upstream } from '@central-api/testing/platforms/suite/simulator.ts'
import { createWalker, idsOf, type Walker } from '@central-api/testing/platforms/suite/test-walker.ts'
import { isApiError } from '../../errors.ts'
import { rss } from './rss.ts'

const MIB = 1024 * 1024
/** Eight episodes fill a mebibyte, so half of them exceed the limit. */
const EPISODES = 64
const PADDING = 'Ängström '.repeat(13_000)
const ETAG = '"long"'

const numbers = Array.from({ length: EPISODES }, (_, index) => EPISODES - index)
const dateOf = (number: number) => new Date(Date.UTC(2020, 0, number))

const rssItem = (number: number) =>
  `<item><guid>${number}</guid><title>Episode ${number}</title><x:notes>${PADDING}</x:notes><pubDate>${dateOf(number).toUTCString()}</pubDate></item>`
const atomEntry = (number: number) =>
  `<entry><id>${number}</id><title>Episode ${number}</title><x:notes>${PADDING}</x:notes><updated>${dateOf(number).toISOString()}</updated></entry>`
const jsonItem = (number: number) => ({
  id: number,
  title: `Episode ${number}`,
  _notes: PADDING,
  date_published: dateOf(number),
})

const rssOf = (items: readonly number[], channel = '') =>
  `<?xml version="1.0" encoding="windows-1252"?><rss version="2.0"><channel><title>Überall</title>${channel}${items.map(rssItem).join('')}</channel></rss>`

const BODIES: Readonly<Record<string, string>> = {
  '/rss': rssOf(numbers),
  '/atom': `<feed xmlns="http://www.w3.org/2005/Atom"><title>Überall</title><link rel="next" href="/further"/>${numbers.map(atomEntry).join('')}</feed>`,
  // This page follows items that were not read, so it would leave a gap.
  '/further': '<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>further</id><title>F</title></entry></feed>',
  '/json': JSON.stringify({
    ...{ version: 'https://jsonfeed.org/version/1.1', title: 'Überall' },
    items: numbers.map(jsonItem),
  }),
  '/undated': rssOf(numbers).replaceAll(/<pubDate>[^<]*<\/pubDate>/g, ''),
  '/pinned': rssOf([5, ...numbers]),
  '/oldest-first': rssOf(numbers.toReversed()),
  '/one-item': rssOf([1]).replace(PADDING, PADDING.repeat(EPISODES)),
  '/no-items': JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    items: [{ id: 1, _notes: PADDING.repeat(64) }],
  }),
}
const COMPRESSED = gzipSync(rssOf(numbers))
const PAGE = `<!doctype html><link rel="alternate" type="application/rss+xml" href="/rss">${'<p>words</p>'.repeat(MIB)}`

const respond = ({ url: { pathname }, headers }: SimulatedRequest) => {
  if (pathname === '/') return { headers: { 'content-type': 'text/html' }, body: PAGE }
  if (pathname === '/packed' && headers['if-none-match'] !== ETAG)
    return { headers: { 'content-type': 'application/xml', 'content-encoding': 'gzip', etag: ETAG }, body: COMPRESSED }
  if (headers['if-none-match'] === ETAG) return { status: 304, headers: { etag: ETAG } }
  const type = pathname.includes('json') ? 'application/json' : 'application/xml'
  return { headers: { 'content-type': type, etag: ETAG }, body: BODIES[pathname] ?? '' }
}

describe('a feed that exceeds the size limit', () => {
  let upstream: Upstream
  let walker: Walker
  let time = Date.now()
  before(async () => {
    upstream = await startUpstream(respond)
    walker = createWalker(rss, {}, upstream, { now: () => time })
  })
  after(async () => {
    await walker.close()
    await upstream.close()
  })
  const handleOf = (path: string) => `https://long.example${path}`

  for (const path of ['/rss', '/packed', '/atom', '/json', '/undated', '/'])
    test(`${path}: returns its newest posts, page by page, up to the last complete one`, async () => {
      const pages = await walker.walk({ handle: handleOf(path) })
      assert.equal(pages[0]?.profile.displayName, 'Überall')
      assert.equal(pages[0]?.posts.length, 20)
      const ids = idsOf(pages)
      assert.ok(ids.length > 25 && ids.length < EPISODES, String(ids.length))
      assert.deepEqual(ids, numbers.slice(0, ids.length).map(String))
    })

  test('a pinned post before the newest changes nothing', async () => {
    assert.equal(idsOf(await walker.walk({ handle: handleOf('/pinned') }))[0], String(EPISODES))
  })

  test('refuses a feed whose newest posts are beyond the limit, as not retryable', async () => {
    for (const path of ['/oldest-first', '/one-item', '/no-items'])
      await assert.rejects(
        walker.page({ handle: handleOf(path) }),
        (error) =>
          isApiError(error, 'platform_error') && !error.retryable && /larger than is allowed/.test(error.message),
        path,
      )
  })

  test('revalidates the feed with a 304, and returns the same posts', async () => {
    const process = walker.start()
    const first = await walker.page({ handle: handleOf('/packed') }, process)
    time += 600_000
    const before = upstream.requests().length
    const second = await walker.page({ handle: handleOf('/packed') }, process)
    assert.deepEqual([second.posts, second.next], [first.posts, first.next])
    assert.deepEqual(
      upstream
        .requests()
        .slice(before)
        .map(({ headers }) => headers['if-none-match']),
      [ETAG],
    )
  })
})
