import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { CsvError, type CsvRecord, readCsv } from './read-csv.ts'
import { csvLine, defuse, undefuse } from './write-csv.ts'

/** In parts of `size` characters. */
const inParts = async function* (text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
}

const read = async (text: string, size = text.length || 1): Promise<CsvRecord[]> => {
  const records: CsvRecord[] = []
  for await (const some of readCsv(inParts(text, size))) records.push(...some)
  return records
}

const cellsOf = async (text: string, size?: number) => (await read(text, size)).map(({ cells }) => cells)

test('cells may contain commas, quotes and line breaks, and records have the line of their start', async () => {
  const text = 'a,b\r\n"x, ""y""","1\r\n2"\n\n,\rlast,"'.concat('"')
  for (const size of [1, 2, 3, 7, text.length]) {
    assert.deepEqual(await read(text, size), [
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['x, "y"', '1\r\n2'] },
      { line: 5, cells: ['', ''] },
      { line: 6, cells: ['last', ''] },
    ])
  }
})

test('detects semicolons and tabs as separators from the first line', async () => {
  assert.deepEqual(await cellsOf('a;b\n1,5;2'), [
    ['a', 'b'],
    ['1,5', '2'],
  ])
  assert.deepEqual(await cellsOf('a\tb\n1\t"2\t3"'), [
    ['a', 'b'],
    ['1', '2\t3'],
  ])
  assert.deepEqual(await cellsOf('key\nA;B'), [['key'], ['A;B']])
})

test('reports the line of an unclosed quote, and of text after a closing one', async () => {
  const failure = (line: number) => (error: unknown) => error instanceof CsvError && error.line === line
  for (const size of [1, 100]) {
    await assert.rejects(cellsOf('a,b\n1,2\n3,"x\ny\n', size), failure(3))
    await assert.rejects(cellsOf('a,b\n"1"2,3', size), failure(2))
  }
})

test('an unclosed quote does not buffer the whole file', async () => {
  let given = 0
  const endless = async function* (): AsyncGenerator<string> {
    yield 'a,b\n"'
    for (; ; given += 1) yield 'x'.repeat(64 * 1024)
  }
  await assert.rejects(async () => {
    for await (const _records of readCsv(endless()));
  }, CsvError)
  assert.ok(given < 20, `${given} parts`)
})

test('reads back whatever it writes, in parts of any size', async () => {
  const cell = fc.oneof(
    fc.string({
      unit: fc.constantFrom<string[]>(
        ...['"', ',', '\n', '\r', ';', '\t', "'", '=', '-', '@', '+', 'a', 'é', ' ', '＝', '\u200b'],
      ),
    }),
    fc.string(),
  )
  const row = fc.tuple(cell, cell, cell)
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 5 }), fc.integer({ min: 1, max: 9 }), async (rows, size) => {
      const text = csvLine(['one', 'two', 'three']) + rows.map(csvLine).join('')
      const [, ...back] = await cellsOf(text, size)
      assert.deepEqual(
        back.map((cells) => cells.map(undefuse)),
        rows,
      )
    }),
    { numRuns: 500 },
  )
})

test('quotes cells with separators or surrounding white space, and writes numbers as they are', () => {
  assert.equal(csvLine(['a', 1, null, -2, 'b c']), 'a,1,,-2,b c\r\n')
  assert.equal(
    csvLine(['a,b', 'say "so"', 'two\nlines', 'two\r\nmore', ' x ']),
    '"a,b","say ""so""","two\nlines","two\r\nmore"," x "\r\n',
  )
})

test('prefixes formulas, and nothing else, with an apostrophe', () => {
  const formulas = ['=1+1', '+49', '-1', '@x', '\tx', '\r', '\nx', ' =1', "'=x", "''@", '\u00a0=1', '\u0000=1', '−1']
  for (const formula of formulas) assert.equal(defuse(formula), `'${formula}`)
  for (const sign of '＝＋－＠﹦﹢﹣﹫⁼⁺₌₊') assert.equal(defuse(`${sign}1+1`), `'${sign}1+1`)
  const marks = ['\u200b', '\u200d', '\u2060', '\ufeff', '\u00ad', '\u180e', '\ufe0f', '\u3164', '\u202e', '\u034f']
  for (const mark of marks) assert.equal(defuse(`${mark}=1`), `'${mark}=1`, JSON.stringify(mark))
  for (const text of ['', 'a=1', "it's", "'", '1-2', '2030-01-15', 'a;b', 'a, -b', 'two\n\nlines', 'a\r\n\r\nb'])
    assert.equal(defuse(text), text)
  assert.equal(csvLine(['=HYPERLINK("x")', null, 7]), `"'=HYPERLINK(""x"")",,7\r\n`)
})

/** Reads like a spreadsheet with another separator: quotes within a cell are ordinary characters. */
const cellsElsewhere = (line: string, separator: string): string[] =>
  line.split(new RegExp(`${separator}|\r\n|\r|\n`)).map((cell) => cell.replace(/^"/, ''))

test('nothing becomes a formula when semicolons or tabs are separators', () => {
  const cells = [';=1', 'a;=HYPERLINK("x")', 'a; \u200b＝1', 'a\t=1', 'a\n=1', "a;'=1", ';;@x', 'a;+1;-2', 'a; \t=1']
  for (const cell of cells) {
    assert.equal(undefuse(defuse(cell)), cell)
    for (const separator of [';', '\t']) {
      for (const read of cellsElsewhere(csvLine(['lic_1', cell, 'x']), separator))
        assert.doesNotMatch(read, /^[\s\u200b]*[=+\-@＝]/, JSON.stringify([cell, read]))
    }
  }
  assert.equal(defuse(';=1'), "';'=1")
  assert.equal(csvLine(['a;b', 'a\tb']), '"a;b","a\tb"\r\n')
})
