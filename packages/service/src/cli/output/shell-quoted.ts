import { printable } from './printable.ts'

/** A word of a command, as a POSIX shell reads it back. */
export const shellQuoted = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${printable(text).replaceAll("'", `'\\''`)}'`
