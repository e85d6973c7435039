import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ApiError, isApiError } from '../../errors.ts'
import { POST_LIMITS } from '../../post/bound-html.ts'
import { buildPost, buildProfile } from '../../post/build-post.ts'
import { PAGE_LIMITS } from '../../post/reading-budget.ts'
import { type FeedDocument, type FeedPost, pageFeed } from './page-feed.ts'

type Item = readonly [id: string, minutes: number | null]

const document = (items: readonly Item[], nextUrl?: string): FeedDocument => ({
  profile: buildProfile({ handle: 'feed' }),
  posts: items.map(([id, minutes]) => {
    const publishedAt = minutes === null ? null : new Date(minutes * 60_000).toISOString()
    return { id, publishedAt, texts: [], map: () => buildPost({ id, publishedAt }) }
  }),
  nextUrl,
})

/** Items in documents of so many, each naming the next. */
const chain = (items: readonly Item[], size: number) => (url: string | undefined) => {
  const from = Number(url ?? '0') * size
  const next = from + size < items.length ? String(from / size + 1) : undefined
  return document(items.slice(from, from + size), next)
}

/** Every id, page by page; `change` says what the site holds before each page but the first. */
const walk = async (items: readonly Item[], size: number, limit: number, change = (held: readonly Item[]) => held) => {
  let held = items
  const ids: string[] = []
  let after: string | undefined
  for (let pages = 0; pages < 100; pages += 1) {
    const read = chain(held, size)
    const page = await pageFeed({ first: read(undefined), read: async (url) => read(url), after, limit })
    assert.ok(page.posts.length <= limit && (page.next?.length ?? 0) <= 2_000)
    ids.push(...page.posts.map(({ id }) => id))
    after = page.next
    if (after === undefined) return ids
    held = change(held)
  }
  return assert.fail('the walk does not end')
}

const dated = (count: number): Item[] => Array.from({ length: count }, (_, index) => [`p${index}`, 1_000 - index])
const undated = (count: number): Item[] => dated(count).map(([id]) => [id, null])
const idsOf = (items: readonly Item[]) => items.map(([id]) => id)
const LIMITS = [1, 7, 10, 13, 20]

