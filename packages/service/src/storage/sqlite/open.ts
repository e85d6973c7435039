// Opens the store on embedded SQLite: one durable file, and a cache file next to it.

import { dirname } from 'node:path'
import { clearLeftovers } from '../../files/clear-leftovers.ts'
import { makeFolder } from '../../files/make-folder.ts'
import { resolveLinks } from '../../files/resolve-links.ts'
import type { Store } from '../store.ts'
import { connect } from './connection.ts'
import { sqliteFiles } from './files.ts'

/** Opens (creates, migrates) the store in `file`, or one in memory. Rejects when it cannot be opened. */
export const openSqlite = async ({ file }: { readonly file: string }): Promise<Store> => {
  if (file !== ':memory:') {
    await makeFolder(dirname(file))
    await clearLeftovers(await resolveLinks(file))
  }
  // The thread opens its files while the main thread loads the query builder, which takes as long.
  const [connection, { createSqliteStore }] = await Promise.all([
    connect(sqliteFiles(file)),
    import('./create-store.ts'),
  ])
  return createSqliteStore(connection)
}
