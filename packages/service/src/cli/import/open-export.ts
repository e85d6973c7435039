// Opens the file that an import reads. It may also be a pipe, such as `<(…)` or /dev/stdin.

import { createReadStream, type ReadStream, type Stats } from 'node:fs'
import { stat } from 'node:fs/promises'
import { OperatorError } from '../../licensing/licenses/operator-error.ts'

const CHUNK_BYTES = 256 * 1024

/** `bytes` is 0 if the size is unknown. */
export type OpenExport = { readonly bytes: number; readonly stream: ReadStream }

const UNREADABLE: readonly (readonly [is: (found: Stats) => boolean, problem: string])[] = [
  [(found) => found.isDirectory(), 'is a folder. Use the path of a file'],
  [(found) => found.isBlockDevice(), 'is a block device. Use the path of a file'],
  [(found) => found.isSocket(), 'is a socket. Use a file, or a pipe such as /dev/stdin'],
]

const cannotStat = (path: string, { code, message }: NodeJS.ErrnoException): OperatorError =>
  code === 'ENOENT' || code === 'ENOTDIR'
    ? new OperatorError('not_found', `${path} does not exist`)
    : new OperatorError('invalid', `Cannot read ${path}: ${message}`)

/** Throws `not_found` or `invalid` if the path cannot be read. */
export const openExport = async (path: string): Promise<OpenExport> => {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw cannotStat(path, error)
  })
  const problem = UNREADABLE.find(([is]) => is(found))?.[1]
  if (problem !== undefined) throw new OperatorError('invalid', `${path} ${problem}`)
  return { bytes: found.isFile() ? found.size : 0, stream: createReadStream(path, { highWaterMark: CHUNK_BYTES }) }
}
