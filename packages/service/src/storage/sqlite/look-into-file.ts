// Looks into a file that may be a store, and makes nothing.

import { statSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { isEmptyFile, requireOwnFile } from './inspect-file.ts'

/** Throws where the file is another program's, or no SQLite file. */
export const lookIntoFile = (file: string): void => {
  const db = new Sqlite(file, { fileMustExist: true })
  try {
    requireOwnFile(db, file)
  } catch (error) {
    throw error instanceof Sqlite.SqliteError ? new Error(`${file}: ${error.message}`, { cause: error }) : error
  } finally {
    db.close()
  }
}

/** False where there is no file, or one in which nothing was made yet; true where it cannot be read. */
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
