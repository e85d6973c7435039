// Reads a file into records of named cells. CSV, JSON or SQL is detected by the start of the text.

import { CsvError, readCsv } from '../csv/read-csv.ts'
import { shownText } from '../csv/spreadsheet-cell.ts'
import { jsonObject } from '../parsing/json-value.ts'
import { parseJsonWithIds } from '../parsing/parse-json.ts'
import { type Cell, type Cells, countedCells } from './cells.ts'
import { looksLikeRecord, shownNames } from './column-name.ts'
import { type Column, createToColumn, type ToColumn } from './columns.ts'
import { ImportError } from './import-error.ts'
import { isLicenseRecord } from './is-license-record.ts'
import { createRowReader, type ReadRow, type RowReader } from './read-rows.ts'
import type { Rejection } from './refusal.ts'
import type { Columns, Source } from './source.ts'
import { type JsonText, splitJson } from './split-json.ts'
import { isSql, type SqlRow, splitSql } from './split-sql.ts'

export type FoundRecord = {
  /** Where it starts, counted from 1. */
  readonly line: number
  /** The number of the record, counted from 1. */
  readonly record: number
  readonly cells: Cells | Rejection
}

export type Needed = {
  /** What the columns are for, in messages. */
  readonly what: string
  /** At least one of these sets of columns must be present. */
  readonly anyOf: readonly Columns[]
}

export type ReadOptions = {
  readonly source: Source
  readonly needed: readonly Needed[]
} & ColumnHooks

export type ColumnHooks = {
  /** Called with new columns; for a CSV file once, before its first record. An error ends the import. */
  readonly onColumns?: (columns: readonly Column[]) => void
  /** Whether the operator ignores the column. */
  readonly isIgnored?: (name: string) => boolean
}

/** The most column names to list when one is missing. */
const MAX_NAMED = 30
const DEEPEST = 6
const CHECK_NAMES = 'Check --from, and that the first line holds the names of the columns'

type Numbered = (line: number, cells: Cells | Rejection) => FoundRecord

const createNumbering = (): Numbered => {
  let record = 0
  return (line, cells) => {
    record += 1
    return { line, record, cells }
  }
}

const requireColumns = (columns: readonly Column[], { name }: Source, needed: readonly Needed[]): void => {
  const names = columns.map(({ key }) => key)
  const known = new Set(names)
  const found = looksLikeRecord(names)
    ? `The line has ${countedCells(names.length)} and looks like a record, not like the names of columns`
    : `The file has: ${shownNames(names.slice(0, MAX_NAMED))}`
  for (const { what, anyOf } of needed) {
    if (anyOf.some((columns) => columns.every((column) => known.has(column)))) continue
    const wanted = anyOf.map((columns) => columns.map((column) => JSON.stringify(column)).join(' with ')).join(', or ')
    throw new ImportError(`No column for ${what} found: ${name} has ${wanted}. ${found}`, CHECK_NAMES)
  }
  if (!columns.some(({ use }) => Array.isArray(use)))
    throw new ImportError(`No column of ${name} found. ${found}`, CHECK_NAMES)
  const twice = columns.find(
    ({ key, use }, at) => use !== 'left behind' && use !== 'row numbers' && names.indexOf(key) !== at,
  )
  if (twice !== undefined)
    throw new ImportError(
      `The column ${shownNames([twice.name.toLowerCase()])} appears twice`,
      'Rename or remove one of the two',
    )
}

async function* fromCsv(parts: AsyncIterable<string>, options: ReadOptions): AsyncGenerator<readonly FoundRecord[]> {
  const { source, needed, onColumns = () => {}, isIgnored } = options
  const toColumn = createToColumn(source)
  const number = createNumbering()
  const countKnown = (names: readonly string[]): number =>
    names.filter((name) => Array.isArray(toColumn(name).use)).length
  let rows: RowReader | undefined
  const toFound = ({ line, cells }: ReadRow): FoundRecord => number(line, cells)
  const ending = createEnding()
  try {
    for await (const records of readCsv(ending.watch(parts), countKnown)) {
      const found: FoundRecord[] = []
      for (const record of records) {
        if (record.cells.every((cell) => shownText(cell).trim() === '')) continue
        if (rows !== undefined) {
          found.push(...rows.read(record).map(toFound))
          continue
        }
        const columns = record.cells.map(toColumn)
        requireColumns(columns, source, needed)
        onColumns(columns)
        rows = createRowReader(columns, source, isIgnored)
      }
      yield found
    }
    if (rows !== undefined) yield rows.end(ending.isOpen()).map(toFound)
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    if (rows !== undefined) yield rows.end(true).map(toFound)
    throw new ImportError(`Line ${error.line}: ${error.message}`, 'Correct that line')
  }
}

/** Detects a text that ends within a line, as a truncated one does. */
const createEnding = () => {
  let last = ''
  return {
    async *watch(parts: AsyncIterable<string>): AsyncGenerator<string> {
      for await (const part of parts) {
        last = part.at(-1) ?? last
        yield part
      }
    },
    isOpen: (): boolean => last !== '\n' && last !== '\r',
  }
}

/** Fields that must not be missed: a default would make the license active, live or unlimited. */
const DECISIVE = ['status', 'mode', 'expiresAt'] as const

type Flattening = { readonly toColumn: ToColumn; readonly into: Map<string, Cell> }

