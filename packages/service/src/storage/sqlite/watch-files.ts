// Says no to what would be written to nowhere, and to what would end the process. Opens none of the files it looks at: to
// close one would give up the locks that SQLite has on it (POSIX, fcntl).

import { accessSync, constants, statSync, utimesSync } from 'node:fs'
import type { Database } from 'better-sqlite3'
import type { SqliteFiles } from './files.ts'

export type FileWatch = {
  /** Throws an Error where a write would be lost or could not be made. */
  requireWritable(): void
  /** To be called after whatever may have been a write. */
  wrote(): void
}

/** What a disk says of a change that it does not take; somebody who may write but not set the times is told otherwise. */
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
      if (!isInPlace()) throw new Error('The file of the store was removed or replaced: put it back, or start anew')
      for (const index of indices) requireChangeable(index)
    },
    wrote() {
      if (!db.inTransaction) readBoth.get()
    },
  }
}

/** Whatever is written to a file that was removed, or that another was put in the place of, is gone when it is closed, and
 * SQLite does not say so. */
const watchPlace = (file: string): (() => boolean) => {
  const opened = statSync(file)
  return () => {
    const found = statSync(file, { throwIfNoEntry: false })
    return found?.ino === opened.ino && found.dev === opened.dev
  }
}

/** SQLite changes the index of its log in memory that is mapped to this file (https://sqlite.org/walformat.html#shm), and
 * where the file cannot be changed, the kernel ends the whole process for it (SIGBUS). So whoever writes asks first, and
 * whoever has committed reads once: the first who reads what is new notes in the index how far. */
const requireChangeable = (index: string): void => {
  const now = new Date()
  const denied = errorOf(() => accessSync(index, constants.W_OK))
  if (denied !== undefined && denied.code !== 'ENOENT') throw denied
  // A disk that failed denies nobody access, but takes no change.
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
