// Gives a finished file its name without replacing another one. Some disks have no hard links (exFAT, some network
// mounts).

import { constants, copyFile, link, open, rm } from 'node:fs/promises'

/** Rejects with EEXIST when a file has that name. Without hard links the file is visible before it is complete, so a
 * reader must wait. The draft stays. */
export const placeFile = async (draft: string, target: string, makeLink = link): Promise<void> => {
  try {
    await makeLink(draft, target)
  } catch (error) {
    if (!isLinkless(error)) throw error
    await copyWhole(draft, target)
  }
}

/** Removes an incomplete copy, which would be mistaken for the file. */
const copyWhole = async (draft: string, target: string): Promise<void> => {
  try {
    await copyFile(draft, target, constants.COPYFILE_EXCL)
    await flush(target)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') await rm(target, { force: true })
    throw error
  }
}

/** Whether the disk does not support hard links. */
export const isLinkless = (error: unknown): boolean => LINKLESS.has(codeOf(error))

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

const LINKLESS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])

/** Flushes to disk: a file that is renamed or linked before its data is written may be empty after a power failure. */
export const flush = async (path: string): Promise<void> => {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