describe('pages of a feed', () => {
  test('every item once, in documents of any size and pages of any size', async () => {
    for (const items of [dated(53), undated(53)])
      for (const size of [1, 5, 10, 20, 100])
        for (const limit of LIMITS)
          assert.deepEqual(await walk(items, size, limit), idsOf(items), `${size} by ${limit}`)
  })

  test('items that come while a chain is read shift nothing, dated or not', async () => {
    for (const items of [dated(53), undated(53)]) {
      for (const limit of LIMITS) {
        let number = 0
        const change = (held: readonly Item[]): Item[] => {
          number += 1
          return [[`new${number}`, items[0]?.[1] === null ? null : 1_000 + number], ...held]
        }
        assert.deepEqual(await walk(items, 10, limit, change), idsOf(items), `by ${limit}`)
      }
    }
  })

  test('items that are taken back while a client pages take no other of their document with them', async () => {
    const items = dated(40)
    const without = (held: readonly Item[]) => held.filter(([id]) => id !== 'p9' && id !== 'p8')
    assert.deepEqual(await walk(items, 100, 10, without), idsOf(items))
  })

  test('the hour that a site’s clocks repeat is not lost between two documents', async () => {
    const items = dated(40)
    // As WordPress sorts by its own time: behind the end of a document stands a later post.
    const repeated = items.map(([id, minutes], index): Item => [id, index === 20 ? 1_000 - 17 : minutes])
    assert.deepEqual((await walk(repeated, 10, 20)).toSorted(), idsOf(items).toSorted())
    assert.deepEqual((await walk(repeated, 10, 15)).toSorted(), idsOf(items).toSorted())
  })

  test('a feed that has moved on altogether ends the walk', async () => {
    const moved: Item[] = Array.from({ length: 40 }, (_, index) => [`n${index}`, 5_000 - index])
    assert.deepEqual(await walk(dated(40), 100, 20, () => moved), idsOf(dated(20)))
    const movedUndated = moved.map(([id]): Item => [id, null])
    assert.deepEqual(await walk(undated(40), 100, 20, () => movedUndated), idsOf(dated(20)))
  })

  test('a further document that fails costs nothing of what was read, and a later page goes on with it', async () => {
    const items = dated(30)
    const read = chain(items, 10)
    let failing = true
    const ask = (after: string | undefined, limit = 20) =>
      pageFeed({
        first: read(undefined),
        read: async (url) => {
          if (failing) throw new ApiError('platform_error')
          return read(url)
        },
        after,
        limit,
      })
    const short = await ask(undefined)
    assert.deepEqual(
      short.posts.map(({ id }) => id),
      idsOf(items.slice(0, 10)),
    )
    assert.deepEqual(await ask(undefined, 10), short)
    await assert.rejects(ask(short.next), (error) => isApiError(error, 'platform_error'))
    failing = false
    const rest = await ask(short.next)
    assert.deepEqual(
      rest.posts.map(({ id }) => id),
      idsOf(items.slice(10)),
    )
    assert.equal(rest.next, undefined)
  })

  test('one that is no longer there ends the list, and a fault of ours is none of the site’s', async () => {
    const first = chain(dated(30), 10)(undefined)
    const page = await pageFeed({ first, read: async () => undefined, after: undefined, limit: 20 })
    assert.deepEqual([page.posts.length, page.next], [10, undefined])
    const broken = () => Promise.reject(new TypeError('ours'))
    await assert.rejects(pageFeed({ first, read: broken, after: undefined, limit: 20 }), TypeError)
  })

  test('a site that gives the same document for every number has one page of it, and at most one that is empty', async () => {
    for (const items of [dated(10), undated(10), dated(100), undated(1)])
      for (const limit of LIMITS) {
        let reads = 0
        const same = (url: string | undefined) => document(items, String(Number(url ?? '1') + 1))
        const pages: number[] = []
        const ids: string[] = []
        let after: string | undefined
        do {
          const page = await pageFeed({
            first: same(undefined),
            read: async (url) => {
              reads += 1
              return same(url)
            },
            after,
            limit,
          })
          pages.push(page.posts.length)
          ids.push(...page.posts.map(({ id }) => id))
          after = page.next
          assert.ok(reads <= 20, 'it is read for ever')
        } while (after !== undefined)
        assert.deepEqual(ids, idsOf(items))
        assert.ok(pages.filter((count) => count === 0).length <= 1, `${pages}`)
      }
  })

  test('a site that publishes a document’s worth between two pages loses nothing', async () => {
    const items = dated(40)
    let number = 0
    const change = (held: readonly Item[]): Item[] => {
      number += 10
      return [
        ...Array.from({ length: 10 }, (_, index): Item => [`new${number - index}`, 2_000 + number - index]),
        ...held,
      ]
    }
    assert.deepEqual(await walk(items, 10, 10, change), idsOf(items))
  })

  test('a page ends before the post that would be too much to read, and the next one begins with it', async () => {
    const html = '<p>some words</p>'.repeat(4_000)
    const mapped: string[] = []
    const posts = dated(40).map(([id]): FeedPost => {
      const map = () => {
        mapped.push(id)
        return buildPost({ id })
      }
      return { id, publishedAt: null, texts: [id, html], map }
    })
    const first: FeedDocument = { profile: buildProfile({ handle: 'feed' }), posts, nextUrl: undefined }
    const most = Math.floor(PAGE_LIMITS.tags / 8_000)
    assert.ok(most > 1 && most * html.length < PAGE_LIMITS.characters)
    for (const wants of [undefined, ({ id }: { id: string }) => id.endsWith('9')]) {
      const given: string[] = []
      let after: string | undefined
      do {
        mapped.length = 0
        const page = await pageFeed({ first, read: async () => undefined, after, limit: 20, ...(wants && { wants }) })
        assert.ok(mapped.length <= most)
        given.push(...page.posts.map(({ id }) => id))
        after = page.next
      } while (after !== undefined)
      const ids = posts.map(({ id }) => id)
      assert.deepEqual(given, wants ? ids.filter((id) => wants({ id })) : ids)
    }
  })

  test('a post that is too much by itself is a page by itself', async () => {
    const texts = ['x'.repeat(POST_LIMITS.characters), 'y'.repeat(POST_LIMITS.characters), '<'.repeat(30_000)]
    const posts = ['a', 'b'].map((id): FeedPost => ({ id, publishedAt: null, texts, map: () => buildPost({ id }) }))
    const first: FeedDocument = { profile: buildProfile({ handle: 'feed' }), posts, nextUrl: undefined }
    const page = await pageFeed({ first, read: async () => undefined, after: undefined, limit: 20 })
    assert.deepEqual(
      page.posts.map(({ id }) => id),
      ['a'],
    )
    const next = await pageFeed({ first, read: async () => undefined, after: page.next, limit: 20 })
    assert.deepEqual([next.posts.map(({ id }) => id), next.next], [['b'], undefined])
  })

  test('only the posts of the page are mapped', async () => {
    let count = 0
    const posts = dated(500).map(([id]): FeedPost => {
      const map = () => {
        count += 1
        return buildPost({ id })
      }
      return { id, publishedAt: null, texts: [], map }
    })
    const first: FeedDocument = { profile: buildProfile({ handle: 'feed' }), posts, nextUrl: undefined }
    await pageFeed({ first, read: async () => undefined, after: undefined, limit: 20 })
    assert.equal(count, 20)
  })
})
