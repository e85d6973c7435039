import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildPost } from '../../post/build-post.ts'
import { isRefused } from '../contract/refusal.ts'
import { bySecond } from './by-second.ts'
import { walk } from './walk.ts'

type Item = { readonly id: string; readonly second: number }

const itemsOf = (seconds: readonly number[]): readonly Item[] =>
  seconds.map((second, at) => ({ id: String(1_000 - at), second })).toSorted((a, b) => b.second - a.second)

const walkAll = async (all: readonly Item[], limit: number, isListed = (_: Item) => true) => {
  const found: string[] = []
  let calls = 0
  const read = bySecond<Item>({
    ...{ limit, largest: 100, isListed, secondOf: ({ second }) => second },
    async read(until = Number.POSITIVE_INFINITY, most) {
      calls += 1
      return all.filter(({ second }) => second <= until).slice(0, most)
    },
  })
  let after: string | undefined
  do {
    const { posts, next } = await walk<Item>({
      ...{ after, limit, read, anchor: 'post', keyOf: ({ id }: Item) => id },
      map: ({ id }) => buildPost({ id }),
    })
    found.push(...posts.map(({ id }) => id))
    after = next
  } while (after !== undefined)
  return { found, calls }
}

test('every item once, whichever share a second, with one call for each page', async () => {
  const all = itemsOf(Array.from({ length: 100 }, (_, at) => 10_000 - Math.floor(at / 4)))
  for (const limit of [7, 20, 33]) {
    const { found, calls } = await walkAll(all, limit)
    assert.deepEqual(
      found,
      all.map(({ id }) => id),
    )
    assert.ok(calls <= Math.ceil(100 / limit) + 1, `${calls} calls`)
  }
})

test('items of other lists are left out, and the walk goes on', async () => {
  const all = itemsOf(Array.from({ length: 60 }, (_, at) => 500 - at))
  const { found } = await walkAll(all, 10, ({ second }) => second % 3 === 0)
  assert.deepEqual(
    found,
    all.filter(({ second }) => second % 3 === 0).map(({ id }) => id),
  )
})

test('a malformed position is invalid_cursor', async () => {
  const read = bySecond({ limit: 1, largest: 1, read: async () => [], secondOf: () => 1 })
  for (const at of ['', '5', '5.', 'x.1', '5.1.1', `5.${'1'.repeat(9)}`])
    await assert.rejects(read(at), (error) => isRefused(error, 'invalid_cursor'))
})
