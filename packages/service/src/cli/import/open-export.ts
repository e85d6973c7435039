// The file that an import reads, or what a shell gives for one: the end of a pipe, as `<(…)` and /dev/stdin are.

import { createReadStream, type ReadStream, type Stats } from 'node:fs'
import { stat } from 'node:fs/promises'
import { OperatorError } from '../../licensing/licenses/operator-error.ts'

/** Bytes read at once. */
const CHUNK_BYTES = 256 * 1024

/** `bytes` is 0 where nobody knows how many will come. */
export type OpenExport = { readonly bytes: number; readonly stream: ReadStream }

const NOT_READ: readonly (readonly [is: (found: Stats) => boolean, what: string])[] = [
  [(found) => found.isDirectory(), 'is a folder. Name the file in it'],
  [(found) => found.isBlockDevice(), 'is a device that holds files. Name a file on it'],
  [(found) => found.isSocket(), 'is a socket. Name a file, or a pipe such as /dev/stdin'],
]

const cannotStat = (path: string, { code, message }: NodeJS.ErrnoException): OperatorError =>
  code === 'ENOENT' || code === 'ENOTDIR'
    ? new OperatorError('not_found', `There is no file ${path}`)
    : new OperatorError('invalid', `Cannot read ${path}: ${message}`)

/** Throws `not_found` or `invalid` where nothing can be read there. */
export const openExport = async (path: string): Promise<OpenExport> => {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw cannotStat(path, error)
  })
  const what = NOT_READ.find(([is]) => is(found))?.[1]
  if (what !== undefined) throw new OperatorError('invalid', `${path} ${what}`)
  return { bytes: found.isFile() ? found.size : 0, stream: createReadStream(path, { highWaterMark: CHUNK_BYTES }) }
}
