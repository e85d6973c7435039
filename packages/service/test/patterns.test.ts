// No pattern goes back over text from outside. Every regular expression of the source meets texts that are made of its own
// signs, again and again: one that tries them in more than one way takes the square of their length, which is seconds where
// all others take less than a millisecond.

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { createContext, Script } from 'node:vm'
import { jsonObject } from '../src/parsing/json-value.ts'
import { type Pattern, patternsIn } from './patterns-in.ts'
import { FOR_TESTS } from './source-rules.ts'

const SOURCE = new URL('../src/', import.meta.url)
/** What never meets text from outside: settings, commands, what the documents are made of. */
const INSIDE = /^(?:cli|config|http\/docs|observability|storage|workers)\//

/** Patterns that go back, and the most characters that they ever meet. */
const BOUNDED: Readonly<Record<string, number>> = {
  // Markup that was written here, each of whose tags ends.
  '/<(\\/?)([a-z0-9]+)[^>]*?(\\/?)>/g': 2_048,
  // Addresses.
  '/\\/+$/': 2_048,
  '/\\.+(?=:|$)/': 2_048,
  // Tidy text, which has no three line ends in a row.
  '/\\n+Continue reading on [^\\n]{1,200} »$/': 2_048,
  // The name of a person.
  '/^[(<["\',;:\\s-]+|[)>\\]"\',;:\\s-]+$/g': 500,
  // One tag within the first kilobyte.
  '/([^\\s"\'>/=]+)\\s*=\\s*(?:"([^"]*)"|\'([^\']*)\'|([^\\s"\'>]+))/g': 1_024,
}

/** Characters of a text: the square of it is a billion steps. */
const LENGTH = 32 * 1024
/** Of the processor. A pattern that goes over the text once takes 1; one that goes back over all of it, 500 and more. */
const MOST_MS = 150

/** By the clock, on a machine that does other things besides. */
const CALLED_OFF_MS = 6_000

const usedMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** Characters of which texts are made that a pattern may go back over: its own, and one of each class. */
const signsOf = (source: string): readonly string[] => {
  const written = source.replace(/\\[pP]\{[^}]*\}|\\u[\da-f]{4}|\\./gi, ' ')
  return [
    ...new Set([
      'a',
      '0',
      ' ',
      '\n',
      '-',
      ...(written.match(/[^\s\w\\()[\]{}?*+|^$]/g) ?? []),
      ...(written.match(/[a-z]/gi) ?? []).slice(0, 2),
    ]),
  ].slice(0, 14)
}

/** What a pattern begins with, so that texts come as far as what it repeats. */
const beginningOf = (source: string): string =>
  /^\^?(?<plain>(?:[\w <>:@"=;,/-]|\\[/.-])*)/.exec(source)?.groups?.plain?.replaceAll('\\', '') ?? ''

const textsFor = (source: string, length: number): readonly string[] => {
  const signs = signsOf(source)
  const beginning = beginningOf(source)
  const units = [
    ...signs,
    ...signs.slice(0, 6).flatMap((one) => signs.slice(0, 6).map((other) => one + other)),
    ...(beginning === '' ? [] : [beginning]),
  ]
  return [...new Set(units)].map((unit) => `${beginning}${unit.repeat(length / unit.length)}\0`)
}

const sandbox = createContext({ pattern: /x/, text: '' })
const run = new Script('pattern.test(text)')

/** Whether a pattern takes too long over a text; one that would take for ever is called off. */
const isSlowOver = (pattern: RegExp, text: string): boolean => {
  Object.assign(sandbox, { pattern, text })
  const startedMs = usedMs()
  try {
    run.runInContext(sandbox, { timeout: CALLED_OFF_MS })
  } catch (error) {
    if (jsonObject(error).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error
    return true
  }
  return usedMs() - startedMs > MOST_MS
}

/** The text that a pattern takes too long over; undefined when there is none. */
const slowTextOf = ({ source, flags }: Pattern, length = LENGTH): string | undefined =>
  textsFor(source, length)
    .find((text) => isSlowOver(new RegExp(source, flags), text))
    ?.slice(0, 60)

const patterns = new Map<string, Pattern>()
for (const path of globSync('**/*.ts', { cwd: SOURCE }))
  if (!FOR_TESTS.test(path) && !INSIDE.test(path))
    for (const pattern of patternsIn(readFileSync(new URL(path, SOURCE), 'utf8')))
      patterns.set(`/${pattern.source}/${pattern.flags}`, pattern)

describe('patterns over text from outside', () => {
  test('are found, in whatever they stand', () => {
    const inside = '$' + '{/in\\/side/.test(a)}'
    const text = `const a = [/x[/]y/g, b / c / d, \`/no/ ${inside} /no/\`] // /no/\nreturn /last/u`
    assert.deepEqual(
      patternsIn(text).map(({ source, flags }) => `/${source}/${flags}`),
      ['/x[/]y/g', '/in\\/side/', '/last/u'],
    )
    assert.ok(patterns.size > 500, `${patterns.size}`)
  })

  test('that go back are told from those that do not', () => {
    for (const source of ['\\s+$', '^(?:a+)+$', 'a[^>]*b[^>]*c'])
      assert.ok(slowTextOf({ source, flags: '' }) !== undefined, source)
    for (const source of ['(?<!\\s)\\s+$', '^a+$', '<[^<>]{0,200}>', 'a[^>]*b'.replace('*', '{0,99}')])
      assert.equal(slowTextOf({ source, flags: '' }), undefined, source)
  })

  test('never go back over it', () => {
    const slow = [...patterns].flatMap(([name, pattern]) => {
      const text = slowTextOf(pattern, BOUNDED[name])
      return text === undefined ? [] : [`${name} over ${JSON.stringify(text)}`]
    })
    assert.deepEqual(slow, [])
  })

  test('that are bounded are there', () => {
    for (const name of Object.keys(BOUNDED)) assert.ok(patterns.has(name), name)
  })
})
