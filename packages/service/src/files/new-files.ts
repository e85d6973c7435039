// Writes new files completely or not at all: to temporary names first, flushed, then put in place. Never overwrites a
// file, and removes partial files when the disk is full.

import { type FileHandle, open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { codeOf, fileError } from './file-error.ts'
import { flush, placeFile } from './place-file.ts'
import { takeOwnerOfFolder } from './take-owner.ts'
import { writeWhole } from './write-whole.ts'

/** Only the owner may read them: they contain customer data and secrets. */
const MODE = 0o600

/** The temporary name of a file; a killed process leaves it behind. */
export const partOf = (target: string): string => `${target}.${crypto.randomUUID()}.part`

export type Draft = {
  readonly target: string
  /** The temporary path until all files are placed. */
  readonly part: string
}

export type NewFiles = {
  /** Creates an empty temporary file that `fill` writes to by its path. */
  draft(target: string, fill: (part: string) => Promise<unknown>): Promise<Draft>
  /** The same for text. */
  write(target: string, fill: (write: (text: string) => Promise<void>) => Promise<void>): Promise<Draft>
}

/** Places all drafted files once they are complete. Rejects with FileError when that fails, and leaves no file behind;
 * its code is EEXIST when a file exists already. */
export const writeNewFiles = async <T>(make: (files: NewFiles) => Promise<T>): Promise<T> => {
  const drafts: Draft[] = []
  const placed: string[] = []
  const begin = async (target: string): Promise<readonly [Draft, FileHandle]> => {
    const draft = { target, part: partOf(target) }
    const handle = await open(draft.part, 'wx', MODE)
    drafts.push(draft)
    takeOwnerOfFolder(handle.fd, draft.part)
    return [draft, handle]
  }
  const draft: NewFiles['draft'] = (target, fill) =>
    namingFile(target, async () => {
      const [made, handle] = await begin(target)
      await handle.close()
      await fill(made.part)
      await flush(made.part)
      return made
    })
  const write: NewFiles['write'] = async (target, fill) => {
    const [made, handle] = await namingFile(target, () => begin(target))
    try {
      // Errors of the content's source, such as the store, are not errors of the file.
      await fill((text) => namingFile(target, () => writeWhole(handle, text)))
      await namingFile(target, () => handle.sync())
    } finally {
      await handle.close()
    }
    return made
  }
  try {
    const result = await make({ draft, write })
    for (const { part, target } of drafts) {
      await namingFile(target, () => placeFile(part, target))
      placed.push(target)
    }
    for (const folder of new Set(drafts.map(({ target }) => dirname(target)))) await flush(folder)
    return result
  } catch (error) {
    for (const target of placed) await rm(target, { force: true })
    throw error
  } finally {
    for (const { part } of drafts) await rm(part, { force: true }).catch(() => {})
  }
}

/** Error codes of files; any other error concerns the content. */
const OF_A_FILE = /^(?:E[A-Z]+|SQLITE_(?:FULL|READONLY|CANTOPEN|IOERR_(?:WRITE|FSYNC|TRUNCATE|CLOSE)).*)$/

const namingFile = async <T>(target: string, use: () => Promise<T>): Promise<T> => {
  try {
    return await use()
  } catch (error) {
    throw OF_A_FILE.test(codeOf(error)) ? fileError(target, error) : error
  }
}
