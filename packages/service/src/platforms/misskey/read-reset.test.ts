import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refused } from '../../upstream/contract/refusal.ts'
import { readReset } from './read-reset.ts'

const NOW = Date.UTC(2026, 9, 2)

/** Like the real parser: invalid JSON is `broken`. */
const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Refused('broken', { cause })
  }
}

const secondsOf = (body: unknown, status = 429) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const [first] = readReset({ status, url: '', headers: {}, text: () => text, json: () => readJson(text) }, NOW)
  return first?.resetsInSeconds
}

const limited = (info: unknown) => ({ error: { code: 'RATE_LIMIT_EXCEEDED', info } })

const WAITS: readonly (readonly [resetMs: unknown, seconds: number | undefined])[] = [
  [NOW + 42_000, 42],
  [NOW + 41_001, 42],
  [42_000, 42],
  [1, 1],
  [NOW + 90 * 86_400_000, 31 * 86_400],
  [NOW - 1_000, undefined],
  [0, undefined],
  [-5, undefined],
  ['42000', undefined],
  [null, undefined],
]

for (const [resetMs, seconds] of WAITS)
  test(`resetMs ${resetMs} is ${seconds} seconds from now`, () =>
    assert.equal(secondsOf(limited({ resetMs })), seconds))

test('a response without a reset or with another status reports nothing', () => {
  for (const body of [limited(undefined), {}, null, '', '<!doctype html>']) assert.equal(secondsOf(body), undefined)
  assert.equal(secondsOf(limited({ resetMs: 42_000 }), 200), undefined)
})
