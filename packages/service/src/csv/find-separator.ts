// Detects the separator of a CSV text: from the line `sep=;` for Excel if there is one, otherwise from the column
// names. Separators in quotes do not count (RFC 4180, section 2).

import { CsvError, scanRecordsBy } from './scan-record.ts'

/** The offset and the line of the first record, and the separator. */
export type Beginning = { readonly from: number; readonly line: number; readonly separator: string }

/** The number of known column names among these. */
export type CountKnown = (names: readonly string[]) => number

/** The most common first. */
const SEPARATORS = [',', ';', '\t', '|'] as const

/** Lines with nothing but separators. */
const EMPTY_LINES = /(?:(?:[^\S\r\n]|[,;|]|"")*(?:\r\n|\r|\n))*/y
/** Some programs write this line with quotes, or pad it with their own separators. */
const SEPARATOR_LINE = /"?sep=(?<told>\\t|[^\r\n"\da-z]?)"?(?<rest>(?:[^\S\r\n]|[,;|])*)(?:\r\n|\r|\n)/iy
const LINE_END = /\r\n|\r|\n/g
/** A part of a record: a quoted cell, an unclosed quote, or any other character. */
const PARTS = /(?<=^|[,;\t|])(?:"[^"]*(?:""[^"]*)*"|(?<open>"))|[^\r\n]/gy

const endOf = (pattern: RegExp, text: string, from: number): number => {
  pattern.lastIndex = from
  return from + (pattern.exec(text)?.[0].length ?? 0)
}

/** The header line, and its text outside quotes; undefined when its end has not arrived yet. */
const headerOf = (text: string, isWhole: boolean): { header: string; outside: string } | undefined => {
  let [at, outside] = [0, '']
  for (const { 0: part, groups } of text.matchAll(PARTS)) {
    if (groups?.open !== undefined && !isWhole) return undefined
    at += part.length
    if (part.length === 1) outside += part
  }
  return at < text.length || isWhole ? { header: text.slice(0, at), outside } : undefined
}

const cellsOf = (header: string, separator: string): readonly string[] => {
  try {
    return scanRecordsBy(separator)(header, 0, true, 1)?.cells ?? []
  } catch (error) {
    if (error instanceof CsvError) return []
    throw error
  }
}

/** The separator that yields the most known columns, then the most frequent one; a comma if there is none. */
const separatorOf = (header: string, outside: string, countKnown: CountKnown): string => {
  const [best] = SEPARATORS.map((separator) => ({
    separator,
    known: countKnown(cellsOf(header, separator)),
    count: outside.split(separator).length,
  })).sort((one, other) => other.known - one.known || other.count - one.count)
  return best?.separator ?? ','
}

/** undefined when more text is needed to decide. */
export const findSeparator = (text: string, isWhole: boolean, countKnown: CountKnown): Beginning | undefined => {
  const top = endOf(EMPTY_LINES, text, 0)
  SEPARATOR_LINE.lastIndex = top
  const separatorLine = SEPARATOR_LINE.exec(text)
  const from = separatorLine === null ? top : endOf(EMPTY_LINES, text, top + separatorLine[0].length)
  // The second half of a line break may still arrive.
  if (from === text.length && !isWhole) return undefined
  const line = 1 + (text.slice(0, from).match(LINE_END)?.length ?? 0)
  const { told: sign = '', rest = '' } = separatorLine?.groups ?? {}
  const separator = sign === '\\t' ? '\t' : sign
  if (separator !== '' && [...rest.trim()].every((other) => other === separator)) return { from, line, separator }
  const found = headerOf(text.slice(from), isWhole)
  return found && { from, line, separator: separatorOf(found.header, found.outside, countKnown) }
}
