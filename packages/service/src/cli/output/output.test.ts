import assert from 'node:assert/strict'
import { test } from 'node:test'
import { printJson } from './print-json.ts'
import { printable, printableLines } from './printable.ts'
import { shellQuoted } from './shell-quoted.ts'
import { withSpinner } from './spinner.ts'
import { styleFor } from './style.ts'
import { table } from './table.ts'
import { textWidth, truncate, wrapText } from './text-width.ts'
import { fromNow, localTime } from './times.ts'

const WIDTHS: readonly (readonly [string, number])[] = [
  ['', 0],
  ['plain', 5],
  ['naïve', 5],
  ['e\u0301', 1],
  ['日本語', 6],
  ['한글', 4],
  ['👩‍👩‍👧', 2],
  ['🇩🇪', 2],
  ['…–✓', 3],
  ['a\u200bb', 2],
]

test('text is measured in terminal columns', () => {
  for (const [text, width] of WIDTHS) assert.equal(textWidth(text), width, JSON.stringify(text))
})

test('lines break at spaces, and inside a word only if it is wider than the line', () => {
  assert.deepEqual(wrapText('one two three\n\nfour', 8), ['one two', 'three', '', 'four'])
  assert.deepEqual(wrapText('a incomprehensible b', 6), ['a', 'incomp', 'rehens', 'ible b'])
  assert.deepEqual(wrapText('日本語のブログ', 6), ['日本語', 'のブロ', 'グ'])
  for (const line of wrapText(`${'word '.repeat(50)}${'x'.repeat(99)}`, 20)) assert.ok(textWidth(line) <= 20)
})

test('text that does not fit is truncated with an ellipsis', () => {
  assert.equal(truncate('exactly', 7), 'exactly')
  assert.equal(truncate('one too many', 8), 'one too…')
  assert.equal(truncate('日本語', 5), '日本…')
  assert.equal(textWidth(truncate('👍'.repeat(9), 6)), 5)
})

test('colors do not affect the alignment of columns', () => {
  const paint = (text: string) => `<${text}>`
  assert.equal(
    table([['a', { text: 'bb', paint }, 'c'], ['日本', 'b'], []], { indent: ' ', right: [1] }),
    ' a     <bb>  c\n 日本   b\n\n',
  )
})

test('control characters are removed from untrusted text', () => {
  const hostile = 'a\u001b]0;title\u0007b\u009b2Jc\u202ed\u0000e\r\nf\tg\u2028h'
  assert.equal(printable(hostile), 'a]0;titleb2Jcde f g h')
  assert.equal(printableLines(hostile), 'a]0;titleb2Jcde\nf gh')
})

test('control characters in JSON are escaped, and the value is unchanged', () => {
  let out = ''
  const value = { text: 'a\u001b\u007f\u009b\u2028b' }
  printJson(
    {
      out: (text) => {
        out += text
      },
    },
    value,
  )
  assert.equal(out, '{\n  "text": "a\\u001b\\u007f\\u009b\\u2028b"\n}\n')
  assert.deepEqual(JSON.parse(out), value)
})

test('only terminals get colors, and NO_COLOR disables them', () => {
  assert.equal(styleFor({ isTerminal: true, environment: {} }).red('x'), '\u001b[31mx\u001b[39m')
  assert.equal(styleFor({ isTerminal: true, environment: { NO_COLOR: '1' } }).red('x'), 'x')
  assert.equal(styleFor({ isTerminal: true, environment: { TERM: 'dumb' } }).red('x'), 'x')
  assert.equal(styleFor({ isTerminal: true, environment: { NO_COLOR: '' } }).red('x'), '\u001b[31mx\u001b[39m')
  assert.equal(styleFor({ isTerminal: false, environment: {} }).red('x'), 'x')
})

test('times are shown in the user’s time zone, or relative to now', () => {
  const time = Date.parse('2030-01-15T23:30:00Z')
  assert.equal(localTime(time, 'UTC'), '2030-01-15 23:30')
  assert.equal(localTime(time, 'Asia/Tokyo'), '2030-01-16 08:30')
  assert.equal(fromNow(time, time + 30_000), 'now')
  assert.equal(fromNow(time + 60_000, time), 'in 1 minute')
  assert.equal(fromNow(time - 5 * 3_600_000, time), '5 hours ago')
  assert.equal(fromNow(time + 71 * 86_400_000, time), 'in 71 days')
})

test('an argument is quoted if a shell would interpret it', () => {
  assert.equal(shellQuoted('@user@social.example'), '@user@social.example')
  assert.equal(shellQuoted('https://blog.example/?feed=rss&x=1'), `'https://blog.example/?feed=rss&x=1'`)
  assert.equal(shellQuoted("it's"), `'it'\\''s'`)
})

test('no spinner is shown without a terminal, and an error of the work is rethrown', async () => {
  let err = ''
  const io = {
    isErrTerminal: false,
    environment: {},
    now: () => 0,
    err: (text: string) => {
      err += text
    },
  }
  await assert.rejects(
    withSpinner(io, 'Working', () => Promise.reject(new Error('no'))),
    /^Error: no$/,
  )
  assert.equal(err, '')
})
