import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shareOf } from './share-of.ts'

test('shares together are the whole, or a little more where it cannot be divided', () => {
  const shares = [
    [4_000, 1, 4_000],
    [4_000, 8, 500],
    [20, 8, 3],
    [20, 64, 1],
    [1, 2, 1],
  ] as const
  for (const [whole, workers, share] of shares) assert.equal(shareOf(whole, workers), share)
})
