import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { foldWords } from './fold-words.ts'
import { MONTH_NAMES } from './month-names.ts'
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
  ['13 Feb 2012 13:00 pm', '2012-02-13T13:00:00.000Z'],
  ['13 Feb 2012 13:00 am', null],
  ['13 Feb 2012 25:00 pm', null],
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

/** Dates that programs and people write in feeds. */
const WRITTEN: readonly [string, string | null][] = [
  ['Thu, 02 Sep 2021 20:0:0 Z', '2021-09-02T20:00:00.000Z'],
  ['Tue, Jan 23 2018 02:54:55 MST', '2018-01-23T09:54:55.000Z'],
  ['2017-08-01 13:55:44.364419679 +0200 CEST', '2017-08-01T11:55:44.364Z'],
  ['Sat, 18 Mar 2023 20:21:00 America/Los_Angeles', '2023-03-19T03:21:00.000Z'],
  ['Thu Jan 28 2021 15:28:21 GMT+0000 (Coordinated Universal Time)', '2021-01-28T15:28:21.000Z'],
  ['Thu Jan 28 2021 15:28:21 GMT-0800 (Pacific Standard Time)', '2021-01-28T23:28:21.000Z'],
  ['Thu Jan 28 2021 15:28:21 GMT+0100 (Mitteleuropäische Normalzeit)', '2021-01-28T14:28:21.000Z'],
  ['Thu Jan 28 2021 15:28:21 GMT+0800 (中国标准时间)', '2021-01-28T07:28:21.000Z'],
  ['Thu Jan 28 2021', '2021-01-28T00:00:00.000Z'],
  ['2021-01-28T03:04:05+0200Z', '2021-01-28T01:04:05.000Z'],
  ['Thu , 28 Jan 2021 03:04:05 GMT', '2021-01-28T03:04:05.000Z'],
  ['28 Jan 2021 , 15:04:05 PM', '2021-01-28T15:04:05.000Z'],
  ['2023-03-18T20:21:00 America/Los_Angeles', '2023-03-19T03:21:00.000Z'],
  ['2023-03-18T20:21:00-07:00[America/Los_Angeles]', '2023-03-19T03:21:00.000Z'],
  ['2023-03-18T20:21:00[America/Los_Angeles]', '2023-03-19T03:21:00.000Z'],
  ['2023-03-18T20:21:00+00:00[UTC][u-ca=iso8601]', '2023-03-18T20:21:00.000Z'],
  ['2023-03-18 20:21:00.123456789 +0000 UTC m=+0.0001', '2023-03-18T20:21:00.123Z'],
  ['2023-03-18 20:21:00.123456789 +0000 UTC', '2023-03-18T20:21:00.123Z'],
  ['2023-03-18 20:21:00 -0700 PDT', '2023-03-19T03:21:00.000Z'],
  ['Sat Mar 18 2023 20:21:00 GMT-0700 (PDT)', '2023-03-19T03:21:00.000Z'],
  ['19.3.2023, 20:21:00', '2023-03-19T20:21:00.000Z'],
  ['19.03.2023', '2023-03-19T00:00:00.000Z'],
  ['3/19/2023, 8:21:00 PM', '2023-03-19T20:21:00.000Z'],
  ['19/03/2023 20:21:00', '2023-03-19T20:21:00.000Z'],
  ['03/04/2023 20:21:00', null],
  ['3/4/2023', null],
  ['03/03/2023', '2023-03-03T00:00:00.000Z'],
  ['13/13/2023', null],
  ['2023/3/19 20:21:00', '2023-03-19T20:21:00.000Z'],
  ['2023. 3. 19. 오후 8:21:00', '2023-03-19T20:21:00.000Z'],
  ['2023/3/19 下午8:21:00', '2023-03-19T20:21:00.000Z'],
  ['2023年3月19日', '2023-03-19T00:00:00.000Z'],
  ['2023年3月19日 20:21', '2023-03-19T20:21:00.000Z'],
  ['2023年3月19日 20时21分05秒', '2023-03-19T20:21:05.000Z'],
  ['2023年3月19日(日) 20時21分', '2023-03-19T20:21:00.000Z'],
  ['2023年3月19日日曜日 20:21:00 JST', '2023-03-19T11:21:00.000Z'],
  ['2023年3月19日星期日 下午8:21', '2023-03-19T20:21:00.000Z'],
  ['2023년 3월 19일 오후 8:21', '2023-03-19T20:21:00.000Z'],
  ['2023년 3월 19일 일요일', '2023-03-19T00:00:00.000Z'],
  ['Sonntag, 19. März 2023 um 20:21', '2023-03-19T20:21:00.000Z'],
  ['So, 19 Mär 2023 20:21:00 +0100', '2023-03-19T19:21:00.000Z'],
  ['So., 19. Dez. 2023, 20.21 Uhr', '2023-12-19T20:21:00.000Z'],
  ['Di, 19 Dez 2023 20:21:00 +0100', '2023-12-19T19:21:00.000Z'],
  ['Mi, 10 Mai 2023 20:21:00 GMT', '2023-05-10T20:21:00.000Z'],
  ['dimanche 19 mars 2023 à 20:21', '2023-03-19T20:21:00.000Z'],
  ['dim., 19 févr. 2023 20:21:00 +0000', '2023-02-19T20:21:00.000Z'],
  ['1er août 2023 à 20h21', '2023-08-01T20:21:00.000Z'],
  ['ven, 01 aoû 2023 10:00:00 +0200', '2023-08-01T08:00:00.000Z'],
  ['domingo, 19 de marzo de 2023, 20:21:00', '2023-03-19T20:21:00.000Z'],
  ['19 ene 2023 8:21:00 p. m.', '2023-01-19T20:21:00.000Z'],
  ['domingo, 19 de março de 2023 às 20:21', '2023-03-19T20:21:00.000Z'],
  ['19 de fev. de 2023', '2023-02-19T00:00:00.000Z'],
  ['domenica 19 gennaio 2023 alle ore 20:21', '2023-01-19T20:21:00.000Z'],
  ['zondag 19 maart 2023 om 20:21', '2023-03-19T20:21:00.000Z'],
  ['zo, 19 mrt 2023 20:21:00 +0100', '2023-03-19T19:21:00.000Z'],
  ['niedziela, 19 października 2023 20:21', '2023-10-19T20:21:00.000Z'],
  ['воскресенье, 19 марта 2023 г. в 20:21', '2023-03-19T20:21:00.000Z'],
  ['Вс, 19 мая 2023 20:21:00 +0300', '2023-05-19T17:21:00.000Z'],
  ['19 мая 2023г.', '2023-05-19T00:00:00.000Z'],
  ['19 Mart 2023 Pazar 20:21', '2023-03-19T20:21:00.000Z'],
  ['19 Ağustos 2023 Cumartesi', '2023-08-19T00:00:00.000Z'],
  ['19 KASIM 2023', '2023-11-19T00:00:00.000Z'],
  ['19 Şub 2023 20:21:00 +0300', '2023-02-19T17:21:00.000Z'],
  ['Κυρ, 11 Ιούλ 2004 12:00:00 EST', '2004-07-11T17:00:00.000Z'],
  ['19 березня 2023 р.', '2023-03-19T00:00:00.000Z'],
  ['19. marts 2023', '2023-03-19T00:00:00.000Z'],
  ['19 mars 2023 kl. 20.21', '2023-03-19T20:21:00.000Z'],
  ['March 19, 2023 at 8:21 PM', '2023-03-19T20:21:00.000Z'],
  ['Sunday, March 19, 2023 at 8:21:00 PM GMT+1', '2023-03-19T19:21:00.000Z'],
  ['19th of March 2023', '2023-03-19T00:00:00.000Z'],
  ['March 19th 2023', '2023-03-19T00:00:00.000Z'],
  ['2023-Mar-19 20:21', '2023-03-19T20:21:00.000Z'],
  ['2023 March 19', '2023-03-19T00:00:00.000Z'],
  ['19-MAR-23', '2023-03-19T00:00:00.000Z'],
  ['19 Mar 99 10:00 GMT', '1999-03-19T10:00:00.000Z'],
  ['20230319', '2023-03-19T00:00:00.000Z'],
  ['20230319T202100Z', '2023-03-19T20:21:00.000Z'],
  ['20230319T202100+0100', '2023-03-19T19:21:00.000Z'],
  ['20230319202100', '2023-03-19T20:21:00.000Z'],
  ['2003-335', '2003-12-01T00:00:00.000Z'],
  ['2003-366', null],
  ['2004-366', '2004-12-31T00:00:00.000Z'],
  ['2004-000', null],
  ['2023-3-9', '2023-03-09T00:00:00.000Z'],
  ['Fri, 2006/09/15 08:19:53 EDT', '2006-09-15T12:19:53.000Z'],
  ['2023-03-19T24:00:00Z', '2023-03-20T00:00:00.000Z'],
  ['2023-03-19T24:30:00Z', null],
  ['Sun, 19 Mar 2023 24:00:00 GMT', '2023-03-20T00:00:00.000Z'],
  ['Sun, 19 Mar 2023 20:21 GMT', '2023-03-19T20:21:00.000Z'],
  ['Sun (19) Mar 2023', null],
  ['/Date(1679257260000)/', '2023-03-19T20:21:00.000Z'],
  ['/Date(1679257260000+0100)/', '2023-03-19T20:21:00.000Z'],
  ['Sun, 19 Mar 2023 (a day) 20:21:00 (noon) +0000 (UTC)', '2023-03-19T20:21:00.000Z'],
  ['20:21, 19 March 2023 (UTC)', '2023-03-19T20:21:00.000Z'],
  ['Sun, 19 Mar 2023 20:21:00 Etc/GMT+5', '2023-03-20T01:21:00.000Z'],
  ['Sun, 19 Mar 2023 20:21:00 PST8PDT', '2023-03-20T03:21:00.000Z'],
  ['Sun, 19 Mar 2023 20:21:00 Europe/Nowhere', '2023-03-19T20:21:00.000Z'],
  ['Sun, 19 Mar 2023 20:21:00 Z', '2023-03-19T20:21:00.000Z'],
  ['Sun, 19 Mar 2023 20:21:00 + 0100', '2023-03-19T19:21:00.000Z'],
  ['2023-03-19T20:21:00Z+01:00', null],
  ['2023-03-19T20:21:00 Z', '2023-03-19T20:21:00.000Z'],
  ['2023-03-19T20:21:00.000 +0000', '2023-03-19T20:21:00.000Z'],
  ['2023-03-19T20:21:00−05:00', '2023-03-20T01:21:00.000Z'],
  ['２０２３年３月１９日', '2023-03-19T00:00:00.000Z'],
  ['Sun,\n 19 Mar 2023\t20:21:00  GMT', '2023-03-19T20:21:00.000Z'],
  ['dom, 19 feb 2023 20:21:00 +0100', '2023-02-19T19:21:00.000Z'],
  ['lun., 06 mars 2023', '2023-03-06T00:00:00.000Z'],
  ['Mar 2023', null],
  ['heute', null],
  ['19 Floréal 2023', null],
  ['19 March 2023 to 21 March 2023', null],
  ['Sunday, 19-Mar-2023 20:21:00 UTC', '2023-03-19T20:21:00.000Z'],
  ['Sun Mar 19 20:21:00 GMT+01:00 2023', '2023-03-19T19:21:00.000Z'],
  ['2023-03-19T20:21', '2023-03-19T20:21:00.000Z'],
  ['terça-feira, 21 de março de 2023', '2023-03-21T00:00:00.000Z'],
  ['2023-03-19 8:21:00 PM', '2023-03-19T20:21:00.000Z'],
  ['2023. március 19.', '2023-03-19T00:00:00.000Z'],
  ['0000-00-00 00:00:00', null],
  ['0001-01-01T00:00:00Z', null],
  ['Mon, 01 Jan 0001 00:00:00 +0000', null],
]

