// Creates a folder and its missing parents, accessible to their owner only. Folders created by root get the owner of
// the existing parent, like files; otherwise the service could not open a store in them.

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

/** Resolves to the first folder that was created, undefined if all existed. Creates them one by one: on file systems
 * without folders, such as /proc, Node's recursive `mkdir` loops forever. */
export const makeFolder = async (folder: string): Promise<string | undefined> => {
  const missing: string[] = []
  let above = resolve(folder)
  for (; !(await isThere(above)); above = dirname(above)) missing.unshift(above)
  const { uid, gid } = await stat(above)
  for (const path of missing) {
    await mkdir(path, { mode: MODE }).catch((error: NodeJS.ErrnoException) => {
      // Another process created it first.
      if (error.code !== 'EEXIST') throw error
    })
    // `lchown` does not follow a link that may have replaced the folder.
    if (process.geteuid?.() === 0) await lchown(path, uid, gid)
  }
  return missing[0]
}
