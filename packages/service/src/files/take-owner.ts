// Sets the owner of new files. When root runs a command, files in the folder of the service's user must belong to that
// user, as SQLite does it; otherwise the service could not open them.

import { fchownSync, fstatSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** Gives a new file, by its descriptor, to the owner of its folder. Does nothing unless the process runs as root. */
export const takeOwnerOfFolder = (descriptor: number, file: string): void => {
  if (process.geteuid?.() !== 0) return
  const folder = statSync(dirname(file))
  const own = fstatSync(descriptor)
  if (own.uid !== folder.uid || own.gid !== folder.gid) fchownSync(descriptor, folder.uid, folder.gid)
}
