// Restores the store that a URL names: the counterpart of Store.backup(). Needs no open store.

import { storeFile } from './address/store-address.ts'
import type { MediaMark, Store } from './store.ts'

export type StagedRestore = {
  /** Opens the staged copy as the service would, which also migrates an older one. */
  open(): Promise<Store>
  /** What the store that is replaced must not serve; a restored store must not serve it either. Rejects if that store
   * is damaged. */
  marksBefore(): Promise<readonly MediaMark[]>
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
  const { readMediaMarks } = await import('./sqlite/read-media-marks.ts')
  return { open: () => openSqlite({ file }), marksBefore: async () => readMediaMarks(store), commit, discard }
}
