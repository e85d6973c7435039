import { printable } from './printable.ts'

/** Quotes an argument for a POSIX shell. */
export const shellQuoted = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${printable(text).replaceAll("'", `'\\''`)}'`