const flatten = (value: unknown, path: string, to: Flattening, depth = 0): void => {
  const { toColumn, into } = to
  const isObject = typeof value === 'object' && value !== null
  const { key, name, use } = toColumn(path)
  const isInside = depth > 0
  if (isObject && !(isInside && use === 'left behind')) {
    for (const [inner, each] of innerOf(value, path, isInside && Array.isArray(use)))
      if (depth < DEEPEST) flatten(each, inner, to, depth + 1)
  }
  if (!isInside) return
  // An exact column name takes precedence over a similar one.
  if (into.has(key) && path.toLowerCase() !== key) return
  if (!isObject) into.set(key, { name, text: value === null ? '' : String(value).trim() })
  // A status in an unknown form, or nested too deeply, must not be treated as missing.
  else if (DECISIVE.some((field) => use.includes(field)) || (use === 'unknown' && depth === DEEPEST))
    into.set(key, { name, text: JSON.stringify(value) })
}

/** The members of an object or a list with their paths. A list in a field that is read as text yields nothing. */
const innerOf = (
  value: object,
  path: string,
  isRead: boolean,
): readonly (readonly [path: string, value: unknown])[] => {
  if (Array.isArray(value)) return isRead ? [] : value.map((each) => [`${path}[]`, each])
  return Object.entries(value).map(([name, each]) => [path === '' ? name : `${path}.${name}`, each])
}

/** The licenses in a page, in a list of pages, or the value itself. */
const recordsOf = (value: unknown, records: string): readonly unknown[] => {
  if (Array.isArray(value)) return value.flatMap((each) => recordsOf(each, records))
  const content = jsonObject(value)[records]
  if (Array.isArray(content)) return content
  if (typeof content !== 'object' || content === null) return [value]
  // PHP encodes a list with gaps as an object.
  const isNumbered = Object.keys(content).every((name) => /^\d+$/.test(name))
  return isNumbered ? Object.values(content) : [content]
}

/** Only spreadsheets have unnamed columns with row numbers. */
const asNamed = (column: Column): Column => (column.use === 'row numbers' ? { ...column, use: 'unknown' } : column)

async function* fromJson(parts: AsyncIterable<string>, options: ReadOptions): AsyncGenerator<readonly FoundRecord[]> {
  const { source, onColumns = () => {} } = options
  const number = createNumbering()
  const toColumn = createToColumn(source)
  const seen = new Set<string>()
  let added: Column[] = []
  const toCells = (record: unknown): Cells => {
    const into = new Map<string, Cell>()
    flatten(record, '', { toColumn, into })
    // Columns of records that are not licenses are not reported.
    if (!isLicenseRecord(into, source)) return into
    for (const { name } of into.values()) {
      if (seen.has(name)) continue
      seen.add(name)
      added.push(asNamed(toColumn(name)))
    }
    return into
  }
  const toFound = ({ line, text }: JsonText): readonly FoundRecord[] => {
    let value: unknown
    try {
      value = parseJsonWithIds(text)
    } catch (error) {
      const message = `No JSON that can be read: ${error instanceof Error ? error.message : String(error)}`
      return [number(line, { reason: 'json', message: message.split('"')[0] ?? message })]
    }
    return recordsOf(value, source.records ?? '').map((record) => number(line, toCells(record)))
  }
  for await (const texts of splitJson(parts)) {
    const found = texts.flatMap(toFound)
    // Before the records with these columns are returned.
    if (added.length > 0) onColumns(added)
    added = []
    yield found
  }
}

/** The rows of a dump contain exactly the stored values. */
async function* fromSql(parts: AsyncIterable<string>, options: ReadOptions): AsyncGenerator<readonly FoundRecord[]> {
  const { source, needed, onColumns = () => {} } = options
  const toColumn = createToColumn(source)
  const number = createNumbering()
  let columns: readonly Column[] | undefined
  const toFound = (known: readonly Column[], { line, columns: names, values }: SqlRow): FoundRecord => {
    if (values.length !== names.length) {
      const message = `The row has ${values.length} values, and the table ${names.length} columns`
      return number(line, { reason: 'columns', message })
    }
    return number(line, new Map(known.map(({ key, name }, at) => [key, { name, text: (values[at] ?? '').trim() }])))
  }
  for await (const rows of splitSql(parts)) {
    const [first] = rows
    if (first === undefined) continue
    if (columns === undefined) {
      columns = first.columns.map((name) => asNamed(toColumn(name)))
      requireColumns(columns, source, needed)
      onColumns(columns)
    }
    yield rows.map((row) => toFound(columns ?? [], row))
  }
}

/** Characters needed to detect the kind of a file. */
const BEGINNING = 32

/** The text from its first nonblank part on, and how it starts. */
const peek = async (parts: AsyncIterable<string>) => {
  const iterator = parts[Symbol.asyncIterator]()
  let blank = ''
  for (;;) {
    const { done, value = '' } = await iterator.next()
    if (!done && (blank + value).trim().length < BEGINNING) {
      blank += value
      continue
    }
    const first = blank + value
    if (first.trim() === '') throw new ImportError('The file is empty', 'Export it again')
    const all = async function* (): AsyncGenerator<string> {
      yield first
      yield* { [Symbol.asyncIterator]: () => iterator }
    }
    return { beginning: first.trimStart(), parts: all() }
  }
}

/** Yields the records in batches. Throws `ImportError` when the text as a whole is not readable. */
export async function* readRecords(
  text: AsyncIterable<string>,
  source: Source,
  needed: readonly Needed[],
  hooks: ColumnHooks = {},
): AsyncGenerator<readonly FoundRecord[]> {
  const options: ReadOptions = { source, needed, ...hooks }
  const { beginning, parts } = await peek(text)
  const isJson = beginning.startsWith('{') || beginning.startsWith('[')
  if (isJson && source.records === undefined)
    throw new ImportError('The file is JSON', `${source.name} is imported from CSV only`)
  if (isJson) yield* fromJson(parts, options)
  else if (isSql(beginning)) yield* fromSql(parts, options)
  else yield* fromCsv(parts, options)
}
