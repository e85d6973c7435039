import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freshnessOf } from './freshness.ts'

const MINUTE = 60_000
const freshMs = 5 * MINUTE
const day = 24 * 60 * MINUTE

test('a page lives as long as it should while the budget lasts, however old its newest post', () => {
  for (const newestPostAgeMs of [undefined, 0, 365 * day])
    assert.equal(freshnessOf({ freshMs, pressure: 1, newestPostAgeMs }), freshMs)
})

test('it lives longer as the budget goes faster than its window, quiet profiles longest', () => {
  assert.equal(freshnessOf({ freshMs, pressure: 3, newestPostAgeMs: MINUTE }), 15 * MINUTE)
  assert.equal(freshnessOf({ freshMs, pressure: 3, newestPostAgeMs: undefined }), 15 * MINUTE)
  // 500 minutes are a fiftieth's 10: twice as long as a page lives.
  assert.equal(freshnessOf({ freshMs, pressure: 3, newestPostAgeMs: 500 * MINUTE }), 30 * MINUTE)
  assert.equal(freshnessOf({ freshMs, pressure: 12, newestPostAgeMs: 365 * day }), 12 * 12 * freshMs)
})
