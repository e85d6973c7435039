import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ApiError, isApiError } from '../../errors.ts'
import { POST_LIMITS } from '../../post/bound-html.ts'
import { buildPost } from '../../post/build-post.ts'
import { PAGE_LIMITS } from '../../post/html-limit.ts'
import type { PlatformPost } from '../../post/post.ts'
import { Refused } from '../contract/refusal.ts'
import { byLast, byOffset, byPage, byToken } from './batches.ts'
import { type Walk, walk } from './walk.ts'

type Item = { readonly id: string; readonly minutes: number | null; readonly texts?: readonly string[] }
type Read = Walk<Item>['read']

const timeOf = ({ minutes }: Item) => (minutes === null ? null : new Date(minutes * 60_000).toISOString())

const READING = {
  keyOf: ({ id }: Item) => id,
  timeOf,
  textsOf: ({ texts = [] }: Item) => texts,
  map: (item: Item): PlatformPost | null => buildPost({ id: item.id, publishedAt: timeOf(item) }),
}

const pageOf = (read: Read, more: Partial<Walk<Item>> = {}) =>
  walk<Item>({ ...READING, anchor: 'count', after: undefined, limit: 20, read, ...more })

/** Items in batches of one size, each with the number of the next. */
const chain =
  (items: readonly Item[], size: number): Read =>
  async (at) => {
    const from = Number(at ?? '0') * size
    const next = from + size < items.length ? String(from / size + 1) : undefined
    return { items: items.slice(from, from + size), next }
  }

type Change = (list: readonly Item[]) => readonly Item[]

/** Reads every page; `change` alters the upstream's items before each but the first. */
const walkAll = async (
  items: readonly Item[],
  readOf: (list: readonly Item[]) => Read,
  more: Partial<Walk<Item>> = {},
  change: Change = (list) => list,
) => {
  const pages: string[][] = []
  let list = items
  let after: string | undefined
  for (let count = 0; count < 100; count += 1) {
    const page = await pageOf(readOf(list), { ...more, after })
    assert.ok(page.posts.length <= (more.limit ?? 20))
    assert.ok((page.next?.length ?? 0) < 2_000, 'a position is short')
    pages.push(page.posts.map(({ id }) => id))
    after = page.next
    if (after === undefined) return pages
    list = change(list)
  }
  return assert.fail('the walk does not end')
}

const walkChain = async (items: readonly Item[], size: number, limit: number, change?: Change) =>
  (await walkAll(items, (list) => chain(list, size), { limit }, change)).flat()

const dated = (count: number): Item[] =>
  Array.from({ length: count }, (_, index) => ({ id: `p${index}`, minutes: 1_000 - index }))
const undated = (count: number): Item[] => dated(count).map(({ id }) => ({ id, minutes: null }))
const idsOf = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id)
const LIMITS = [1, 7, 10, 13, 20]

/** Adds this many new items each time. */
const arriving = (count: number): Change => {
  let number = 0
  return (list) => {
    const isDated = list[0]?.minutes !== null
    const come = Array.from({ length: count }, (): Item => {
      number += 1
      return { id: `new${number}`, minutes: isDated ? 1_000 + number : null }
    })
    return [...come.reverse(), ...list]
  }
}

/** Pages like an upstream that takes the id to continue after. */
const behindId =
  (size: number) =>
  (list: readonly Item[]): Read =>
    byLast(
      async (last) => {
        const from = last === undefined ? 0 : list.findIndex(({ id }) => id === last) + 1
        return list.slice(from, from + size)
      },
      ({ id }) => id,
      (items) => items.length < size,
    )

