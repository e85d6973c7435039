// An error of writing a file, with the reason in the operator's words. Names the file, so that a full disk is not
// blamed on the store.

import { statfsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** Errors of a full disk, by code of the system or of SQLite. */
const FULL: ReadonlyMap<string, string> = new Map([
  ['ENOSPC', 'the disk is full'],
  ['SQLITE_FULL', 'the disk is full'],
  ['EDQUOT', 'the disk quota is used up'],
  ['EFBIG', 'it is larger than this process may write (ulimit -f)'],
])

/** Other errors. */
const OTHERS: ReadonlyMap<string, string> = new Map([
  ['EEXIST', 'it already exists'],
  ['ENOENT', 'its folder does not exist'],
  ['ENOTDIR', 'a part of its path is not a folder'],
  ['EISDIR', 'it is a folder'],
  ['EACCES', 'this user may not write there'],
  ['EPERM', 'this user may not write there'],
  ['EROFS', 'the disk is read-only'],
])

export class FileError extends Error {
  /** undefined for standard output. */
  readonly file: string | undefined
  /** For example ENOSPC. */
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

/** Wraps the error of a write to the file; a FileError stays unchanged. */
export const fileError = (file: string | undefined, cause: unknown): FileError =>
  cause instanceof FileError ? cause : new FileError(file, cause)

/** The first code in an error and its causes; empty when there is none. */
export const codeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return ''
  return 'code' in error ? String(error.code) : codeOf(error.cause)
}

/** Free bytes on the disk of the file; undefined when they cannot be read. */
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
