// No regular expression backtracks over text from outside. Every pattern of the source runs on texts of its own characters,
// repeated. A pattern that backtracks takes quadratic time: seconds instead of less than a millisecond.

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { createContext, Script } from 'node:vm'
import { jsonObject } from '../src/parsing/json-value.ts'
import { type Pattern, patternsIn } from './patterns-in.ts'
import { FOR_TESTS } from './source-rules.ts'

const SOURCE = new URL('../src/', import.meta.url)
/** Files that never process text from outside: settings, commands, the documents. */
const INSIDE = /^(?:cli|config|http\/docs|observability|storage|workers)\//

/** Patterns that backtrack, and the maximum length of their input. */
const BOUNDED: Readonly<Record<string, number>> = {
  // Markup of the service itself, in which every tag is closed.
  '/<(\\/?)([a-z0-9]+)[^>]*?(\\/?)>/g': 2_048,
  // URLs.
  '/\\/+$/': 2_048,
  '/\\.+(?=:|$)/': 2_048,
  // Normalized text without three consecutive line breaks.
  '/\\n+Continue reading on [^\\n]{1,200} »$/': 2_048,
  // A person's name.
  '/^[(<["\',;:\\s-]+|[)>\\]"\',;:\\s-]+$/g': 500,
  // One tag within the first kilobyte.
  '/([^\\s"\'>/=]+)\\s*=\\s*(?:"([^"]*)"|\'([^\']*)\'|([^\\s"\'>]+))/g': 1_024,
}

/** The length of a text. Its square is a billion steps. */
const LENGTH = 32 * 1024
/** CPU time. A linear pattern takes 1, one that backtracks over the whole text 500 and more. */
const MAX_MS = 150

/** Elapsed time, on a machine with other load. */
const CALLED_OFF_MS = 6_000

const usedMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** Characters over which a pattern could backtrack: its own, and one of each class. */
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

/** The beginning of a pattern, so that texts reach its repetitions. */
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

/** Whether a pattern takes too long for a text. Stops a pattern that would take forever. */
const isSlowOver = (pattern: RegExp, text: string): boolean => {
  Object.assign(sandbox, { pattern, text })
  const startedMs = usedMs()
  try {
    run.runInContext(sandbox, { timeout: CALLED_OFF_MS })
  } catch (error) {
    if (jsonObject(error).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error
    return true
  }
  return usedMs() - startedMs > MAX_MS
}

/** A text for which a pattern takes too long, or undefined. */
const slowTextOf = ({ source, flags }: Pattern, length = LENGTH): string | undefined =>
  textsFor(source, length)
    .find((text) => isSlowOver(new RegExp(source, flags), text))
    ?.slice(0, 60)

const patterns = new Map<string, Pattern>()
for (const path of globSync('**/*.ts', { cwd: SOURCE }))
  if (!FOR_TESTS.test(path) && !INSIDE.test(path))
    for (const pattern of patternsIn(readFileSync(new URL(path, SOURCE), 'utf8')))
      patterns.set(`/${pattern.source}/${pattern.flags}`, pattern)

describe('patterns for text from outside', () => {
  test('are found in any context', () => {
    const inside = '$' + '{/in\\/side/.test(a)}'
    const text = `const a = [/x[/]y/g, b / c / d, \`/no/ ${inside} /no/\`] // /no/\nreturn /last/u`
    assert.deepEqual(
      patternsIn(text).map(({ source, flags }) => `/${source}/${flags}`),
      ['/x[/]y/g', '/in\\/side/', '/last/u'],
    )
    assert.ok(patterns.size > 500, `${patterns.size}`)
  })

  test('that backtrack are distinguished from others', () => {
    for (const source of ['\\s+$', '^(?:a+)+$', 'a[^>]*b[^>]*c'])
      assert.ok(slowTextOf({ source, flags: '' }) !== undefined, source)
    for (const source of ['(?<!\\s)\\s+$', '^a+$', '<[^<>]{0,200}>', 'a[^>]*b'.replace('*', '{0,99}')])
      assert.equal(slowTextOf({ source, flags: '' }), undefined, source)
  })

  test('never backtrack', () => {
    const slow = [...patterns].flatMap(([name, pattern]) => {
      const text = slowTextOf(pattern, BOUNDED[name])
      return text === undefined ? [] : [`${name} over ${JSON.stringify(text)}`]
    })
    assert.deepEqual(slow, [])
  })

  test('with a bounded input exist', () => {
    for (const name of Object.keys(BOUNDED)) assert.ok(patterns.has(name), name)
  })
})