describe('a walk that counts items', () => {
  test('returns every item once, for any size of batches and pages', async () => {
    for (const items of [dated(53), undated(53)])
      for (const size of [1, 5, 10, 20, 100])
        for (const limit of LIMITS)
          assert.deepEqual(await walkChain(items, size, limit), idsOf(items), `${size} by ${limit}`)
  })

  test('new items during a walk shift nothing, dated or not', async () => {
    for (const items of [dated(53), undated(53)])
      for (const limit of LIMITS)
        assert.deepEqual(await walkChain(items, 10, limit, arriving(1)), idsOf(items), `by ${limit}`)
  })

  test('as many new items as a page has lose nothing, by pages, offsets and tokens', async () => {
    const items = dated(60)
    const styles: Readonly<Record<string, (list: readonly Item[]) => Read>> = {
      pages: (list) => byPage(async (page) => list.slice((page - 1) * 20, page * 20), 20),
      offsets: (list) => byOffset(async (offset) => list.slice(offset, offset + 20), 20),
      tokens: (list) => byToken(chain(list, 20)),
    }
    for (const [style, readOf] of Object.entries(styles))
      for (const limit of [10, 20])
        for (const count of [limit, 20])
          assert.deepEqual(
            (await walkAll(items, readOf, { limit }, arriving(count))).flat(),
            idsOf(items),
            `${count} by ${style}, pages of ${limit}`,
          )
  })

  test('more new items than a page has, once, repeat no post and lose none', async () => {
    for (const items of [dated(60), undated(60)])
      for (const count of [20, 40]) {
        let isFirst = true
        const change: Change = (list) => {
          const after = isFirst ? arriving(count)(list) : list
          isFirst = false
          return after
        }
        const ids = await walkChain(items, 20, 20, change)
        assert.equal(new Set(ids).size, ids.length)
        assert.deepEqual(
          ids.filter((id) => !id.startsWith('new')),
          idsOf(items),
        )
      }
  })

  test('items that are deleted during a walk remove no other of their batch', async () => {
    const items = dated(40)
    const without: Change = (list) => list.filter(({ id }) => id !== 'p9' && id !== 'p8')
    assert.deepEqual(await walkChain(items, 100, 10, without), idsOf(items))
  })

  test('loses nothing between two batches when a site’s clocks repeat an hour', async () => {
    const items = dated(40)
    // WordPress sorts by local time: a later post may follow the end of a batch.
    const repeated = items.map((item, index) => ({ ...item, minutes: index === 20 ? 1_000 - 17 : item.minutes }))
    assert.deepEqual((await walkChain(repeated, 10, 20)).toSorted(), idsOf(items).toSorted())
    assert.deepEqual((await walkChain(repeated, 10, 15)).toSorted(), idsOf(items).toSorted())
  })

  test('a list with only new items ends the walk', async () => {
    const moved = Array.from({ length: 40 }, (_, index): Item => ({ id: `n${index}`, minutes: 5_000 - index }))
    assert.deepEqual(await walkChain(dated(40), 100, 20, () => moved), idsOf(dated(20)))
    const movedUndated = moved.map(({ id }): Item => ({ id, minutes: null }))
    assert.deepEqual(await walkChain(undated(40), 100, 20, () => movedUndated), idsOf(dated(20)))
  })
})

describe('a walk that continues after a post', () => {
  test('returns every item once, for any size of batches, whatever is new', async () => {
    for (const items of [dated(53), undated(53)])
      for (const size of [1, 5, 10, 20, 100])
        for (const limit of LIMITS)
          assert.deepEqual(
            (await walkAll(items, behindId(size), { limit, anchor: 'post' }, arriving(3))).flat(),
            idsOf(items),
            `${size} by ${limit}`,
          )
  })
})

test('dates in no order hide nothing after a post', async () => {
  const items = dated(53).map(({ id }, index): Item => ({ id, minutes: (index * 37) % 53 }))
  for (const limit of LIMITS)
    assert.deepEqual(
      (await walkAll(items, behindId(10), { limit, anchor: 'post' })).flat(),
      idsOf(items),
      `by ${limit}`,
    )
})

