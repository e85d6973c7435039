// A file that could not be written, and why in the words of the operator: the disk of this file, and not the store.

import { statfsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** What a disk says that takes no more, by the code of the system or of SQLite. */
const FULL: ReadonlyMap<string, string> = new Map([
  ['ENOSPC', 'the disk is full'],
  ['SQLITE_FULL', 'the disk is full'],
  ['EDQUOT', 'the disk quota is used up'],
  ['EFBIG', 'no file may be that large here (ulimit -f)'],
])

/** The same where it is not the disk that is full. */
const OTHERS: ReadonlyMap<string, string> = new Map([
  ['EEXIST', 'it is there already'],
  ['ENOENT', 'its folder is not there'],
  ['ENOTDIR', 'a part of its path is not a folder'],
  ['EISDIR', 'it is a folder'],
  ['EACCES', 'this user may not write there'],
  ['EPERM', 'this user may not write there'],
  ['EROFS', 'the disk is read-only'],
])

export class FileError extends Error {
  /** undefined for standard output, which has no name. */
  readonly file: string | undefined
  /** Such as ENOSPC. */
  readonly code: string

  constructor(file: string | undefined, cause: unknown) {
    const code = codeOf(cause)
    super(`Cannot write ${file === undefined ? 'the output' : resolve(file)}: ${reason(code, cause)}`, { cause })
    this.name = 'FileError'
    this.file = file
    this.code = code
  }

  get isFull(): boolean {
    return FULL.has(this.code)
  }
}

/** The error of a write to the file; one that is a FileError already stays as it is. */
export const fileError = (file: string | undefined, cause: unknown): FileError =>
  cause instanceof FileError ? cause : new FileError(file, cause)

/** The code of the first of an error and its causes that has one; empty where none has. */
export const codeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return ''
  return 'code' in error ? String(error.code) : codeOf(error.cause)
}

/** Bytes that are free on the disk that the file is on, or would be; undefined where that cannot be read. */
export const freeBytesOf = (file: string): number | undefined => {
  try {
    const { bavail, bsize } = statfsSync(dirname(file))
    return bavail * bsize
  } catch {
    return undefined
  }
}

const reason = (code: string, cause: unknown): string => {
  const words = FULL.get(code) ?? OTHERS.get(code)
  if (words !== undefined) return `${words} (${code})`
  return cause instanceof Error ? cause.message : String(cause)
}
