// Writes a backup so that there is either a whole one or none: under another name first, checked, flushed, then put in place.

import { open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { flush, placeFile } from '../place-file.ts'
import { checkFile } from './check-file.ts'
import { clearLeftovers } from './clear-leftovers.ts'

/** Only its owner may read it: it holds hashes of keys. */
export const MODE = 0o600

/** Copies by `copyTo` to a new file. Rejects where there is one already. */
export const writeBackup = async (target: string, copyTo: (file: string) => Promise<unknown>): Promise<void> => {
  await clearLeftovers(target)
  const part = `${target}.${crypto.randomUUID()}.part`
  await (await open(part, 'wx', MODE)).close()
  try {
    await copyTo(part)
    checkFile(part)
    await flush(part)
    await placeFile(part, target)
    await flush(dirname(target))
  } finally {
    await rm(part, { force: true })
  }
}