describe('the limits of a page', () => {
  const html = '<p>some words</p>'.repeat(4_000)
  const one = (items: readonly Item[]) => (): Read => async () => ({ items, next: undefined })

  test('a page ends before the post that exceeds its budget, and the next page begins with it', async () => {
    const mapped: string[] = []
    const items = dated(40).map(({ id }): Item => ({ id, minutes: null, texts: [id, html] }))
    const most = Math.floor(PAGE_LIMITS.tags / 8_000)
    assert.ok(most > 1 && most * html.length < PAGE_LIMITS.characters)
    const map = (item: Item) => {
      mapped.push(item.id)
      return READING.map(item)
    }
    for (const wants of [undefined, ({ id }: { id: string }) => id.endsWith('9')]) {
      const readOf: (list: readonly Item[]) => Read = (list) => {
        assert.ok(mapped.length <= most)
        mapped.length = 0
        return one(list)()
      }
      const pages = await walkAll(items, readOf, { map, ...(wants && { wants }) })
      const ids = idsOf(items)
      assert.deepEqual(pages.flat(), wants ? ids.filter((id) => wants({ id })) : ids)
    }
  })

  test('a post that exceeds the budget alone is a page of its own', async () => {
    const texts = ['x'.repeat(POST_LIMITS.characters), 'y'.repeat(POST_LIMITS.characters), '<'.repeat(30_000)]
    const items = ['a', 'b'].map((id): Item => ({ id, minutes: null, texts }))
    assert.deepEqual(await walkAll(items, one(items)), [['a'], ['b']])
  })

  test('maps only the posts of the page', async () => {
    let count = 0
    const map = (item: Item) => {
      count += 1
      return READING.map(item)
    }
    await pageOf(one(dated(500))(), { map })
    assert.equal(count, 20)
  })

  test('skips items that are not posts', async () => {
    const map = (item: Item) => (Number(item.id.slice(1)) % 2 === 0 ? READING.map(item) : null)
    const even = idsOf(dated(50)).filter((_, index) => index % 2 === 0)
    assert.deepEqual((await walkAll(dated(50), (list) => chain(list, 10), { map, limit: 7 })).flat(), even)
  })

  test('skips posts that are not wanted, and fills pages', async () => {
    const wants = ({ id }: { id: string }) => Number(id.slice(1)) % 2 === 0
    for (const size of [10, 100]) {
      const pages = await walkAll(dated(50), (list) => chain(list, size), { wants, limit: 7 })
      assert.deepEqual(pages.flat(), idsOf(dated(50).filter(wants)))
      assert.deepEqual(
        pages.map(({ length }) => length),
        [7, 7, 7, 4],
      )
    }
  })

  test('a page reads three batches at most, or as many as it sets', async () => {
    for (const [mostReads, expected] of [
      [undefined, 3],
      [1, 1],
      [5, 5],
    ] as const) {
      let reads = 0
      const read: Read = (at) => {
        reads += 1
        return chain(dated(100), 2)(at)
      }
      const page = await pageOf(read, { wants: () => false, ...(mostReads !== undefined && { mostReads }) })
      assert.deepEqual([reads, page.posts, page.next === undefined], [expected, [], false])
    }
  })
})

