// Writes a backup completely or not at all: to a temporary name first, then checked, flushed and put in place.

import { rm } from 'node:fs/promises'
import { clearLeftovers } from '../../files/clear-leftovers.ts'
import { writeNewFiles } from '../../files/new-files.ts'
import { checkFile } from './check-file.ts'

/** Files that SQLite may keep next to a database. */
export const COMPANIONS = ['-wal', '-shm', '-journal'] as const

/** Writes a new file with `copyTo`, readable by its owner only because it contains key hashes. Rejects when the file
 * exists, and with the file's name when the disk is full. */
export const writeBackup = async (target: string, copyTo: (file: string) => Promise<unknown>): Promise<void> => {
  await clearLeftovers(target)
  await writeNewFiles(({ draft }) =>
    draft(target, async (part) => {
      try {
        await copyTo(part)
        checkFile(part)
      } finally {
        for (const companion of COMPANIONS) await rm(part + companion, { force: true })
      }
    }),
  )
}
