// Whether a file is a whole store, one that stands alone, without a log beside it, and of which version.

import Sqlite from 'better-sqlite3'
import { readApplied } from './inspect-file.ts'
import { MIGRATIONS } from './migrations.ts'

/** Most problems worth telling. */
const MOST_PROBLEMS = 5

/** Returns the migrations that later versions made; throws an Error that says what is wrong. The file must be a copy that nobody else
 * has open: it is written to. */
export const checkFile = (file: string): readonly string[] => {
  const db = new Sqlite(file, { fileMustExist: true })
  try {
    // A file in this mode needs no other beside it, and can be read from where nothing can be written.
    db.pragma('journal_mode = delete')
    const problems = db.pragma(`integrity_check(${MOST_PROBLEMS})`, { simple: false }) as { integrity_check: string }[]
    const found = problems.map((problem) => problem.integrity_check).filter((text) => text !== 'ok')
    if (found.length > 0) throw new Error(`it is damaged: ${found.join('; ')}`)
    return laterThanKnown(db)
  } catch (error) {
    // SQLITE_NOTADB, SQLITE_CORRUPT: what it is instead, nobody knows.
    throw error instanceof Sqlite.SqliteError
      ? new Error(`it is no whole SQLite file: ${error.message}`, { cause: error })
      : error
  } finally {
    db.close()
  }
}

const laterThanKnown = (db: Sqlite.Database): readonly string[] => {
  const applied = readApplied(db)
  if (applied === undefined) throw new Error('it is another program’s SQLite file')
  const known = new Set(MIGRATIONS.map(({ name }) => name))
  return applied.filter((name) => !known.has(name))
}