describe('an upstream that fails or misleads', () => {
  const failingAt =
    (at: string, error: Error, items = dated(40)): Read =>
    async (requested) => {
      if (requested === at) throw error
      return chain(items, 10)(requested)
    }

  test('when a later batch fails, returns what was read, and a position at that batch', async () => {
    const error = new ApiError('platform_error')
    for (const items of [dated(40), undated(40)]) {
      const page = await pageOf(failingAt('1', error, items))
      assert.deepEqual(idsOf(page.posts), idsOf(items.slice(0, 10)))
      const requested: (string | undefined)[] = []
      const read: Read = (at) => {
        requested.push(at)
        return chain(items, 10)(at)
      }
      const next = await pageOf(read, { after: page.next })
      assert.deepEqual(requested, ['1', '2'])
      assert.deepEqual(idsOf(next.posts), idsOf(items.slice(10, 30)))
      await assert.rejects(pageOf(failingAt('1', error), { after: page.next }), error)
    }
  })

  test('a failure of the first batch fails the page, and so does a bug of our own in any', async () => {
    const error = new ApiError('platform_error')
    await assert.rejects(
      pageOf(async () => Promise.reject(error)),
      error,
    )
    const fault = new TypeError('ours')
    await assert.rejects(pageOf(failingAt('1', fault)), fault)
  })

  test('an absent second batch ends the list', async () => {
    const page = await pageOf(failingAt('1', new Refused('absent')))
    assert.deepEqual([idsOf(page.posts), page.next], [idsOf(dated(10)), undefined])
  })

  test('an upstream that returns the same batch forever ends after two repeats', async () => {
    for (const anchor of ['count', 'post'] as const) {
      let reads = 0
      const read: Read = async (at) => {
        reads += 1
        return { items: dated(5), next: String(Number(at ?? '1') + 1) }
      }
      const pages = await walkAll([], () => read, { anchor, limit: 5 })
      assert.deepEqual(new Set(pages.flat()), new Set(idsOf(dated(5))), anchor)
      assert.ok(reads <= 3, `${reads} reads by ${anchor}`)
    }
  })

  test('a repeated position, or one that is too long, ends the walk', async () => {
    for (const [next, expected] of [
      ['again', 2],
      ['x'.repeat(1_001), 1],
    ] as const) {
      let reads = 0
      const read: Read = async () => {
        reads += 1
        return { items: dated(20), next }
      }
      assert.deepEqual((await walkAll([], () => read)).flat(), idsOf(dated(20)))
      assert.equal(reads, expected)
    }
  })

  test('a loop of positions ends the walk, however long it is', async () => {
    for (const circle of [2, 3, 7, 20])
      for (const limit of [5, 7, 20]) {
        let reads = 0
        const read: Read = async (at) => {
          reads += 1
          const place = at === undefined ? 0 : Number(at.slice(1))
          const items = Array.from({ length: 5 }, (_, n): Item => ({ id: `p${place * 5 + n}`, minutes: null }))
          return { items, next: `t${place === circle ? 1 : place + 1}` }
        }
        const ids = (await walkAll([], () => read, { limit, mostReads: 2 })).flat()
        assert.deepEqual(ids, idsOf(undated((circle + 1) * 5)), `${circle} by ${limit}`)
        assert.ok(reads <= 2 * (circle + 2), `${reads} reads`)
      }
  })

  test('a position of an older version, without visited batches, still works', async () => {
    const read = chain(dated(40), 10)
    const page = await pageOf(read, { after: '["2","unread",null]', limit: 10 })
    assert.deepEqual([idsOf(page.posts), page.next === undefined], [idsOf(dated(30).slice(20)), false])
  })

  test('follows only a few empty batches', async () => {
    let reads = 0
    const read: Read = async (at) => {
      reads += 1
      return { items: [], next: String(Number(at ?? '1') + 1) }
    }
    const page = await pageOf(read)
    assert.deepEqual([page.posts, reads], [[], 3])
    assert.notEqual(page.next, undefined)
  })

  test('an invalid position is invalid_cursor', async () => {
    const broken = ['', 'x', '{}', '[]', '[1]', '[null,null]', '[null,"a",1]', '[[],null,null]']
    for (const after of broken)
      await assert.rejects(pageOf(chain(dated(5), 5), { after }), (error) => isApiError(error, 'invalid_cursor'), after)
  })

  test('an invalid page number or offset is invalid_cursor', async () => {
    for (const at of ['x', '-1', '1.5', '1e3', '9'.repeat(10)])
      for (const read of [byPage(async () => dated(5), 5), byOffset(async () => dated(5), 5)]) {
        const after = JSON.stringify([at, 'unread', null])
        await assert.rejects(pageOf(read, { after }), (error) => isApiError(error, 'invalid_cursor'), at)
      }
  })
})

