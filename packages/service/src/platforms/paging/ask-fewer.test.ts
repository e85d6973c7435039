import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isRefused, Refused } from '../contract/refusal.ts'
import { askFewer } from './ask-fewer.ts'

/** An upstream that gives so many at most, and what it was asked for. */
const upstream = (most: number, meaning: 'too_much' | 'broken' = 'too_much') => {
  const asked: number[] = []
  const ask = async (limit: number): Promise<number> => {
    asked.push(limit)
    if (limit > most) throw new Refused(meaning)
    return limit
  }
  return { asked, ask }
}

test('what is too much is asked for again with half as many, at most four times', async () => {
  for (const [most, expected] of [
    [100, [20]],
    [12, [20, 10]],
    [3, [20, 10, 5, 3]],
    [2, [20, 10, 5, 3, 2]],
  ] as const) {
    const { asked, ask } = upstream(most)
    assert.equal(await askFewer(20, ask), expected.at(-1))
    assert.deepEqual(asked, expected)
  }
  const none = upstream(0)
  await assert.rejects(askFewer(20, none.ask), (error) => isRefused(error, 'too_much'))
  assert.deepEqual(none.asked, [20, 10, 5, 3, 2])
  const single = upstream(0)
  await assert.rejects(askFewer(1, single.ask), (error) => isRefused(error, 'too_much'))
  assert.deepEqual(single.asked, [1])
})

test('any other refusal is told at once', async () => {
  const { asked, ask } = upstream(10, 'broken')
  await assert.rejects(askFewer(20, ask), (error) => isRefused(error, 'broken'))
  assert.deepEqual(asked, [20])
})
