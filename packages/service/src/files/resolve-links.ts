// The file behind a path that may be a link, also where nothing is there yet: to write to the path of a link would put a file in
// the place of the link.

import { readlink, realpath } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'

/** As the system has it (ELOOP). */
const MOST_LINKS = 40

/** The path where the file is, or would be made. */
export const resolveLinks = async (path: string): Promise<string> => {
  let file = resolve(path)
  for (let followed = 0; followed < MOST_LINKS; followed += 1) {
    const target = await readlink(file).catch(() => undefined)
    if (target === undefined) {
      const folder = await realpath(dirname(file)).catch(() => dirname(file))
      return followed === 0 ? file : join(folder, basename(file))
    }
    file = resolve(await realpath(dirname(file)), target)
  }
  throw new Error(`${path} is a link that leads to itself`)
}
