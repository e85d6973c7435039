// What is told of a SQLite store from outside it: the room on its disk, and when it was last backed up, which the command
// that does it leaves beside it. Of PostgreSQL nothing: its disk and its backups are its server's.

import { readFile, rm, stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Gauge, type Registry } from 'prom-client'
import { type Replacement, replaceFile, stageReplacement } from '../files/replace-file.ts'

const markOf = (file: string): string => `${file}.backed-up`

/** Says beside the store that it was backed up just now; `now` in milliseconds since the epoch. */
export const markBackedUp = (file: string, now: number): Promise<void> =>
  replaceFile(markOf(file), `${new Date(now).toISOString()}\n`)

const restorationOf = (file: string): string => `${file}.restored`

/** That a store is a copy of a backup which nobody has served from yet. */
export type Restoration = { readonly at: string; readonly from: string }

/** Written beside the store; `commit` says so from then on. */
export const stageRestoration = (file: string, restoration: Restoration): Promise<Replacement> =>
  stageReplacement(restorationOf(file), `${JSON.stringify(restoration)}\n`)

/** undefined where it is no such copy, as far as can be read. */
export const readRestoration = async (file: string): Promise<Restoration | undefined> => {
  try {
    const { at, from } = JSON.parse(await readFile(restorationOf(file), 'utf8')) as Partial<Restoration>
    return { at: String(at), from: String(from) }
  } catch {
    return undefined
  }
}

/** From now on it is the store itself. */
export const clearRestoration = (file: string): Promise<void> => rm(restorationOf(file), { force: true })

/** The disk that the store is on. Rejects where it cannot be read. */
export const diskOf = async (file: string): Promise<{ readonly freeBytes: number; readonly bytes: number }> => {
  const { bavail, blocks, bsize } = await statfs(dirname(file))
  return { freeBytes: bavail * bsize, bytes: blocks * bsize }
}

/** When it was last backed up, in milliseconds since the epoch. Rejects where it never was, as far as is known. */
export const lastBackupOf = async (file: string): Promise<number> => (await stat(markOf(file))).mtimeMs

/** What cannot be read is not told. Every process reads the same: several are told as one. */
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
  gauge('central_store_disk_free_bytes', 'Room on the disk of a SQLite store', 'min', async (path) => {
    const { freeBytes } = await diskOf(path)
    return freeBytes
  })
  gauge('central_store_disk_bytes', 'Size of the disk of a SQLite store', 'max', async (path) => {
    const { bytes } = await diskOf(path)
    return bytes
  })
  gauge(
    'central_backup_last_success_timestamp_seconds',
    'When central-api backup last wrote a whole backup of a SQLite store',
    'max',
    async (path) => (await lastBackupOf(path)) / 1000,
  )
}
