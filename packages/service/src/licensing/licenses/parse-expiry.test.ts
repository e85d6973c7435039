import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseExpiry } from './parse-expiry.ts'

test('reads a day as its start in UTC, and a time as itself', () => {
  assert.equal(parseExpiry('2030-01-31'), Date.UTC(2030, 0, 31))
  assert.equal(parseExpiry('2030-01-31T18:00:00Z'), Date.UTC(2030, 0, 31, 18))
  assert.equal(parseExpiry('2030-01-31 18:00:00.5+02:00'), Date.UTC(2030, 0, 31, 16, 0, 0, 500))
})

test('refuses an invalid day, a time without a zone, and other text', () => {
  for (const text of [
    '2030-02-31',
    '2030-01-31T18:00',
    '2030-01-31T18:00:00',
    '31.01.2030',
    '1893456000',
    '',
    'never',
  ]) {
    assert.equal(parseExpiry(text), undefined, text)
  }
})