test('normalizes every date format of the platforms to RFC 3339 in UTC with milliseconds, and nothing else', () => {
  for (const [value, expected] of FORMS) assert.equal(parseTime(value), expected, String(value))
})

test('parses unambiguous dates in the formats of programs and ten languages, and refuses ambiguous ones', () => {
  for (const [value, expected] of WRITTEN) assert.equal(parseTime(value), expected, value)
})

test('every month name belongs to one month', () => {
  const names = MONTH_NAMES.flatMap((row) => [...new Set(row.split(' ').map(foldWords))])
  assert.deepEqual(names.toSorted(), [...new Set(names)].toSorted())
  MONTH_NAMES.forEach((row, index) => {
    const month = String(index + 1).padStart(2, '0')
    for (const name of row.split(' ')) assert.equal(parseTime(`9 ${name} 2023`), `2023-${month}-09T00:00:00.000Z`, name)
  })
})

test('parses dates that browsers format for people in every language', () => {
  const date = new Date('2023-05-19T20:21:00Z')
  const languages = [
    'en-US',
    'en-GB',
    'de',
    'fr',
    'es',
    'es-MX',
    'pt-BR',
    'pt-PT',
    'it',
    'nl',
    'pl',
    'ru',
    'tr',
    'ja',
    'zh-CN',
    'zh-TW',
    'ko',
  ]
  for (const language of languages)
    for (const dateStyle of ['full', 'long', 'medium'] as const) {
      const written = date.toLocaleString(language, { dateStyle, timeStyle: 'short', timeZone: 'UTC' })
      assert.equal(parseTime(written), date.toISOString(), `${language}: ${written}`)
    }
})

