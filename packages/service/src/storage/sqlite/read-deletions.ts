// Reads what must not come back from a store that is about to be replaced, without migrating or changing it.

import { existsSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import type { Deletions, MediaMark } from '../store.ts'

/** Empty if there is no such file, or it is older than such tables. Throws if the file is damaged. */
export const readDeletions = (file: string): Deletions => {
  if (!existsSync(file)) return { marks: [], connections: [] }
  const connection = new Sqlite(file, { readonly: true })
  const read = <Row>(table: string, columns: string): readonly Row[] => {
    const found = connection.prepare("select 1 from sqlite_master where type = 'table' and name = ?").get(table)
    return found === undefined ? [] : connection.prepare<[], Row>(`select ${columns} from ${table}`).all()
  }
  try {
    return {
      marks: read<MediaMark>('media_marks', 'subject, marked_at as "markedAt"'),
      connections: read<{ readonly id: string }>('disconnections', 'id').map(({ id }) => id),
    }
  } finally {
    connection.close()
  }
}
