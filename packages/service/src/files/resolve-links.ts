// Resolves a path that may be a symbolic link, even a dangling one: replacing the path itself would replace the link.

import { readlink, realpath } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'

/** The limit of the system (ELOOP). */
const MAX_LINKS = 40

/** The path where the file is, or would be created. */
export const resolveLinks = async (path: string): Promise<string> => {
  let file = resolve(path)
  for (let followed = 0; followed < MAX_LINKS; followed += 1) {
    const target = await readlink(file).catch(() => undefined)
    if (target === undefined) {
      const folder = await realpath(dirname(file)).catch(() => dirname(file))
      return followed === 0 ? file : join(folder, basename(file))
    }
    file = resolve(await realpath(dirname(file)), target)
  }
  throw new Error(`${path} is a link that leads to itself`)
}
