// A file of either kind → records of cells under the names of their columns. CSV or JSON is told by how the text begins.

import { CsvError, readCsv } from '../csv/read-csv.ts'
import { undefuse } from '../csv/write-csv.ts'
import { jsonList, jsonObject } from '../parsing/json-value.ts'
import { parseJson } from '../parsing/parse-json.ts'
import { ImportError } from './import-error.ts'
import type { Refusal } from './refusal.ts'
import type { Columns, Source } from './source.ts'
import { splitJson } from './split-json.ts'

/** By the name of the column in small letters: how it is written, and what it holds. Nothing is the empty text. */
export type Cells = ReadonlyMap<string, { readonly name: string; readonly text: string }>

export type FoundRecord = {
  /** Where it begins, counted from 1. */
  readonly line: number
  /** How many records there are up to this one, itself included. */
  readonly record: number
  readonly cells: Cells | Refusal
}

export type Needed = {
  /** What the columns are for, as the operator is told. */
  readonly what: string
  /** One of these has to be there, whole. */
  readonly anyOf: readonly Columns[]
}

/** Columns that are named when one is missing. */
const MOST_NAMED = 30
const DEEPEST = 6

type Numbered = (line: number, cells: Cells | Refusal) => FoundRecord

const createNumbering = (): Numbered => {
  let record = 0
  return (line, cells) => {
    record += 1
    return { line, record, cells }
  }
}

const requireColumns = (names: readonly string[], { name }: Source, needed: readonly Needed[]): void => {
  const known = new Set(names)
  const twice = names.find((each, at) => each !== '' && names.indexOf(each) !== at)
  if (twice !== undefined)
    throw new ImportError(`The column ${JSON.stringify(twice)} is there twice`, 'Rename or remove one of the two')
  for (const { what, anyOf } of needed) {
    if (anyOf.some((columns) => columns.every((column) => known.has(column)))) continue
    const wanted = anyOf.map((columns) => columns.map((column) => JSON.stringify(column)).join(' with ')).join(', or ')
    const found = names
      .slice(0, MOST_NAMED)
      .map((each) => JSON.stringify(each))
      .join(', ')
    throw new ImportError(
      `The first line names no column for ${what}: ${name} has ${wanted}. There are: ${found}`,
      'Check --from, and that the first line holds the names of the columns',
    )
  }
}

async function* fromCsv(
  parts: AsyncIterable<string>,
  source: Source,
  needed: readonly Needed[],
): AsyncGenerator<readonly FoundRecord[]> {
  const toText = source.isDefused ? undefuse : (cell: string) => cell
  const number = createNumbering()
  let header: readonly { readonly key: string; readonly name: string }[] | undefined
  try {
    for await (const records of readCsv(parts)) {
      const found: FoundRecord[] = []
      for (const { line, cells } of records) {
        if (header === undefined) {
          header = cells.map((cell) => ({ name: cell.trim(), key: cell.trim().toLowerCase() }))
          requireColumns(
            header.map(({ key }) => key),
            source,
            needed,
          )
        } else if (cells.length === header.length) {
          found.push(
            number(
              line,
              new Map(header.map(({ key, name }, at) => [key, { name, text: toText(cells[at] ?? '').trim() }])),
            ),
          )
        } else {
          const message = `The line has ${cells.length} cells, and the first line ${header.length}`
          found.push(number(line, { reason: 'columns', message }))
        }
      }
      yield found
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new ImportError(`Line ${error.line}: ${error.message}`, 'Mend that line; what stands before it was taken')
  }
}

const flatten = (value: unknown, path: string, into: Map<string, { name: string; text: string }>, depth = 0): void => {
  if (typeof value === 'object' && value !== null) {
    if (Array.isArray(value) || depth === DEEPEST) return
    for (const [name, inner] of Object.entries(value))
      flatten(inner, path === '' ? name : `${path}.${name}`, into, depth + 1)
  } else into.set(path.toLowerCase(), { name: path, text: value === null ? '' : String(value).trim() })
}

/** The licenses of one page, or the one that the value is. */
const recordsOf = (value: unknown, records: string): readonly unknown[] => {
  if (Array.isArray(value)) return jsonList(value)
  const held = jsonObject(value)[records]
  if (Array.isArray(held)) return held
  return typeof held === 'object' && held !== null ? [held] : [value]
}

async function* fromJson(parts: AsyncIterable<string>, records: string): AsyncGenerator<readonly FoundRecord[]> {
  const number = createNumbering()
  for await (const texts of splitJson(parts)) {
    for (const { line, text } of texts) {
      let value: unknown
      try {
        value = parseJson(text)
      } catch (error) {
        const message = `No JSON that can be read: ${error instanceof Error ? error.message : String(error)}`
        yield [number(line, { reason: 'json', message: message.split('"')[0] ?? message })]
        continue
      }
      yield recordsOf(value, records).map((record) => {
        const cells = new Map<string, { name: string; text: string }>()
        flatten(record, '', cells)
        return number(line, cells)
      })
    }
  }
}

/** The parts from the first one that is not blank, and how the text begins. */
const peek = async (parts: AsyncIterable<string>) => {
  const iterator = parts[Symbol.asyncIterator]()
  let blank = ''
  for (;;) {
    const { done, value = '' } = await iterator.next()
    if (!done && (blank + value).trim() === '') {
      blank += value
      continue
    }
    const first = blank + value
    if (first.trim() === '') throw new ImportError('The file is empty', 'Export it once more')
    const all = async function* (): AsyncGenerator<string> {
      yield first
      yield* { [Symbol.asyncIterator]: () => iterator }
    }
    return { beginning: first.trimStart().charAt(0), parts: all() }
  }
}

/** The records of the text, some at a time. Throws `ImportError` where the text as a whole is none. */
export async function* readRecords(
  text: AsyncIterable<string>,
  source: Source,
  needed: readonly Needed[],
): AsyncGenerator<readonly FoundRecord[]> {
  const { beginning, parts } = await peek(text)
  const isJson = beginning === '{' || beginning === '['
  if (isJson && source.records === undefined)
    throw new ImportError('The file is JSON', `${source.name}: only CSV is read`)
  if (isJson) yield* fromJson(parts, source.records ?? '')
  else yield* fromCsv(parts, source, needed)
}
