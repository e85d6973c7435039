// Whose a new file is. A command that root gives makes files in the folder of the service's user: these are that user's, as
// SQLite has it with the files that it makes, or the service could not open them.

import { fchownSync, fstatSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** Hands a file that was just made, by its descriptor, to the owner of its folder. Does nothing unless root asks. */
export const takeOwnerOfFolder = (descriptor: number, file: string): void => {
  if (process.geteuid?.() !== 0) return
  const folder = statSync(dirname(file))
  const own = fstatSync(descriptor)
  if (own.uid !== folder.uid || own.gid !== folder.gid) fchownSync(descriptor, folder.uid, folder.gid)
}
