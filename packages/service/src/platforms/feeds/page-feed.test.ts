import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { buildPost, buildProfile } from '../../normalization/build-post.ts'
import { type FeedDocument, pageFeed } from './page-feed.ts'

type Item = readonly [id: string, minutes: number | null]

const document = (items: readonly Item[], nextUrl?: string): FeedDocument => ({
  profile: buildProfile({ handle: 'feed' }),
  posts: items.map(([id, minutes]) =>
    buildPost({ id, publishedAt: minutes === null ? null : new Date(minutes * 60_000).toISOString() }),
  ),
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
})
