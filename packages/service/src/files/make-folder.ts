// Makes a folder, and those above it that are not there, for their owner alone. What root makes belongs to the owner of the folder
// that was there already, as files do: the service could not open a store in a folder of root's.

import { lchown, mkdir, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

const MODE = 0o700

/** Resolves to the first folder that was made, undefined where all were there. */
export const makeFolder = async (folder: string): Promise<string | undefined> => {
  const path = resolve(folder)
  const first = await mkdir(path, { recursive: true, mode: MODE })
  if (first === undefined || process.geteuid?.() !== 0) return first
  const { uid, gid } = await stat(dirname(first))
  // Never through a link that somebody put in its place.
  for (let made = path; made.length >= first.length; made = dirname(made)) await lchown(made, uid, gid)
  return first
}
