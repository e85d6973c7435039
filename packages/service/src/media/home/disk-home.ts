// Copies of images in a folder. A file appears under its name when it is whole, so that several processes may share the
// folder, and one that dies leaves no half of an image.

import { randomBytes, randomUUID } from 'node:crypto'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { codeOf, fileError } from '../../files/file-error.ts'
import { makeFolder } from '../../files/make-folder.ts'
import type { MediaHome, StoredImage } from './media-home.ts'

export type DiskHome = MediaHome & {
  /** Writes, reads and deletes a file. Rejects with the reason if one of these fails. */
  check(): Promise<void>
}

const HOUR_MS = 3_600_000
/** Of the file that a check writes: as an image, for which the disk must have room. */
const CHECK_BYTES = 1024 * 1024
/** Of a file that is being written; a name has no `~`. */
const PART = '~'

const isMissing = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(codeOf(error))

const toSecond = (ms: number): number => 1_000 * Math.floor(ms / 1_000)

/** undefined if there is no such file. */
const ifThere = <T>(work: Promise<T>): Promise<T | undefined> =>
  work.catch((error: unknown) => {
    if (isMissing(error)) return undefined
    throw error
  })

/** `now`: milliseconds since the epoch. */
export const createDiskHome = (folder: string, now: () => number): DiskHome => {
  const pathOf = (name: string): string => join(folder, name)

  const read = async (name: string) => {
    await using file = await open(pathOf(name))
    const [{ atimeMs, mtimeMs }, bytes] = [await file.stat(), await file.readFile()]
    if (now() - toSecond(atimeMs) >= HOUR_MS) await file.utimes(now() / 1000, mtimeMs / 1000)
    return { bytes, storedAt: Math.round(mtimeMs) }
  }

  /** Most systems set the time of the last read by themselves unless it is later than the time of the last change. */
  const write = async (path: string, bytes: Buffer, storedAt: number): Promise<void> => {
    await using file = await open(path, 'wx', 0o600)
    await file.writeFile(bytes)
    await file.sync()
    await file.utimes((Math.max(now(), storedAt) + 1) / 1000, storedAt / 1000)
  }

  const describe = async (name: string): Promise<StoredImage | undefined> => {
    const found = await ifThere(stat(pathOf(name)))
    return found && { name, bytes: found.size, storedAt: Math.round(found.mtimeMs), usedAt: toSecond(found.atimeMs) }
  }

  /** Removes what a process that died has left. */
  const clear = async (name: string): Promise<void> => {
    const part = await describe(name)
    if (part && now() - part.storedAt >= HOUR_MS) await rm(pathOf(name), { force: true })
  }

  const home: MediaHome = {
    get: (name) => ifThere(read(name)),
    async put(name, bytes, storedAt) {
      const path = pathOf(name)
      const part = `${path}${PART}${randomUUID()}`
      await makeFolder(dirname(path))
      try {
        await write(part, bytes, storedAt)
        await rename(part, path)
      } catch (error) {
        await rm(part, { force: true })
        throw error
      }
    },
    remove: (name) => ifThere(rm(pathOf(name))),
    async *list() {
      const entries = (await ifThere(readdir(folder, { recursive: true, withFileTypes: true }))) ?? []
      for (const entry of entries) {
        if (!entry.isFile()) continue
        const name = join(entry.parentPath, entry.name).slice(folder.length + 1)
        if (name.includes(PART)) {
          await clear(name)
          continue
        }
        const found = await describe(name)
        if (found) yield found
      }
    },
  }

  return {
    ...home,
    async check() {
      const name = `check-${randomUUID()}`
      const sent = randomBytes(CHECK_BYTES)
      try {
        await home.put(name, sent, now())
        const found = await home.get(name)
        if (!found?.bytes.equals(sent)) throw new Error('What was written cannot be read')
        await home.remove(name)
      } catch (error) {
        const found = await ifThere(stat(folder))
        throw found && !found.isDirectory() ? new Error(`${folder} is not a folder`) : fileError(folder, error)
      }
    },
  }
}
