import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freshnessOf } from './freshness.ts'

const MINUTE = 60_000
const freshMs = 5 * MINUTE
const day = 24 * 60 * MINUTE

test('a page stays fresh for the set time while the budget lasts, whatever the age of its newest post', () => {
  for (const newestPostAgeMs of [undefined, 0, 365 * day])
    assert.equal(freshnessOf({ freshMs, pressure: 1, newestPostAgeMs }), freshMs)
})

test('a page stays fresh for longer when the budget is used faster than its window passes, and longest for quiet profiles', () => {
  assert.equal(freshnessOf({ freshMs, pressure: 3, newestPostAgeMs: MINUTE }), 15 * MINUTE)
  assert.equal(freshnessOf({ freshMs, pressure: 3, newestPostAgeMs: undefined }), 15 * MINUTE)
  // 500 minutes: a fiftieth of it is 10 minutes, twice the set time.
  assert.equal(freshnessOf({ freshMs, pressure: 3, newestPostAgeMs: 500 * MINUTE }), 30 * MINUTE)
  assert.equal(freshnessOf({ freshMs, pressure: 12, newestPostAgeMs: 365 * day }), 12 * 12 * freshMs)
})
