// Reads the marks of images from a store that is about to be replaced, without migrating or changing it.

import { existsSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import type { MediaMark } from '../store.ts'

/** None if there is no such file, or it is older than the marks. Throws if the file is damaged. */
export const readMediaMarks = (file: string): readonly MediaMark[] => {
  if (!existsSync(file)) return []
  const connection = new Sqlite(file, { readonly: true })
  try {
    const table = connection.prepare("select 1 from sqlite_master where type = 'table' and name = 'media_marks'").get()
    if (table === undefined) return []
    return connection.prepare<[], MediaMark>('select subject, marked_at as "markedAt" from media_marks').all()
  } finally {
    connection.close()
  }
}
