// A SQLite store as SQL statements that recreate it, including the cache, which must be attached as "cache".

import Sqlite from 'better-sqlite3'
import { sqliteFiles } from '../../packages/service/src/storage/sqlite/files.ts'
import { FILL_TRIGRAMS } from '../../packages/service/src/storage/sqlite/index-license-trigrams.ts'
import { insertRows, requireRows } from './sql-values.ts'

type Item = { readonly type: 'table' | 'index' | 'trigger'; readonly name: string; readonly sql: string }
/** `virtual`: an index that is a virtual table, with its rows in `shadow` tables. */
type Kind = 'table' | 'virtual' | 'shadow'
type Row = Readonly<Record<string, unknown>>

export const dumpSqlite = (file: string): string => {
  const db = new Sqlite(file, { readonly: true })
  try {
    db.prepare('attach database ? as cache').run(sqliteFiles(file).cacheFile)
    const version = db.pragma('cache.user_version', { simple: true })
    return `${dumpSchema(db, 'main')}${dumpSchema(db, 'cache')}pragma cache.user_version = ${version};\n`
  } finally {
    db.close()
  }
}

const dumpSchema = (db: Sqlite.Database, schema: 'main' | 'cache'): string => {
  const items = db
    .prepare<[], Item>(
      `select type, name, sql from ${schema}.sqlite_schema where sql is not null and name not like 'sqlite_%'`,
    )
    .all()
  const kinds = new Map(
    db
      .prepare<[], { name: string; type: Kind }>(`select name, type from pragma_table_list where schema = '${schema}'`)
      .all()
      .map(({ name, type }) => [name, type]),
  )
  const create = (type: Item['type']) =>
    items
      .filter((item) => item.type === type && kinds.get(item.name) !== 'shadow')
      // Statements in sqlite_schema contain no schema name.
      .map(({ sql }) => `${sql.replace(/^(create (?:unique |virtual )?(?:table|index|trigger) )/i, `$1${schema}.`)};\n`)
      .join('')
  const rows = items
    .filter(({ type, name }) => type === 'table' && kinds.get(name) === 'table')
    .map(({ name }) => {
      const found = db.prepare<[], Row>(`select * from ${schema}.${name}`).all()
      requireRows(name, found)
      return insertRows(`${schema}.${name}`, found, (hex) => `x'${hex}'`)
    })
  const filled = [...kinds.values()].includes('virtual') ? FILL_TRIGRAMS : ''
  // Triggers come last, because the rows already include the changes that they would record.
  return create('table') + create('index') + rows.join('') + filled + create('trigger')
}
