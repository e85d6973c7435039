// Makes a folder, and those above it that are not there, for their owner alone. What root makes belongs to the owner of the folder
// that was there already, as files do: the service could not open a store in a folder of root's.

import { lchown, mkdir, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

const MODE = 0o700

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false
      throw error
    },
  )

/**
 * Resolves to the first folder that was made, undefined where all were there. One by one: where a file system makes no folders,
 * such as /proc, Node's recursive `mkdir` tries for ever.
 */
export const makeFolder = async (folder: string): Promise<string | undefined> => {
  const missing: string[] = []
  let above = resolve(folder)
  for (; !(await isThere(above)); above = dirname(above)) missing.unshift(above)
  const { uid, gid } = await stat(above)
  for (const path of missing) {
    await mkdir(path, { mode: MODE }).catch((error: NodeJS.ErrnoException) => {
      // Another process was first.
      if (error.code !== 'EEXIST') throw error
    })
    // Never through a link that somebody put in its place.
    if (process.geteuid?.() === 0) await lchown(path, uid, gid)
  }
  return missing[0]
}
