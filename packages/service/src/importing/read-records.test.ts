import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ImportError } from './import-error.ts'
import { type FoundRecord, type Needed, readRecords } from './read-records.ts'
import { isRefusal } from './refusal.ts'
import { edd } from './sources/edd.ts'
import { keygen } from './sources/keygen.ts'

const inParts = async function* (text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
}

const KEY: Needed = { what: 'the key', anyOf: [['license key']] }

const read = async (text: string, source = edd, size = text.length || 1): Promise<FoundRecord[]> => {
  const found: FoundRecord[] = []
  for await (const some of readRecords(inParts(text, size), source, [KEY])) found.push(...some)
  return found
}

/** The values of a record, without the spelling of its columns. */
const plain = ({ line, record, cells }: FoundRecord) => ({
  line,
  record,
  cells: isRefusal(cells) ? cells.reason : Object.fromEntries([...cells].map(([name, { text }]) => [name, text])),
})

const reported =
  (...words: readonly RegExp[]) =>
  (error: unknown) =>
    error instanceof ImportError && words.every((word) => word.test(`${error.message} | ${error.advice}`))

test('recognizes columns in any case and order', async () => {
  assert.deepEqual((await read('NAME, License KEY \n"A, B", k1 \n')).map(plain), [
    { line: 2, record: 1, cells: { name: 'A, B', 'license key': 'k1' } },
  ])
})

test('a line with too many or too few cells is refused alone', async () => {
  const found = (await read('Name,License Key\na,k1\nb\nc,k3,x\nd,k4\n')).map(plain)
  assert.deepEqual(
    found.map(({ line, cells }) => [line, cells]),
    [
      [2, { name: 'a', 'license key': 'k1' }],
      [3, 'columns'],
      [4, 'columns'],
      [5, { name: 'd', 'license key': 'k4' }],
    ],
  )
})

test('reports a missing or duplicate column, with the existing ones', async () => {
  await assert.rejects(
    read('Name,Key\na,b\n'),
    reported(/No column for the key found/, /"license key"/, /The file has: "name", "key"/),
  )
  await assert.rejects(read('License Key,Name,name\na,b,c\n'), reported(/"name" appears twice/))
  await assert.rejects(read(''), reported(/empty/))
  await assert.rejects(read(' \n\n'), reported(/empty/))
})

test('reports the line of an unclosed quote', async () => {
  await assert.rejects(read('Name,License Key\na,k1\nb,"k2\nc,k3\n'), reported(/Line 3: .*never closed/))
})

test('reads JSON pages, single values, lists and lines, in any layout', async () => {
  const one = { id: '1', attributes: { key: 'K1', metadata: { Seats: 3, list: [1], none: null } } }
  const two = { id: '2', attributes: { key: 'K2 "}]{[" \\' } }
  const cells = [
    { id: '1', 'attributes.key': 'K1', 'attributes.metadata.seats': '3', 'attributes.metadata.none': '' },
    { id: '2', 'attributes.key': 'K2 "}]{[" \\' },
  ]
  const page = (...data: readonly object[]) => ({ data, links: { next: null } })
  const files = [
    JSON.stringify(page(one, two)),
    JSON.stringify(page(one, two), undefined, 2),
    JSON.stringify(page(one)) + JSON.stringify(page(two)),
    `\n ${JSON.stringify({ data: one })}\n${JSON.stringify(two)}\n`,
    JSON.stringify([one, two]),
  ]
  for (const file of files) {
    for (const size of [1, 7, 10_000]) {
      const found = (await read(file, keygen, size)).map(plain)
      assert.deepEqual(
        found.map((each) => each.cells),
        cells,
      )
      assert.deepEqual(
        found.map(({ record }) => record),
        [1, 2],
      )
    }
  }
  assert.deepEqual(
    (await read(files[3] ?? '', keygen)).map(({ line }) => line),
    [2, 3],
  )
})

test('reports truncated JSON and other content; a single invalid value is refused alone', async () => {
  await assert.rejects(read('{"data":[{"id":"1"}', keygen), reported(/line 1 has no end/, /cut off/))
  await assert.rejects(read('{"id":"1"}\n\nno json', keygen), reported(/Line 3/))
  assert.deepEqual((await read('{"id":"1"}\n{"id":,}\n{"id":"3"}', keygen)).map(plain), [
    { line: 1, record: 1, cells: { id: '1' } },
    { line: 2, record: 2, cells: 'json' },
    { line: 3, record: 3, cells: { id: '3' } },
  ])
  await assert.rejects(read('{"id":"1"}', edd), reported(/JSON/, /CSV only/))
})

test('an incomplete JSON value does not buffer the whole file', async () => {
  let given = 0
  const endless = async function* (): AsyncGenerator<string> {
    yield '{"data":["'
    for (; ; given += 1) yield 'x'.repeat(1024 * 1024)
  }
  await assert.rejects(
    async () => {
      for await (const _found of readRecords(endless(), keygen, []));
    },
    reported(/longer than 16 MB/),
  )
  assert.ok(given < 20, `${given} parts`)
})
