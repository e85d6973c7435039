// Facts about the file of a SQLite store: the free space on its disk, and the time of its last backup, which `central-api backup`
// records in a file next to it. PostgreSQL has none of these: its server manages the disk and the backups.

import { readFile, rm, stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Gauge, type Registry } from 'prom-client'
import { type Replacement, replaceFile, stageReplacement } from '../files/replace-file.ts'

const backupMarkOf = (file: string): string => `${file}.backed-up`

/** Records next to the store that it was backed up; `now` in milliseconds since the epoch. */
export const markBackedUp = (file: string, now: number): Promise<void> =>
  replaceFile(backupMarkOf(file), `${new Date(now).toISOString()}\n`)

const restorationFileOf = (file: string): string => `${file}.restored`

/** Marks a store as restored from a backup and not served yet. */
export type Restoration = { readonly at: string; readonly from: string }

/** Prepares the mark next to the store. `commit` makes it effective. */
export const stageRestoration = (file: string, restoration: Restoration): Promise<Replacement> =>
  stageReplacement(restorationFileOf(file), `${JSON.stringify(restoration)}\n`)

/** Returns undefined if there is no readable mark. */
export const readRestoration = async (file: string): Promise<Restoration | undefined> => {
  try {
    const { at, from } = JSON.parse(await readFile(restorationFileOf(file), 'utf8')) as Partial<Restoration>
    return { at: String(at), from: String(from) }
  } catch {
    return undefined
  }
}

/** Removes the mark: from now on the store is an ordinary one. */
export const clearRestoration = (file: string): Promise<void> => rm(restorationFileOf(file), { force: true })

/** The disk of the store. Rejects if it cannot be read. */
export const diskOf = async (file: string): Promise<{ readonly freeBytes: number; readonly bytes: number }> => {
  const { bavail, blocks, bsize } = await statfs(dirname(file))
  return { freeBytes: bavail * bsize, bytes: blocks * bsize }
}

/** The time of the last backup, in milliseconds since the epoch. Rejects if no backup is recorded. */
export const lastBackupOf = async (file: string): Promise<number> => (await stat(backupMarkOf(file))).mtimeMs

/** Omits values that cannot be read. All processes report the same values. */
export const createStoreFileGauges = (registry: Registry, file: () => string | undefined): void => {
  const gauge = (name: string, help: string, aggregator: 'min' | 'max', read: (file: string) => Promise<number>) =>
    new Gauge({
      ...{ name, help, aggregator, registers: [registry] },
      async collect() {
        this.remove()
        const path = file()
        const value = path === undefined ? undefined : await read(path).catch(() => undefined)
        if (value !== undefined) this.set(value)
      },
    })
  gauge('central_store_disk_free_bytes', 'Free bytes on the disk of a SQLite store', 'min', async (path) => {
    const { freeBytes } = await diskOf(path)
    return freeBytes
  })
  gauge('central_store_disk_bytes', 'Size of the disk of a SQLite store', 'max', async (path) => {
    const { bytes } = await diskOf(path)
    return bytes
  })
  gauge(
    'central_backup_last_success_timestamp_seconds',
    'Unix time of the last complete backup of a SQLite store by central-api backup',
    'max',
    async (path) => (await lastBackupOf(path)) / 1000,
  )
}
