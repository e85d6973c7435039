// Looks into a file that may be a store, without creating anything.

import { statSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { isEmptyFile, requireOwnFile } from './inspect-file.ts'

/** Throws when the file belongs to another program or is not a SQLite file. */
export const probeFile = (file: string): void => {
  const db = new Sqlite(file, { fileMustExist: true })
  try {
    requireOwnFile(db, file)
  } catch (error) {
    throw error instanceof Sqlite.SqliteError ? new Error(`${file}: ${error.message}`, { cause: error }) : error
  } finally {
    db.close()
  }
}

/** False when the file does not exist or is empty; true when it cannot be read. */
export const hasTables = (file: string): boolean => {
  if (!statSync(file, { throwIfNoEntry: false })?.size) return false
  try {
    const db = new Sqlite(file, { fileMustExist: true })
    try {
      return !isEmptyFile(db)
    } finally {
      db.close()
    }
  } catch {
    return true
  }
}