test('accepts a local time that clocks showed twice or never', () => {
  assert.equal(parseTime('29 Oct 2023 02:30:00 Europe/Berlin'), '2023-10-29T00:30:00.000Z')
  assert.equal(parseTime('26 Mar 2023 02:30:00 Europe/Berlin'), '2023-03-26T01:30:00.000Z')
})

test('keeps a time that is already normalized', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date('0100-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }), (date) => {
      assert.equal(parseTime(date.toISOString()), date.toISOString())
    }),
  )
})

test('parses RFC 822 with any spelling of UTC', () => {
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

test('parses times without a zone, and with a longer fraction', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date('0100-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }), (date) => {
      const plain = date.toISOString().slice(0, -1)
      assert.equal(parseTime(plain), date.toISOString())
      assert.equal(parseTime(`${plain}987`), date.toISOString())
      assert.equal(parseTime(plain.slice(0, -4)), `${plain.slice(0, -4)}.000Z`)
    }),
  )
})

test('never throws', () => {
  fc.assert(fc.property(fc.string(), (text) => parseTime(text) === null || typeof parseTime(text) === 'string'))
})

test('no text takes long', () => {
  const started = process.cpuUsage()
  for (const part of [
    '1',
    'a',
    ' ',
    'Fri, ',
    '1 Jan ',
    '(',
    '00:00:00 ',
    '+',
    '-1',
    '[',
    '日',
    '年1',
    'p. ',
    'a/b',
    '.',
    'é',
    '\u{200f}',
  ])
    for (let count = 1; count < 200; count += 1) parseTime(part.repeat(count))
  assert.ok(process.cpuUsage(started).user < 500_000)
})
