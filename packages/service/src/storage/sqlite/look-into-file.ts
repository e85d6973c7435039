import Sqlite from 'better-sqlite3'
import { requireOwnFile } from './inspect-file.ts'

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
