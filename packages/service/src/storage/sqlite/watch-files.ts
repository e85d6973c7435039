// Rejects writes that would be lost or would crash the process. It must not open the files: closing one releases
// SQLite's own locks on it (POSIX, fcntl).

import { accessSync, constants, statSync, utimesSync } from 'node:fs'
import type { Database } from 'better-sqlite3'
import type { SqliteFiles } from './files.ts'

export type FileWatch = {
  /** Throws an Error when a write would be lost or is impossible. */
  requireWritable(): void
  /** Call after anything that may have written. */
  wrote(): void
}

/** Errors of a disk that accepts no changes. A user who may write but not set the times gets another error, which is
 * ignored. */
const UNCHANGEABLE: ReadonlySet<string> = new Set(['EROFS', 'EIO'])

const NOTHING_TO_WATCH: FileWatch = { requireWritable: () => {}, wrote: () => {} }

export const watchFiles = (db: Database, { file, cacheFile }: SqliteFiles): FileWatch => {
  if (file === ':memory:') return NOTHING_TO_WATCH
  const isInPlace = watchPlace(file)
  const indices = [file, cacheFile].map((each) => `${each}-shm`)
  const readBoth = db.prepare(
    'select exists (select 1 from main.sqlite_schema), exists (select 1 from cache.sqlite_schema)',
  )
  return {
    requireWritable() {
      if (!isInPlace()) throw new Error('The file of the store was removed or replaced: put it back, or restart')
      for (const index of indices) requireChangeable(index)
    },
    wrote() {
      if (!db.inTransaction) readBoth.get()
    },
  }
}

/** Writes to a file that was removed or replaced are lost when it is closed, and SQLite does not report that. */
const watchPlace = (file: string): (() => boolean) => {
  const opened = statSync(file)
  return () => {
    const found = statSync(file, { throwIfNoEntry: false })
    return found?.ino === opened.ino && found.dev === opened.dev
  }
}

/** SQLite memory-maps this file for the index of its log (https://sqlite.org/walformat.html#shm). When the file cannot
 * be changed, the kernel kills the process (SIGBUS). So check it before each write, and read once after each commit:
 * the first reader of new data updates the index. */
const requireChangeable = (index: string): void => {
  const now = new Date()
  const denied = errorOf(() => accessSync(index, constants.W_OK))
  if (denied !== undefined && denied.code !== 'ENOENT') throw denied
  // A failed disk still grants access, but accepts no changes.
  const failed = errorOf(() => utimesSync(index, now, now))
  if (failed?.code !== undefined && UNCHANGEABLE.has(failed.code)) throw failed
}

const errorOf = (call: () => void): NodeJS.ErrnoException | undefined => {
  try {
    call()
    return undefined
  } catch (error) {
    return error as NodeJS.ErrnoException
  }
}
