// Restores the store that a URL names: the counterpart of Store.backup(). Needs no open store.

import { storeFile } from './address/store-address.ts'
import type { Deletions, Store } from './store.ts'

export type StagedRestore = {
  /** Opens the staged copy as the service would, which also migrates an older one. */
  open(): Promise<Store>
  /** What was deleted for good in the store that is replaced, and must not come back. Rejects if that store is
   * damaged. */
  deletionsBefore(): Promise<Deletions>
  /** Puts the copy in place; resolves to the path of the replaced store, if any. Rejects while the store is in use. */
  commit(now: number): Promise<string | undefined>
  discard(): Promise<void>
}

/** Checks the backup and copies it next to the store. Rejects with an Error that says why it cannot be used. */
export const stageRestore = async (databaseUrl: string, backup: string): Promise<StagedRestore> => {
  const store = storeFile(databaseUrl)
  if (store === undefined) {
    throw new Error('Restore PostgreSQL with its own tools: psql or pg_restore, from the output of pg_dump')
  }
  const { stageFile } = await import('./sqlite/restore.ts')
  const { file, commit, discard } = await stageFile(store, backup)
  const { openSqlite } = await import('./sqlite/open.ts')
  const { readDeletions } = await import('./sqlite/read-deletions.ts')
  return { open: () => openSqlite({ file }), deletionsBefore: async () => readDeletions(store), commit, discard }
}
