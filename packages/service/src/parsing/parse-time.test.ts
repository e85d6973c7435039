import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseTime } from './parse-time.ts'

const FORMS: readonly [unknown, string | null][] = [
  ['2021-08-11T19:56:42+0000', '2021-08-11T19:56:42.000Z'],
  ['2021-08-11T19:56:42+02:00', '2021-08-11T17:56:42.000Z'],
  ['2021-08-11T19:56:42-05', '2021-08-12T00:56:42.000Z'],
  ['2026-08-01T13:50:00.809356Z', '2026-08-01T13:50:00.809Z'],
  ['2026-08-01T13:50:00', '2026-08-01T13:50:00.000Z'],
  ['2026-08-01 13:50', '2026-08-01T13:50:00.000Z'],
  ['2026-08-01', '2026-08-01T00:00:00.000Z'],
  ['2026-08-01t13:50:00z', '2026-08-01T13:50:00.000Z'],
  ['Tue, 10 Jun 2003 04:00:00 GMT', '2003-06-10T04:00:00.000Z'],
  ['Tue, 10 June 2003 04:00:00 EST', '2003-06-10T09:00:00.000Z'],
  ['10 Jun 03 04:00 +0200', '2003-06-10T02:00:00.000Z'],
  ['Sat, 01 Jan 2000 00:00:60 UTC', '2000-01-01T00:00:59.000Z'],
  [1_628_712_002, '2021-08-11T20:00:02.000Z'],
  [1_628_712_002.5, '2021-08-11T20:00:02.500Z'],
  [1_628_712_002_123, '2021-08-11T20:00:02.123Z'],
  ['1628712002', '2021-08-11T20:00:02.000Z'],
  ['2021-02-31T00:00:00Z', null],
  ['2021-13-01', null],
  ['yesterday', null],
  ['', null],
  [0, null],
  [Number.NaN, null],
  [null, null],
  [undefined, null],
]

test('every form of date that a platform sends becomes RFC 3339 in UTC with milliseconds, and nothing else does', () => {
  for (const [value, expected] of FORMS) assert.equal(parseTime(value), expected, String(value))
})

test('a time that is already in the normalized form stays as it is', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date('0100-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }), (date) => {
      assert.equal(parseTime(date.toISOString()), date.toISOString())
    }),
  )
})

test('no string makes it throw', () => {
  fc.assert(fc.property(fc.string(), (text) => parseTime(text) === null || typeof parseTime(text) === 'string'))
})
