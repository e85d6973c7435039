import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseExpiry } from './parse-expiry.ts'

test('a day is its first instant in UTC, a time is itself', () => {
  assert.equal(parseExpiry('2030-01-31'), Date.UTC(2030, 0, 31))
  assert.equal(parseExpiry('2030-01-31T18:00:00Z'), Date.UTC(2030, 0, 31, 18))
  assert.equal(parseExpiry('2030-01-31 18:00:00.5+02:00'), Date.UTC(2030, 0, 31, 16, 0, 0, 500))
})

test('a day that does not exist, a time without a zone and other words are none', () => {
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
