// Reads the rows of a MySQL or MariaDB dump as a stream: the values of INSERT, with the columns from it or from CREATE
// TABLE. Supports what mysqldump and phpMyAdmin write for one table, and no other SQL.

import { ImportError } from './import-error.ts'

export type SqlRow = {
  /** Where it starts, counted from 1. */
  readonly line: number
  readonly columns: readonly string[]
  /** As text; null is NULL. */
  readonly values: readonly (string | null)[]
}

/** The most characters of a row, or of a statement without rows. */
const MAX_CHARACTERS = 1024 * 1024

const NAME = '(?:`(?:[^`]|``)+`|"[^"]+"|[\\w$.-]+)'
const BLANK = /[\s;]+/y
const WHITE_SPACE = /\s+/y
const COMMENT = /--[^\n]*\n|#[^\n]*\n|\/\*(?:[^*]|\*(?!\/))*\*\//y
const LAST_COMMENT = /^(?:--|#)[^\n]*$/
const INSERT = new RegExp(
  `(?:INSERT|REPLACE)\\s+(?:(?:LOW_PRIORITY|DELAYED|IGNORE)\\s+)*INTO\\s+(?<table>${NAME}(?:\\.${NAME})?)\\s*(?:\\((?<columns>[^)]*)\\)\\s*)?VALUES\\s*(?=\\()`,
  'iy',
)
/** A statement, except comments (also incomplete ones) and statements that write rows. */
const STATEMENT =
  /(?!--|#|\/\*|INSERT\b|REPLACE\b)[^;'"`]*(?:(?:'[^'\\]*(?:(?:\\[\s\S]|'')[^'\\]*)*'(?!')|"[^"]*"|`[^`]*`)[^;'"`]*)*;/iy
const OF_POSTGRESQL = /^(?:COPY\s|SET\s+standard_conforming_strings|SELECT\s+pg_catalog)/i
const CREATE = new RegExp(
  `^CREATE\\s+TABLE\\s+(?:IF\\s+NOT\\s+EXISTS\\s+)?(?<table>${NAME}(?:\\.${NAME})?)\\s*\\(`,
  'i',
)
const COLUMN = /^[ \t]+`(?<name>(?:[^`]|``)+)`/gm
const VALUE =
  /\s*(?:(?<nothing>NULL)|(?:_\w+\s+)?'(?<text>[^'\\]*(?:(?:\\[\s\S]|'')[^'\\]*)*)'|(?<bare>[^\s,()';]+(?:'[^']*')?))\s*(?<end>[,)])/iy
const AFTER_ROW = /\s*(?<sign>[,;])/y

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', 0: '\0', Z: '\x1a' }
const toText = (text: string): string =>
  text.replace(/\\([\s\S])|''/g, (_found, sign?: string) => (sign === undefined ? "'" : (ESCAPES[sign] ?? sign)))

const withoutQuotes = (name: string): string =>
  name
    .trim()
    .replace(/^[`"]|[`"]$/g, '')
    .replaceAll('``', '`')

const oneTable = 'Dump the table of the licenses alone: mysqldump DATABASE TABLE > FILE'

/** Yields the rows of the dump's only table in batches. Throws `ImportError` for anything else. */
export async function* splitSql(parts: AsyncIterable<string>): AsyncGenerator<readonly SqlRow[]> {
  let [rest, at, line] = ['', 0, 1]
  let table: string | undefined
  /** The columns of the current INSERT. */
  let columns: readonly string[] | undefined
  const created = new Map<string, readonly string[]>()

  const matched = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    return pattern.exec(rest)
  }
  const pass = (text: string): void => {
    at += text.length
    line += text.split('\n').length - 1
  }
  const passIf = (pattern: RegExp): boolean => {
    const found = matched(pattern)
    if (found !== null) pass(found[0])
    return found !== null
  }

  const beginInsert = ({ 0: text, groups }: RegExpExecArray): void => {
    const name = groups?.table ?? ''
    if (table !== undefined && table !== name)
      throw new ImportError(`The dump has rows of ${table} and, from line ${line} on, of ${name}`, oneTable)
    table = name
    columns = groups?.columns?.split(',').map(withoutQuotes) ?? created.get(name)
    if (columns === undefined)
      throw new ImportError(`Line ${line} does not name the columns of ${name}`, 'Dump it with --complete-insert')
    pass(text)
  }
  const passStatement = (text: string): void => {
    if (OF_POSTGRESQL.test(text))
      throw new ImportError(
        'The file is a dump of PostgreSQL; only those of MySQL and MariaDB are read',
        'Export the table as CSV: psql -c "\\copy TABLE TO licenses.csv CSV HEADER"',
      )
    const name = CREATE.exec(text)?.groups?.table
    if (name !== undefined)
      created.set(
        name,
        [...text.matchAll(COLUMN)].map(({ groups }) => withoutQuotes(groups?.name ?? '')),
      )
    pass(text)
  }
  /** A complete row; undefined when its end has not arrived yet. */
  const row = (names: readonly string[]): SqlRow | undefined => {
    const values: (string | null)[] = []
    let end = at + 1
    for (;;) {
      VALUE.lastIndex = end
      const found = VALUE.exec(rest)
      if (found === null) return undefined
      const { nothing, text, bare, end: sign } = found.groups ?? {}
      values.push(nothing === undefined ? toText(text ?? bare ?? '') : null)
      end += found[0].length
      if (sign === ')') break
    }
    AFTER_ROW.lastIndex = end
    const separator = AFTER_ROW.exec(rest)
    if (separator === null) return undefined
    const found: SqlRow = { line, columns: names, values }
    pass(rest.slice(at, end + separator[0].length))
    if (separator.groups?.sign === ';') columns = undefined
    return found
  }

  const take = (isWhole: boolean): readonly SqlRow[] => {
    const rows: SqlRow[] = []
    while (at < rest.length) {
      if (columns !== undefined) {
        passIf(WHITE_SPACE)
        const found = rest[at] === '(' ? row(columns) : undefined
        if (found === undefined) break
        rows.push(found)
        continue
      }
      if (passIf(BLANK) || passIf(COMMENT)) continue
      const insert = matched(INSERT)
      if (insert !== null) {
        beginInsert(insert)
        continue
      }
      const statement = matched(STATEMENT)
      if (statement === null) break
      passStatement(statement[0])
    }
    rest = isWhole ? rest.slice(at).replace(LAST_COMMENT, '') : rest.slice(at)
    at = 0
    if (rest.length > MAX_CHARACTERS || (isWhole && (rest !== '' || columns !== undefined)))
      throw new ImportError(
        `Line ${line}: the dump cannot be read from here on`,
        `Only dumps of MySQL and MariaDB are read, whole and of one table. ${oneTable}`,
      )
    return rows
  }

  for await (const part of parts) {
    rest += part
    yield take(false)
  }
  yield take(true)
}

/** Whether a text starts like such a dump. */
export const isSql = (beginning: string): boolean =>
  /^\s*(?:--\s|\/\*|CREATE TABLE\s|INSERT INTO\s|DROP TABLE\s|LOCK TABLES\s|SET (?:NAMES|SQL_MODE|@))/i.test(beginning)
