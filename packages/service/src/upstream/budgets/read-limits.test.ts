import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readLimits, readRetryAfter } from './read-limits.ts'

const NOW = Date.parse('2026-08-01T13:45:00.000Z')

test('reads the number left in every format', () => {
  const reported: readonly (readonly [string, Record<string, string>, ReturnType<typeof readLimits>])[] = [
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
    [
      'X, with its day used up and its 15 minutes not',
      {
        'x-rate-limit-limit': '10000',
        'x-rate-limit-remaining': '9991',
        'x-rate-limit-reset': '1785592500',
        'x-app-limit-24hour-limit': '100',
        'x-app-limit-24hour-remaining': '0',
        'x-app-limit-24hour-reset': '1785631900',
        'x-user-limit-24hour-limit': '25',
        'x-user-limit-24hour-remaining': '4',
        'x-user-limit-24hour-reset': '1785640000',
      },
      { left: 0, limit: 100, resetsInSeconds: 40_000 },
    ],
    [
      'Tumblr, with the smaller share left in its hour',
      {
        'x-ratelimit-perday-limit': '5000',
        'x-ratelimit-perday-remaining': '4000',
        'x-ratelimit-perday-reset': '60000',
        'x-ratelimit-perhour-limit': '1000',
        'x-ratelimit-perhour-remaining': '10',
        'x-ratelimit-perhour-reset': '1200',
      },
      { left: 10, limit: 1000, resetsInSeconds: 1_200 },
    ],
    [
      'a gateway that names the window at the end of the field name',
      {
        'x-ratelimit-limit-minute': '60',
        'x-ratelimit-remaining-minute': '59',
        'x-ratelimit-limit-day': '1000',
        'x-ratelimit-remaining-day': '0',
        'x-ratelimit-reset-day': '7200',
      },
      { left: 0, limit: 1000, resetsInSeconds: 7_200 },
    ],
    [
      'two used-up windows: the longer one matters',
      { ratelimit: '"burst";r=0;t=12, "day";r=0;t=4000, "month";r=9;t=90000' },
      { left: 0, limit: null, resetsInSeconds: 4_000 },
    ],
    [
      'milliseconds since the epoch',
      { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1785591930000' },
      { left: 0, limit: null, resetsInSeconds: 30 },
    ],
    ['a negative number', { 'x-ratelimit-remaining': '-2' }, { left: 0, limit: null, resetsInSeconds: null }],
    ['no reset', { 'x-ratelimit-remaining': '5' }, { left: 5, limit: null, resetsInSeconds: null }],
    ['no number left', { 'x-ratelimit-limit': '5' }, undefined],
    ['nonsense', { 'x-ratelimit-remaining': 'plenty', ratelimit: 'soon' }, undefined],
  ]
  for (const [name, headers, limit] of reported) assert.deepEqual(readLimits(headers, NOW), limit, name)
})

test('a call may be retried after Retry-After, but not before a used-up window resets', () => {
  const quarter = { 'x-rate-limit-remaining': '9991', 'x-rate-limit-reset': '600' }
  const day = { 'x-app-limit-24hour-remaining': '0', 'x-app-limit-24hour-reset': '40000' }
  assert.equal(readRetryAfter({ ...quarter, ...day }, NOW), 40_000)
  assert.equal(readRetryAfter({ 'retry-after': '60', ...quarter, ...day }, NOW), 40_000)
  assert.equal(readRetryAfter({ 'retry-after': '60', ...quarter }, NOW), 60)
  assert.equal(readRetryAfter(quarter, NOW), undefined)
  assert.equal(readRetryAfter({ 'x-ratelimit-remaining': '0.0', 'x-ratelimit-reset': '42' }, NOW), 42)
})

test('reads Retry-After in seconds or as a date, and otherwise the reset', () => {
  assert.equal(readRetryAfter({ 'retry-after': '3600', 'x-ratelimit-reset': '5' }, NOW), 3600)
  assert.equal(readRetryAfter({ 'retry-after': 'Sat, 01 Aug 2026 13:46:00 GMT' }, NOW), 60)
  assert.equal(readRetryAfter({ 'ratelimit-reset': '5' }, NOW), 5)
  assert.equal(readRetryAfter({}, NOW), undefined)
})
