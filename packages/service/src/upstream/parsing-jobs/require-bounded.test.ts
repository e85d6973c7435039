import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isRefused } from '../contract/refusal.ts'
import { requireBounded } from './require-bounded.ts'

const isBroken = (error: unknown) => isRefused(error, 'broken') && !error.retryable

test('limits the values of a page, in lists and in objects, and its characters', () => {
  const half = Array.from({ length: 30_000 }, () => null)
  const text = 'x'.repeat(4_000_000)
  for (const part of [half, { ...half }, { lists: [half] }, text, [text], { text }]) {
    requireBounded(part)
    assert.throws(() => requireBounded([part, { part }, 'x']), isBroken)
  }
})

test('refuses more values than a stack could hold', () => {
  assert.throws(() => requireBounded(Array.from({ length: 1_000_000 }, () => 1)), isBroken)
})
