import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isRefused, Refused } from '../contract/refusal.ts'
import { byTokenOfFewer, requestFewer } from './request-fewer.ts'

/** An upstream that returns at most this many items, and the limits requested. */
const upstream = (most: number, meaning: 'too_much' | 'broken' = 'too_much') => {
  const requested: number[] = []
  const send = async (limit: number): Promise<number> => {
    requested.push(limit)
    if (limit > most) throw new Refused(meaning)
    return limit
  }
  return { requested, send }
}

test('halves the limit when it is too much, at most four times', async () => {
  for (const [most, expected] of [
    [100, [20]],
    [12, [20, 10]],
    [3, [20, 10, 5, 3]],
    [2, [20, 10, 5, 3, 2]],
  ] as const) {
    const { requested, send } = upstream(most)
    assert.equal(await requestFewer(20, send), expected.at(-1))
    assert.deepEqual(requested, expected)
  }
  const none = upstream(0)
  await assert.rejects(requestFewer(20, none.send), (error) => isRefused(error, 'too_much'))
  assert.deepEqual(none.requested, [20, 10, 5, 3, 2])
  const single = upstream(0)
  await assert.rejects(requestFewer(1, single.send), (error) => isRefused(error, 'too_much'))
  assert.deepEqual(single.requested, [1])
})

test('passes on any other refusal immediately', async () => {
  const { requested, send } = upstream(10, 'broken')
  await assert.rejects(requestFewer(20, send), (error) => isRefused(error, 'broken'))
  assert.deepEqual(requested, [20])
})

/** Letters in batches of at most `most`, each after a letter. */
const letters = (most: number) => {
  const requested: (readonly [token: string | undefined, size: number])[] = []
  const read = async (token: string | undefined, size: number) => {
    requested.push([token, size])
    if (size > most) throw new Refused('too_much')
    const from = token === undefined ? 0 : 'abcdefghijkl'.indexOf(token) + 1
    const items = [...'abcdefghijkl'.slice(from, from + size)]
    return { items, next: from + size < 12 ? items.at(-1) : undefined }
  }
  return { requested, read }
}

test('a later batch starts with the size that the previous one got', async () => {
  const { requested, read } = letters(2)
  const next = byTokenOfFewer(8, read)
  const first = await next(undefined)
  assert.deepEqual(first, { items: ['a', 'b'], next: '2 b' })
  assert.deepEqual(await next(first.next), { items: ['c', 'd'], next: '2 d' })
  assert.deepEqual(requested, [
    [undefined, 8],
    [undefined, 4],
    [undefined, 2],
    ['b', 2],
  ])
})

test('leaves a token unchanged when nothing was too much, and takes none for a size', async () => {
  const { requested, read } = letters(100)
  assert.deepEqual(await byTokenOfFewer(8, read)(undefined), { items: [...'abcdefgh'], next: 'h' })
  assert.deepEqual(await byTokenOfFewer(8, read)('h'), { items: [...'ijkl'], next: undefined })
  assert.deepEqual(requested, [
    [undefined, 8],
    ['h', 8],
  ])
  const odd = byTokenOfFewer(8, async (token, size) => ({ items: [token, size], next: '3 odd' }))
  const { next } = await odd(undefined)
  assert.deepEqual((await odd(next)).items, ['3 odd', 8])
  // A page with fewer posts than the remembered size.
  assert.deepEqual((await byTokenOfFewer(2, read)('5 a')).items, ['b', 'c'])
})
