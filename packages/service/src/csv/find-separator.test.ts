import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CsvRecord, readCsv } from './read-csv.ts'

const inParts = async function* (text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
}

/** The same in parts of any size. */
const read = async (text: string, countKnown?: (names: readonly string[]) => number): Promise<CsvRecord[]> => {
  const all: CsvRecord[][] = []
  for (const size of [1, 2, 3, 7, 1_000]) {
    const records: CsvRecord[] = []
    for await (const some of readCsv(inParts(text, size), countKnown)) records.push(...some)
    all.push(records)
  }
  for (const records of all) assert.deepEqual(records, all[0])
  return all[0] ?? []
}

const cellsOf = async (text: string, countKnown?: (names: readonly string[]) => number) =>
  (await read(text, countKnown)).map(({ cells }) => cells)

const TWO = [
  ['key', 'plan'],
  ['A', 'pro'],
]

test('reads the separator line for Excel, however programs have saved it', async () => {
  const lines: readonly (readonly [first: string, separator: string])[] = [
    ['sep=;', ';'],
    ['SEP=,', ','],
    ['"sep=;"', ';'],
    ['sep=;;', ';'],
    ['sep=,,', ','],
    // Opened by a program that does not know the line, and saved with commas.
    ['sep=;,', ','],
    ['sep=', ';'],
    ['sep=\t', '\t'],
    ['sep=\\t', '\t'],
    ['sep=|', '|'],
    ['sep=^', '^'],
    ['\n\nsep=;\n', ';'],
  ]
  for (const [first, separator] of lines) {
    for (const end of ['\n', '\r\n', '\r']) {
      const rows = TWO.map((cells) => cells.join(separator) + end)
      assert.deepEqual(await cellsOf(first.replaceAll('\n', end) + end + rows.join('')), TWO, JSON.stringify(first))
    }
  }
  assert.deepEqual(await read('sep=;\r\nkey;plan\r\nA;pro'), [
    { line: 2, cells: ['key', 'plan'] },
    { line: 3, cells: ['A', 'pro'] },
  ])
})

test('the separator line takes precedence over the column names', async () => {
  assert.deepEqual(await cellsOf('sep=;\nkey;"plan, of many, many names"\nA;pro\n'), [
    ['key', 'plan, of many, many names'],
    ['A', 'pro'],
  ])
})

test('skips empty lines and lines of separators before the column names', async () => {
  for (const before of ['\n\n', '\r\n\r\n', '\r\r', ' \n\t\n', ',,,\n', ';\n,,\n', '"",""\n', '|\n']) {
    for (const separator of [',', ';', '\t', '|']) {
      const text = before + TWO.map((cells) => `${cells.join(separator)}\n`).join('')
      assert.deepEqual(await cellsOf(text), TWO, JSON.stringify(text))
    }
  }
  assert.equal((await read('\r\n;;\r\nkey;plan\r\n'))[0]?.line, 3)
})

test('ignores separators in quotes', async () => {
  const texts = [
    'key,"plan; name; of; it"\nA,pro\n',
    '"key; old; and new",plan\nA,pro\n',
    '"key;\nold; and ""new"";",plan\nA,pro\n',
    '"plan;",key\nA,pro\n',
    '"a\tb\tc",d\nA,pro\n',
  ]
  for (const text of texts) {
    const [names, ...rows] = await cellsOf(text)
    assert.deepEqual([names?.length, rows], [2, [['A', 'pro']]], text)
  }
})

test('prefers the separator that yields the most known columns over the most frequent one', async () => {
  const isKnown = (name: string) => name === 'key' || name === 'plan'
  const header = 'key;plan;Products (all, old, new, and those to come, as far as known)'
  const cells = await cellsOf(`${header}\nA;pro;x\n`, (names) => names.filter(isKnown).length)
  assert.deepEqual(cells[1], ['A', 'pro', 'x'])
})
