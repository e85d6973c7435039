// Replaces a small file atomically, whoever owns it. It needs write access to the folder, and none to the old file.

import { open, rename, rm } from 'node:fs/promises'
import { takeOwnerOfFolder } from './take-owner.ts'
import { writeWhole } from './write-whole.ts'

const MODE = 0o600

export type Replacement = {
  commit(): Promise<void>
  /** Deletes the draft, unless it was put in place. */
  discard(): Promise<void>
}

/** Writes the draft next to the file; `commit` then needs no disk space. */
export const stageReplacement = async (file: string, text: string): Promise<Replacement> => {
  const draft = `${file}.${crypto.randomUUID()}.part`
  const handle = await open(draft, 'wx', MODE)
  const discard = () => rm(draft, { force: true })
  try {
    takeOwnerOfFolder(handle.fd, draft)
    await writeWhole(handle, text)
    await handle.sync()
  } catch (error) {
    await discard()
    throw error
  } finally {
    await handle.close()
  }
  return { commit: () => rename(draft, file), discard }
}

export const replaceFile = async (file: string, text: string): Promise<void> => {
  const { commit, discard } = await stageReplacement(file, text)
  try {
    await commit()
  } finally {
    await discard()
  }
}
