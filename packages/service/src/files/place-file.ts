// Gives a finished file its name, and never takes the place of another one. Some disks have no hard links (exFAT, and some
// that are mounted over a network).

import { constants, copyFile, link, open, rm } from 'node:fs/promises'

/** Rejects with EEXIST where there is a file of that name. Without links it appears before it is whole: a reader has to wait
 * for its end. The draft stays. */
export const placeFile = async (draft: string, target: string, makeLink = link): Promise<void> => {
  try {
    await makeLink(draft, target)
  } catch (error) {
    if (!isLinkless(error)) throw error
    await copyWhole(draft, target)
  }
}

/** A part of a file under its name would be taken for the file. */
const copyWhole = async (draft: string, target: string): Promise<void> => {
  try {
    await copyFile(draft, target, constants.COPYFILE_EXCL)
    await flush(target)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') await rm(target, { force: true })
    throw error
  }
}

/** Whether a link was refused because the disk has none. */
export const isLinkless = (error: unknown): boolean => LINKLESS.has(codeOf(error))

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

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
