// Replaces a store that no process has open with a backup. The previous store is kept under another name.

import { access, chmod, copyFile, link, open, realpath, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import Sqlite from 'better-sqlite3'
import { clearLeftovers, clearSecondNames } from '../../files/clear-leftovers.ts'
import { FileError, fileError } from '../../files/file-error.ts'
import { makeFolder } from '../../files/make-folder.ts'
import { flush, isLinkless } from '../../files/place-file.ts'
import { resolveLinks } from '../../files/resolve-links.ts'
import { takeOwnerOfFolder } from '../../files/take-owner.ts'
import { COMPANIONS } from './backup.ts'
import { checkFile } from './check-file.ts'
import { sqliteFiles } from './files.ts'

/** Only the owner may read the file: it contains key hashes. */
const MODE = 0o600

export type StagedFile = {
  /** A checked copy of the backup next to the store. */
  readonly file: string
  /** Puts the copy in place; resolves to the new name of the previous store, or undefined. Rejects without changes
   * while another process has the store open. */
  commit(now: number): Promise<string | undefined>
  /** Deletes the copy, unless it was put in place. */
  discard(): Promise<void>
}

/** Rejects with an Error that says why the backup cannot be used. A symbolic link to the store stays: the file that it
 * points to is replaced, on the same disk. */
export const stageFile = async (path: string, backup: string): Promise<StagedFile> => {
  const [store, cacheFile] = await Promise.all([resolveLinks(path), resolveLinks(sqliteFiles(path).cacheFile)])
  if (!(await exists(backup))) throw new Error(`There is no file ${backup}`)
  if ((await exists(store)) && (await realpath(store)) === (await realpath(backup))) {
    throw new Error(`${backup} is the store itself`)
  }
  await makeFolder(dirname(store))
  await clearLeftovers(store)
  await clearSecondNames(store)
  const file = `${store}.${crypto.randomUUID()}.restoring`
  const discard = async () => {
    for (const path of [file, sqliteFiles(file).cacheFile]) await removeWithCompanions(path)
  }
  try {
    await withFileName(file, async () => {
      await copyFile(backup, file)
      await chmod(file, MODE)
      await takeOwner(file)
      requireKnown(checkFile(file))
      await flush(file)
    })
  } catch (error) {
    await discard()
    if (error instanceof FileError) throw error
    throw new Error(`${backup} cannot be restored: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
  return { file, discard, commit: (now) => withFileName(file, () => commit(file, { store, cacheFile, now })) }
}

/** This version can neither migrate such a store nor be sure to read it correctly. */
const requireKnown = (later: readonly string[]): void => {
  if (later.length === 0) return
  throw new Error(
    `a later version of this program made it (${later.join(', ')}). Install that version, then restore it, or restore a backup from before the upgrade`,
  )
}

/** A full disk is reported for the store, not as a fault of the backup. */
const withFileName = async <T>(file: string, use: () => Promise<T>): Promise<T> => {
  try {
    return await use()
  } catch (error) {
    const named = fileError(file, error)
    throw named.isFull ? named : error
  }
}

const takeOwner = async (file: string): Promise<void> => {
  const handle = await open(file, 'r+')
  try {
    takeOwnerOfFolder(handle.fd, file)
  } finally {
    await handle.close()
  }
}

type Place = { readonly store: string; readonly cacheFile: string; readonly now: number }

const commit = async (file: string, { store, cacheFile, now }: Place): Promise<string | undefined> => {
  // Inspecting the copy may have left a log file next to it.
  checkFile(file)
  await flush(file)
  const before = (await exists(store)) ? `${store}.before-restore-${stamp(now)}` : undefined
  if (before !== undefined) {
    foldLog(store)
    await keepUnderName(store, before)
    // SQLite would apply a log of the old store to the new one.
    for (const companion of COMPANIONS) {
      if (await exists(store + companion)) await rename(store + companion, before + companion)
    }
  }
  // Cached pages may show profiles that are gone; the backup may not know that.
  await removeWithCompanions(cacheFile)
  await rename(file, store)
  await flush(dirname(store))
  return before
}

/** Uses a hard link if possible: the path of the store is never without a file, which a service would take for a first
 * start. */
const keepUnderName = async (store: string, name: string): Promise<void> => {
  try {
    await link(store, name)
  } catch (error) {
    if (!isLinkless(error)) throw error
    await rename(store, name)
  }
}

/** `20261121T005000123Z` */
const stamp = (now: number): string => new Date(now).toISOString().replace(/[-:.]/g, '')

/** Merges the log into the file. That fails while another process has the store open, because each connection holds a
 * lock. */
const foldLog = (store: string): void => {
  const db = new Sqlite(store, { timeout: 0 })
  try {
    if (db.pragma('journal_mode = delete', { simple: true }) !== 'delete') throw new Error(IN_USE)
  } catch (error) {
    if (!(error instanceof Sqlite.SqliteError)) throw error
    if (error.code.startsWith('SQLITE_BUSY')) throw new Error(IN_USE, { cause: error })
    // A damaged store must not prevent its own restore.
    if (!DAMAGED.has(error.code)) throw error
  } finally {
    db.close()
  }
}

const IN_USE = 'The store is in use: stop the service (and other commands) first, then restore'
const DAMAGED: ReadonlySet<string> = new Set(['SQLITE_NOTADB', 'SQLITE_CORRUPT'])

const removeWithCompanions = async (path: string): Promise<void> => {
  for (const companion of ['', ...COMPANIONS]) await rm(path + companion, { force: true })
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )
