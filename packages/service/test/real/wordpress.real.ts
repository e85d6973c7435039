// Scans a real WordPress, page by page to the end, and compares every field with what was seeded.

import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { parseAllowList } from '../../src/egress/allow-list.ts'
import { createEgress } from '../../src/egress/create-egress.ts'
import type { Egress } from '../../src/egress/egress.ts'
import { isApiError } from '../../src/errors.ts'
import type { PlatformHttp } from '../../src/platforms/platform.ts'
import { createPlatformHttp } from '../../src/platforms/platform-http.ts'
import { rss } from '../../src/platforms/rss/rss.ts'
import { findWordPressPost } from '../../src/platforms/wordpress/find-wordpress-post.ts'
import { wordpress } from '../../src/platforms/wordpress/wordpress.ts'
import { checkArrivals, checkAuthor, checkFeed, checkWordPress, type Scan, walkScan } from './check-wordpress.ts'
import { type RealWordPress, startRealWordPress } from './real-wordpress.ts'

const PLATFORMS = { wordpress, rss }

describe('a real WordPress', () => {
  let site: RealWordPress
  let egress: Egress
  let http: PlatformHttp
  before(async () => {
    site = await startRealWordPress()
  })
  // The egress meets a host at most 60 times a minute; each test has that to itself.
  beforeEach(() => {
    egress = createEgress({ allow: parseAllowList(new URL(site.origin).host) })
    http = createPlatformHttp({ egress, remainingMs: () => 20_000 })
  })
  afterEach(() => egress.close())
  after(() => site?.close())

  let memory = new Map<string, Promise<unknown>>()

  /** Through the platforms' own functions, a memory for each walk. */
  const scan: Scan = (id, handle, cursor) => {
    if (cursor === undefined) memory = new Map()
    return scanOnce(id, handle, cursor)
  }

  /** The same with nothing remembered of the page before. */
  const forgetfulScan: Scan = (id, handle, cursor) => {
    memory = new Map()
    return scanOnce(id, handle, cursor)
  }

  const scanOnce: Scan = async (id, handle, cursor) => {
    const subject = PLATFORMS[id as keyof typeof PLATFORMS]
    const canonical = subject.canonicalize(handle)
    assert.ok(canonical !== undefined)
    const memo = <T>(key: string, load: () => Promise<T>): Promise<T> => {
      const held = memory.get(key) ?? load()
      memory.set(key, held)
      return held as Promise<T>
    }
    const page = await subject.page({
      http,
      settings: {},
      now: Date.now,
      memo,
      handle: canonical,
      variant: 'posts',
      after: cursor,
      limit: 20,
      wait: async () => {},
    })
    return { ...page, nextCursor: page.next ?? null }
  }

  test('its posts are read through the REST API, every one, every field', async () => {
    await checkWordPress(scan, site)
  })

  test('its feed is read to the end, by its address and by that of the site', async () => {
    const ids = await checkFeed(scan, site, `${site.origin}/feed/`)
    assert.deepEqual(await checkFeed(scan, site, site.origin), ids)
  })

  test('an author is a profile', async () => {
    await checkAuthor(scan, site)
  })

  test('one post is found by its address', async () => {
    for (const seed of site.seeded.slice(0, 4)) {
      const found = await findWordPressPost(http, new URL(`${seed.url}?utm_source=x`))
      assert.equal(found?.post.id, seed.id)
    }
    const secret = site.seeded.find(({ password }) => password !== '')
    assert.ok(secret)
    await assert.rejects(findWordPressPost(http, new URL(secret.url)), (error) => isApiError(error, 'profile_private'))
    await assert.rejects(findWordPressPost(http, new URL(`${site.origin}/2025/01/01/nothing/`)), (error) =>
      isApiError(error, 'post_not_found'),
    )
  })

  test('without permalinks it is the same site', async () => {
    await site.setPermalinks('')
    const plain = { ...site, seeded: site.seeded.map((seed) => ({ ...seed, url: `${site.origin}/?p=${seed.id}` })) }
    const authors = Object.fromEntries(
      Object.entries(site.authors).map(([slug, { id }]) => [slug, { id, url: `${site.origin}/?author=${id}` }]),
    )
    await checkWordPress(scan, { ...plain, authors })
    await site.setPermalinks('/%year%/%monthnum%/%day%/%postname%/')
  })

  test('posts that are published while a client pages push none out and bring none back', async () => {
    const known = await checkWordPress(scan, site)
    await checkArrivals(forgetfulScan, site, 'wordpress', site.origin, known)
    const arrived = await walkScan(scan, 'rss', site.origin)
    const guids = arrived.flatMap(({ posts }) => posts.map(({ id }) => id))
    assert.equal(guids.length, known.length + (Math.ceil(known.length / 20) - 1) * 3)
    await checkArrivals(forgetfulScan, site, 'rss', site.origin, guids)
  })
})
