import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shareOf } from './share-of.ts'

test('the shares add up to the limit, or to slightly more if it is not divisible', () => {
  const shares = [
    [4_000, 1, 4_000],
    [4_000, 8, 500],
    [20, 8, 3],
    [20, 64, 1],
    [1, 2, 1],
  ] as const
  for (const [whole, workers, share] of shares) assert.equal(shareOf(whole, workers), share)
})
