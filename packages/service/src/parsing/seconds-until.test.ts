import assert from 'node:assert/strict'
import { test } from 'node:test'
import { secondsUntil } from './seconds-until.ts'

test('converts every form of a retry time to seconds from now', () => {
  const now = Date.parse('2026-08-01T13:45:00.000Z')
  const cases: readonly [string | undefined, number | undefined][] = [
    ['7', 7],
    ['0', 1],
    ['593.2', 594],
    ['1785591930', 30],
    ['2026-08-01T13:50:00.809356Z', 301],
    ['Sat, 01 Aug 2026 13:46:00 GMT', 60],
    ['2026-08-01T13:00:00Z', 1],
    ['2036-08-01T13:00:00Z', 31 * 86_400],
    ['99999999', 31 * 86_400],
    ['soon', undefined],
    ['-5', undefined],
    ['', undefined],
    [undefined, undefined],
  ]
  for (const [value, seconds] of cases) assert.equal(secondsUntil(value, now), seconds, String(value))
})
