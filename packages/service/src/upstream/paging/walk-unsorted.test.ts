import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { buildPost } from '../../post/build-post.ts'
import type { PlatformPost } from '../../post/post.ts'
import { isRefused } from '../contract/refusal.ts'
import type { Posts } from '../contract/source.ts'
import { type UnsortedWalk, walkUnsorted } from './walk-unsorted.ts'

type Read = UnsortedWalk<string>['read']

const request = (read: Read, more: Partial<UnsortedWalk<string>> = {}): UnsortedWalk<string> => ({
  after: undefined,
  limit: 20,
  read,
  keyOf: (id) => id,
  map: (id) => (id.startsWith('gone') ? null : buildPost({ id, text: id })),
  ...more,
})

const walkAll = async (read: Read, more: Partial<UnsortedWalk<string>> = {}, between = () => {}) => {
  const pages: Posts[] = [await walkUnsorted(request(read, more))]
  for (let after = pages[0]?.next; after !== undefined; after = pages.at(-1)?.next) {
    assert.ok(pages.length < 200, 'the walk does not end')
    assert.ok(after.length <= 1_900, `a position of ${after.length} characters`)
    between()
    pages.push(await walkUnsorted(request(read, { ...more, after })))
  }
  return pages
}

const idsOf = (pages: readonly Posts[]) => pages.flatMap(({ posts }) => posts.map(({ id }: PlatformPost) => id))
const ids = (count: number) => Array.from({ length: count }, (_, n) => `post ${n}`)

/** Batches of 10 by offset, which repeat the last item of the batch before. */
const byOffsetOf =
  (list: () => readonly string[]): Read =>
  async (at) => {
    const from = Number(at ?? 0)
    const items = list().slice(Math.max(0, from - 1), from + 10)
    return { items, next: from + 10 >= list().length ? undefined : String(from + 10) }
  }

test('returns every post once, in the order of the list, and skips those that are gone', async () => {
  const list = ids(95).toSpliced(9, 0, 'gone 1', 'gone 2').toSpliced(50, 0, 'post 3')
  const pages = await walkAll(byOffsetOf(() => list))
  assert.deepEqual(idsOf(pages), ids(95))
  for (const { posts } of pages.slice(0, -1)) assert.equal(posts.length, 20)
})

test('returns no post twice in a list that is shuffled between pages, and ends', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 20 }), fc.infiniteStream(fc.nat()), async (limit, numbers) => {
      let list = ids(60)
      const shuffle = () => {
        const rank = new Map(list.map((id) => [id, Number(numbers.next().value)]))
        list = list.toSorted((one, other) => (rank.get(one) ?? 0) - (rank.get(other) ?? 0))
      }
      const found = idsOf(
        await walkAll(
          byOffsetOf(() => list),
          { limit },
          shuffle,
        ),
      )
      assert.equal(new Set(found).size, found.length)
    }),
    { numRuns: 20 },
  )
})

test('goes on while a list with one position for all batches brings new posts, and ends when it does not', async () => {
  let batch = 0
  const read: Read = async () => {
    batch += 1
    return { items: batch <= 4 ? ids(100).slice(batch * 10, batch * 10 + 10) : ids(20), next: 'same' }
  }
  assert.equal(idsOf(await walkAll(read, { limit: 10 })).length, 50)
})

test('ends after the most pages', async () => {
  let n = 0
  const read: Read = async () => {
    n += 20
    return { items: ids(n).slice(-20), next: `at ${n}` }
  }
  assert.equal((await walkAll(read, { mostPages: 25 })).length, 25)
})

test('a long position leaves room for fewer posts, and a later batch that fails is read again', async () => {
  const long = (at: number) => `${'x'.repeat(900)}${at}`
  let fails = false
  const read: Read = async (at) => {
    const from = Number(/\d+$/.exec(at ?? '0')?.[0])
    if (fails && from > 0) throw new Error('a bug')
    return { items: ids(400).slice(from, from + 5), next: from + 5 >= 400 ? undefined : long(from + 5) }
  }
  assert.deepEqual(idsOf(await walkAll(read, { mostReads: 10 })), ids(400))
  fails = true
  await assert.rejects(walkAll(read), /a bug/)
})

test('rejects a position that it did not write', async () => {
  for (const after of ['', '[]', '{}', '["a","b","c"]', '[1,1,""]', 'null'])
    await assert.rejects(walkUnsorted(request(async () => assert.fail('a call'), { after })), (error) =>
      isRefused(error, 'invalid_cursor'),
    )
})
