// Opens the SQLite files and migrates them. WAL with synchronous=FULL: committed data survives a power failure.

import { closeSync, existsSync, openSync, realpathSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { takeOwnerOfFolder } from '../../files/take-owner.ts'
import type { SqliteFiles } from './files.ts'
import { requireOwnCache, requireOwnFile } from './inspect-file.ts'
import { CACHE_SCHEMA, CACHE_VERSION, MIGRATIONS } from './migrations.ts'

/** How long a statement waits for a write of another process. */
const BUSY_TIMEOUT_MS = 5_000
/** SQLite's page cache per file, in KiB; better-sqlite3 defaults to 16,000 each. Frequently read data is cached by the
 * service itself or by the system. */
const CACHE_KIB = { main: 4_000, cache: 1_000 } as const

/** The files contain licenses and usage, so only the service may read them. SQLite gives companion files the same mode.
 */
const makePrivate = (file: string) => {
  if (file === ':memory:' || existsSync(file)) return
  const descriptor = openSync(file, 'a', 0o600)
  try {
    takeOwnerOfFolder(descriptor, realpathSync(file))
  } finally {
    closeSync(descriptor)
  }
}

export const openDatabase = ({ file, cacheFile }: SqliteFiles): Sqlite.Database => {
  makePrivate(file)
  const db = new Sqlite(file, { timeout: BUSY_TIMEOUT_MS })
  try {
    requireOwnFile(db, file)
    makePrivate(cacheFile)
    db.prepare('attach database ? as cache').run(cacheFile)
    requireOwnCache(db, cacheFile)
    prepare(db)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

const prepare = (db: Sqlite.Database) => {
  db.pragma('foreign_keys = on')
  for (const [schema, kib] of Object.entries(CACHE_KIB)) {
    enterWal(db, schema)
    db.pragma(`${schema}.cache_size = ${-kib}`)
    // Limits the log file, so that one burst of writes does not occupy the disk forever.
    db.pragma(`${schema}.journal_size_limit = ${64 * 1024 * 1024}`)
  }
  db.pragma('main.synchronous = FULL')
  // Deleted and overwritten data is zeroed in the file, not only marked as free.
  db.pragma('main.secure_delete = ON')
  db.pragma('cache.synchronous = NORMAL')
  migrate(db)
}

/** Changing the journal mode ignores the busy timeout, so it is retried while another process starts. */
const enterWal = (db: Sqlite.Database, schema: string) => {
  for (const deadline = Date.now() + BUSY_TIMEOUT_MS; ; ) {
    try {
      db.pragma(`${schema}.journal_mode = WAL`)
      return
    } catch (error) {
      if (!(error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY')) || Date.now() > deadline)
        throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
    }
  }
}

/** Applies missing migrations in one transaction that starts with the write lock: of two processes that start together,
 * the second finds nothing to do. */
const migrate = (db: Sqlite.Database) => {
  const run = db.transaction(() => {
    db.exec('create table if not exists migrations (name text primary key, applied_at integer not null) strict')
    const applied = new Set(db.prepare('select name from migrations').pluck().all())
    for (const { name, sql } of MIGRATIONS) {
      if (applied.has(name)) continue
      db.exec(sql)
      db.prepare('insert into migrations values (?, unixepoch() * 1000)').run(name)
    }
    if (db.pragma('cache.user_version', { simple: true }) !== CACHE_VERSION) db.exec(CACHE_SCHEMA)
  })
  run.immediate()
}
