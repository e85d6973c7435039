// Writes a backup so that there is either a whole one or none: under another name first, checked, flushed, then put in place.

import { constants, copyFile, link, open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
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
    await place(part, target)
    await flush(dirname(target))
  } finally {
    await rm(part, { force: true })
  }
}

/** A link never takes the place of a file; where there are no links, a copy can be told not to. */
const place = async (part: string, target: string): Promise<void> => {
  try {
    await link(part, target)
  } catch (error) {
    if (!isLinkless(error)) throw error
    await copyFile(part, target, constants.COPYFILE_EXCL)
    await flush(target)
  }
}

/** Whether a link was refused since there are none on this disk. */
export const isLinkless = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && LINKLESS.has(String(error.code))

const LINKLESS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])

/** Onto the disk: what is renamed or linked before its bytes are there may be empty after a power cut. */
export const flush = async (path: string): Promise<void> => {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
