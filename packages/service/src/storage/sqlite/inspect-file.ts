// Inspects a SQLite file before anything changes in it: empty, the service's own, or another program's. Only reads.

import type { Database } from 'better-sqlite3'
import { FIRST_MIGRATION } from './migrations.ts'

const ANOTHERS = 'belongs to another program; nothing was changed. Use a separate file for the store'

/** The applied migrations; undefined when the service never created its tables. */
export const readApplied = (db: Database): readonly string[] | undefined => {
  const columns = db.prepare(`select name from pragma_table_info('migrations') order by name`).pluck().all()
  if (columns.join() !== 'applied_at,name') return undefined
  const applied = db.prepare('select name from migrations').pluck().all() as string[]
  return applied.includes(FIRST_MIGRATION) ? applied : undefined
}

/** Whether no program has created anything in the file. */
export const isEmptyFile = (db: Database): boolean => containsOnly(db, 'main', [])

/** Throws when the file is neither empty nor a store. Reads in one transaction, so that another process that is
 * creating the tables has created all or none. */
export const requireOwnFile = (db: Database, file: string): void => {
  const isOwn = db.transaction(() => readApplied(db) !== undefined || isEmptyFile(db))
  if (!isOwn.deferred()) throw new Error(`${file} ${ANOTHERS}`)
}

/** The tables of the cache, which are recreated when their schema changes. */
const CACHE_TABLES = ['pages', 'claims']

/** Throws when the attached cache file is neither empty nor a cache. */
export const requireOwnCache = (db: Database, file: string): void => {
  if (!containsOnly(db, 'cache', CACHE_TABLES)) throw new Error(`The cache file ${file} ${ANOTHERS}`)
}

/** Programs mark their files with an id (https://sqlite.org/pragma.html#pragma_application_id). Names that begin with
 * `sqlite_` are internal tables, such as statistics. */
const containsOnly = (db: Database, schema: 'main' | 'cache', tables: readonly string[]): boolean => {
  if (db.pragma(`${schema}.application_id`, { simple: true }) !== 0) return false
  const found = db.prepare(
    `select name from ${schema}.sqlite_schema where type in ('table', 'view') and name not glob 'sqlite_*'`,
  )
  return found
    .pluck()
    .all()
    .every((name) => tables.includes(String(name)))
}
