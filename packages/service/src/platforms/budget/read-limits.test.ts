import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readLimits, readRetryAfter } from './read-limits.ts'

const NOW = Date.parse('2026-08-01T13:45:00.000Z')

test('every dialect of what is left is read', () => {
  const told: readonly (readonly [string, Record<string, string>, ReturnType<typeof readLimits>])[] = [
    [
      'X',
      { 'x-rate-limit-limit': '900', 'x-rate-limit-remaining': '899', 'x-rate-limit-reset': '1785591930' },
      { left: 899, limit: 900, resetsInSeconds: 30 },
    ],
    [
      'Mastodon',
      { 'x-ratelimit-limit': '300', 'x-ratelimit-remaining': '7', 'x-ratelimit-reset': '2026-08-01T13:50:00.809356Z' },
      { left: 7, limit: 300, resetsInSeconds: 301 },
    ],
    [
      'Reddit',
      { 'x-ratelimit-used': '7', 'x-ratelimit-remaining': '593.0', 'x-ratelimit-reset': '42' },
      { left: 593, limit: 600, resetsInSeconds: 42 },
    ],
    [
      'Bluesky',
      {
        'ratelimit-limit': '3000',
        'ratelimit-remaining': '0',
        'ratelimit-reset': '1785591930',
        'ratelimit-policy': '3000;w=300',
      },
      { left: 0, limit: 3000, resetsInSeconds: 30 },
    ],
    ['the draft', { ratelimit: '"default";r=50;t=30' }, { left: 50, limit: null, resetsInSeconds: 30 }],
    ['one without a reset', { 'x-ratelimit-remaining': '5' }, { left: 5, limit: null, resetsInSeconds: null }],
    ['none', { 'x-ratelimit-limit': '5' }, undefined],
    ['nonsense', { 'x-ratelimit-remaining': 'plenty', ratelimit: 'soon' }, undefined],
  ]
  for (const [name, headers, limit] of told) assert.deepEqual(readLimits(headers, NOW), limit, name)
})

test('when to come back is what Retry-After says, in seconds or as a date, else the reset', () => {
  assert.equal(readRetryAfter({ 'retry-after': '3600', 'x-ratelimit-reset': '5' }, NOW), 3600)
  assert.equal(readRetryAfter({ 'retry-after': 'Sat, 01 Aug 2026 13:46:00 GMT' }, NOW), 60)
  assert.equal(readRetryAfter({ 'ratelimit-reset': '5' }, NOW), 5)
  assert.equal(readRetryAfter({}, NOW), undefined)
})
