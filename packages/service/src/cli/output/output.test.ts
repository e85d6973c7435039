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

test('a text is as wide as a terminal shows it', () => {
  for (const [text, width] of WIDTHS) assert.equal(textWidth(text), width, JSON.stringify(text))
})

test('lines break at spaces, and inside a word only where it is wider than the line', () => {
  assert.deepEqual(wrapText('one two three\n\nfour', 8), ['one two', 'three', '', 'four'])
  assert.deepEqual(wrapText('a incomprehensible b', 6), ['a', 'incomp', 'rehens', 'ible b'])
  assert.deepEqual(wrapText('日本語のブログ', 6), ['日本語', 'のブロ', 'グ'])
  for (const line of wrapText(`${'word '.repeat(50)}${'x'.repeat(99)}`, 20)) assert.ok(textWidth(line) <= 20)
})

test('what does not fit is cut off with an ellipsis', () => {
  assert.equal(truncate('exactly', 7), 'exactly')
  assert.equal(truncate('one too many', 8), 'one too…')
  assert.equal(truncate('日本語', 5), '日本…')
  assert.equal(textWidth(truncate('👍'.repeat(9), 6)), 5)
})

test('columns are aligned by what is read, whatever it is painted with', () => {
  const paint = (text: string) => `<${text}>`
  assert.equal(
    table([['a', { text: 'bb', paint }, 'c'], ['日本', 'b'], []], { indent: ' ', right: [1] }),
    ' a     <bb>  c\n 日本   b\n\n',
  )
})

test('nothing that a terminal obeys is left in a text of strangers', () => {
  const hostile = 'a\u001b]0;title\u0007b\u009b2Jc\u202ed\u0000e\r\nf\tg\u2028h'
  assert.equal(printable(hostile), 'a]0;titleb2Jcde f g h')
  assert.equal(printableLines(hostile), 'a]0;titleb2Jcde\nf gh')
})

test('JSON holds nothing that a terminal obeys, and means the same', () => {
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

test('colors are for terminals, and NO_COLOR turns them off', () => {
  assert.equal(styleFor({ isTerminal: true, environment: {} }).red('x'), '\u001b[31mx\u001b[39m')
  assert.equal(styleFor({ isTerminal: true, environment: { NO_COLOR: '1' } }).red('x'), 'x')
  assert.equal(styleFor({ isTerminal: true, environment: { TERM: 'dumb' } }).red('x'), 'x')
  assert.equal(styleFor({ isTerminal: true, environment: { NO_COLOR: '' } }).red('x'), '\u001b[31mx\u001b[39m')
  assert.equal(styleFor({ isTerminal: false, environment: {} }).red('x'), 'x')
})

test('times are told in the reader’s time zone, and by their distance', () => {
  const time = Date.parse('2030-01-15T23:30:00Z')
  assert.equal(localTime(time, 'UTC'), '2030-01-15 23:30')
  assert.equal(localTime(time, 'Asia/Tokyo'), '2030-01-16 08:30')
  assert.equal(fromNow(time, time + 30_000), 'now')
  assert.equal(fromNow(time + 60_000, time), 'in 1 minute')
  assert.equal(fromNow(time - 5 * 3_600_000, time), '5 hours ago')
  assert.equal(fromNow(time + 71 * 86_400_000, time), 'in 71 days')
})

test('a word of a command is quoted where a shell would read it otherwise', () => {
  assert.equal(shellQuoted('@user@social.example'), '@user@social.example')
  assert.equal(shellQuoted('https://blog.example/?feed=rss&x=1'), `'https://blog.example/?feed=rss&x=1'`)
  assert.equal(shellQuoted("it's"), `'it'\\''s'`)
})

test('nothing spins where nobody watches, and what the work throws is thrown on', async () => {
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
