// Writes new files so that each is there whole or not at all: under other names first, flushed, then put in place. Nothing is
// ever overwritten, and what a disk that fills up took of them goes again.

import { type FileHandle, open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { codeOf, fileError } from './file-error.ts'
import { flush, placeFile } from './place-file.ts'
import { takeOwnerOfFolder } from './take-owner.ts'
import { writeWhole } from './write-whole.ts'

/** Customers’ data and secrets, for their owner alone. */
const MODE = 0o600

/** What a file is called until it is whole; who is killed meanwhile leaves it. */
export const partOf = (target: string): string => `${target}.${crypto.randomUUID()}.part`

export type Draft = {
  readonly target: string
  /** Where it is until all are placed. */
  readonly part: string
}

export type NewFiles = {
  /** Makes an empty part that `fill` writes to, by its path. */
  draft(target: string, fill: (part: string) => Promise<unknown>): Promise<Draft>
  /** The same of texts. */
  write(target: string, fill: (write: (text: string) => Promise<void>) => Promise<void>): Promise<Draft>
}

/** Places all that `make` drafted once all of it is whole. Rejects (FileError) where that cannot be, and leaves nothing; with
 * EEXIST as its code where a file is there already. */
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
      // What goes wrong with what is to be written, such as the store, is not the file's.
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

/** Codes of what went wrong with a file; anything else is about what was to be written. */
const OF_A_FILE = /^(?:E[A-Z]+|SQLITE_(?:FULL|READONLY|CANTOPEN|IOERR_(?:WRITE|FSYNC|TRUNCATE|CLOSE)).*)$/

const namingFile = async <T>(target: string, use: () => Promise<T>): Promise<T> => {
  try {
    return await use()
  } catch (error) {
    throw OF_A_FILE.test(codeOf(error)) ? fileError(target, error) : error
  }
}
