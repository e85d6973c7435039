// Checks whether a file is a complete store that needs no log file next to it, and of which version.

import Sqlite from 'better-sqlite3'
import { readApplied } from './inspect-file.ts'
import { MIGRATIONS } from './migrations.ts'

/** The most problems to report. */
const MAX_PROBLEMS = 5

/** Returns the migrations of later versions. Throws an Error that says what is wrong. No other process may have the
 * file open: the check writes to it. */
export const checkFile = (file: string): readonly string[] => {
  const db = new Sqlite(file, { fileMustExist: true })
  try {
    // In this journal mode the file needs no companion files, and can be read from read-only media.
    db.pragma('journal_mode = delete')
    const problems = db.pragma(`integrity_check(${MAX_PROBLEMS})`, { simple: false }) as { integrity_check: string }[]
    const found = problems.map((problem) => problem.integrity_check).filter((text) => text !== 'ok')
    if (found.length > 0) throw new Error(`it is damaged: ${found.join('; ')}`)
    return laterThanKnown(db)
  } catch (error) {
    // SQLITE_NOTADB, SQLITE_CORRUPT: the file is something else, or damaged beyond recognition.
    throw error instanceof Sqlite.SqliteError
      ? new Error(`it is not a whole SQLite file: ${error.message}`, { cause: error })
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