describe('enriching posts', () => {
  const more = (item: Item): Item => ({ ...item, minutes: 7 })

  test('enriches the posts of the page only', async () => {
    const requested: string[] = []
    const enrich = async (items: readonly Item[]) => {
      requested.push(...idsOf(items))
      return items.map(more)
    }
    const page = await pageOf(chain(dated(53), 30), { enrich })
    assert.deepEqual([requested, idsOf(page.posts)], [idsOf(dated(20)), idsOf(dated(20))])
    assert.ok(page.posts.every(({ publishedAt }) => publishedAt === '1970-01-01T00:07:00.000Z'))
    assert.equal(page.partial, undefined)
  })

  test('a failed enrichment makes the page partial, and loses no post', async () => {
    const enrich = () => Promise.reject(new ApiError('platform_timeout'))
    const page = await pageOf(chain(dated(53), 10), { enrich })
    assert.deepEqual([page.partial, idsOf(page.posts)], [true, idsOf(dated(20))])
    let calls = 0
    const onlyFirstFails = async (items: readonly Item[]) => {
      calls += 1
      return calls === 1 ? enrich() : items
    }
    assert.equal((await pageOf(chain(dated(53), 10), { enrich: onlyFirstFails })).partial, true)
    const fault = new TypeError('ours')
    await assert.rejects(pageOf(chain(dated(53), 10), { enrich: () => Promise.reject(fault) }), fault)
  })

  test('drops the posts that enriching leaves out, and returns every other once', async () => {
    const isThere = ({ id }: Item) => !id.endsWith('3')
    const enrich = async (items: readonly Item[]) => items.filter(isThere).toReversed().map(more)
    const pages = await walkAll(dated(53), (list) => chain(list, 10), { enrich, limit: 7 })
    assert.deepEqual(pages.flat(), idsOf(dated(53).filter(isThere)))
  })
})

test('positions stay short, however long ids and URLs are', async () => {
  const items = dated(100).map(({ id, minutes }): Item => ({ id: id.padEnd(500, 'é'), minutes }))
  const at = (number: number) => `https://blog.example/${'ü'.repeat(400)}?page=${number}`
  const readOf =
    (list: readonly Item[]): Read =>
    async (url) => {
      const page = Number(url?.split('=')[1] ?? '0')
      return { items: list.slice(page * 20, page * 20 + 20), next: page < 4 ? at(page + 1) : undefined }
    }
  for (const anchor of ['count', 'post'] as const)
    assert.deepEqual((await walkAll(items, readOf, { anchor, limit: 15 })).flat(), idsOf(items))
})

describe('an upstream that may ignore the position of a batch', () => {
  const numbered = (newest: number, count: number): Item[] =>
    Array.from({ length: count }, (_, index) => ({ id: String(newest - index), minutes: newest - index }))
  const isBehind = ({ id }: Item, at: string) => Number(id) < Number(at)
  /** Returns its newest items, whatever the position. */
  const newest =
    (list: readonly Item[]): Read =>
    async () => ({ items: list.slice(0, 20), next: list[19]?.id })

  test('returns every item only once', async () => {
    let arrivals = 100
    const change: Change = (list) => {
      arrivals += 7
      return arrivals > 150 ? list : [...numbered(arrivals, 7), ...list]
    }
    const pages = await walkAll(numbered(100, 50), newest, { anchor: 'post', isBehind }, change)
    const given = pages.flat()
    assert.deepEqual(
      given.slice(0, 20),
      numbered(100, 20).map(({ id }) => id),
    )
    assert.equal(new Set(given).size, given.length)
    assert.equal(given.length, 20)
  })

  test('loses no older item whose id is out of order', async () => {
    const items = [...numbered(100, 20), ...numbered(200, 10).map((item, index) => ({ ...item, minutes: 50 - index }))]
    const read: Read = async (at) => {
      const from = at === undefined ? 0 : items.findIndex(({ id }) => id === at) + 1
      const batch = items.slice(from, from + 20)
      return { items: batch, next: batch.at(-1)?.id }
    }
    const pages = await walkAll(items, () => read, { anchor: 'post', isBehind })
    assert.deepEqual(
      pages.flat(),
      items.map(({ id }) => id),
    )
  })
})
