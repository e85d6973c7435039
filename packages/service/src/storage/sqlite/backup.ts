// Writes a backup so that there is either a whole one or none: under another name first, checked, flushed, then put in place.

import { rm } from 'node:fs/promises'
import { clearLeftovers } from '../../files/clear-leftovers.ts'
import { writeNewFiles } from '../../files/new-files.ts'
import { checkFile } from './check-file.ts'

/** What SQLite may keep beside a database. */
export const COMPANIONS = ['-wal', '-shm', '-journal'] as const

/** Copies by `copyTo` to a new file, for its owner alone: it holds hashes of keys. Rejects where there is one already, and with
 * the name of the file where its disk takes no more. */
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
