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
  ['2003-12', '2003-12-01T00:00:00.000Z'],
  ['2026-08-01T13:50:00.123456789012345678Z', '2026-08-01T13:50:00.123Z'],
  ['2026-08-01T13:50:00,5+02:00', '2026-08-01T11:50:00.500Z'],
  ['2026-08-01 13:50:00 CEST', '2026-08-01T11:50:00.000Z'],
  ['2026-08-01 13:50:00 +0200', '2026-08-01T11:50:00.000Z'],
  ['Fri,24 Nov 2023 10:11:12 GMT', '2023-11-24T10:11:12.000Z'],
  ['Fri 24 Nov 2023 10:11:12', '2023-11-24T10:11:12.000Z'],
  ['Friday, 24th November 2023 10:11', '2023-11-24T10:11:00.000Z'],
  ['24-Nov-2023 10:11:12 +0100', '2023-11-24T09:11:12.000Z'],
  ['13 Feb, 2012', '2012-02-13T00:00:00.000Z'],
  ['13 Feb 2012', '2012-02-13T00:00:00.000Z'],
  ['Mon, 13 Feb. 2012, 10:11 PM EST', '2012-02-14T03:11:00.000Z'],
  ['13 Feb 2012 12:00 am', '2012-02-13T00:00:00.000Z'],
  ['13 Feb 2012 13:00 pm', null],
  ['Fri Nov 24 10:11:12 2023', '2023-11-24T10:11:12.000Z'],
  ['Fri Nov  4 10:11:12 2023', '2023-11-04T10:11:12.000Z'],
  ['Fri Nov 24 10:11:12 +0000 2023', '2023-11-24T10:11:12.000Z'],
  ['Fri Nov 24 10:11:12 JST 2023', '2023-11-24T01:11:12.000Z'],
  ['Nov 24, 2023 10:11:12 CET', '2023-11-24T09:11:12.000Z'],
  ['November 24, 2023', '2023-11-24T00:00:00.000Z'],
  ['Tue, 10 Jun 2003 04:00:00 GMT+02:00', '2003-06-10T02:00:00.000Z'],
  ['Tue, 10 Jun 2003 04:00:00 UTC-5', '2003-06-10T09:00:00.000Z'],
  ['Tue, 10 Jun 2003 04:00:00 +0200 (CEST)', '2003-06-10T02:00:00.000Z'],
  ['Tue, 10 Jun 2003 04:00:00 CET', '2003-06-10T03:00:00.000Z'],
  ['Tue, 10 Jun 2003 04:00:00 CEST', '2003-06-10T02:00:00.000Z'],
  ['Tue, 10 Jun 2003 04:00:00 MST', '2003-06-10T11:00:00.000Z'],
  ['Tue, 10 Jun 2003 04:00:00 BST', '2003-06-10T03:00:00.000Z'],
  ['Tue, 10 Jun 2003 04:00:00 IST', '2003-06-09T22:30:00.000Z'],
  ['Tue, 10 Jun 2003 04:00:00 JST', '2003-06-09T19:00:00.000Z'],
  ['Tue, 10 Jun 2003 04:00:00 AEST', '2003-06-09T18:00:00.000Z'],
  ['Tue, 10 Jun 2003 04:00:00 NZDT', '2003-06-09T15:00:00.000Z'],
  ['Tue, 10 Jun 2003 04:00:00 XYZ', '2003-06-10T04:00:00.000Z'],
  ['Tue, 10 Jun 2003 04:00:00 constructor', null],
  ['Tue, 31 Jun 2003 04:00:00 GMT', null],
  ['Tue, 10 Foo 2003 04:00:00 GMT', null],
  ['Tue, 10 Jun 2003 25:00:00 GMT', null],
  ['11/24/2023', null],
  ['2021', null],
  [`2026-08-01T13:50:00.${'1'.repeat(1_000_000)}Z`, null],
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

test('a time in RFC 822 is the same time, whichever of its forms UTC has', () => {
  const seconds = fc.integer({ min: Date.UTC(1000, 0) / 1_000, max: Date.UTC(9999, 11, 31) / 1_000 })
  fc.assert(
    fc.property(seconds, fc.constantFrom('GMT', 'UTC', 'Z', '+0000', '-0000', '+00:00', 'gmt'), (second, zone) => {
      const date = new Date(second * 1_000)
      const written = date.toUTCString().replace('GMT', zone)
      assert.equal(parseTime(written), date.toISOString())
      assert.equal(parseTime(written.slice('Fri, '.length)), date.toISOString())
      assert.equal(parseTime(written.toUpperCase()), date.toISOString())
    }),
  )
})

test('without a zone, and with a fraction that is longer, it is the same time', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date('0100-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }), (date) => {
      const plain = date.toISOString().slice(0, -1)
      assert.equal(parseTime(plain), date.toISOString())
      assert.equal(parseTime(`${plain}987`), date.toISOString())
      assert.equal(parseTime(plain.slice(0, -4)), `${plain.slice(0, -4)}.000Z`)
    }),
  )
})

test('no string makes it throw', () => {
  fc.assert(fc.property(fc.string(), (text) => parseTime(text) === null || typeof parseTime(text) === 'string'))
})

test('no string takes long', () => {
  const started = process.cpuUsage()
  for (const part of ['1', 'a', ' ', 'Fri, ', '1 Jan ', '(', '00:00:00 ', '+', '-1'])
    for (let count = 1; count < 200; count += 1) parseTime(part.repeat(count))
  assert.ok(process.cpuUsage(started).user < 500_000)
})
