// What separates the cells of a text: what its first line tells Excel (`sep=;`), else what stands between the names of its
// columns. Separators in quotes are none (RFC 4180, section 2).

import { CsvError, scanRecordsBy } from './scan-record.ts'

/** Where the first record begins, in which line, and what separates its cells. */
export type Beginning = { readonly from: number; readonly line: number; readonly separator: string }

/** How many names of columns somebody knows among these. */
export type CountKnown = (names: readonly string[]) => number

/** The most usual first. */
const SEPARATORS = [',', ';', '\t', '|'] as const

/** Lines that hold separators alone. */
const EMPTY_LINES = /(?:(?:[^\S\r\n]|[,;|]|"")*(?:\r\n|\r|\n))*/y
/** Programs that do not know the convention save its line in quotes, or fill it up with separators of their own. */
const SEPARATOR_LINE = /"?sep=(?<told>\\t|[^\r\n"\da-z]?)"?(?<rest>(?:[^\S\r\n]|[,;|])*)(?:\r\n|\r|\n)/iy
const LINE_END = /\r\n|\r|\n/g
/** What a record does not end in: a cell in quotes, a quote that opens one and is not closed yet, or any other sign. */
const PARTS = /(?<=^|[,;\t|])(?:"[^"]*(?:""[^"]*)*"|(?<open>"))|[^\r\n]/gy

const endOf = (pattern: RegExp, text: string, from: number): number => {
  pattern.lastIndex = from
  return from + (pattern.exec(text)?.[0].length ?? 0)
}

/** The names of the columns, and the separators among them; undefined where their end has not come yet. */
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

/** The one that finds the most known columns, then the one that is there most often; a comma where none is. */
const separatorOf = (header: string, outside: string, countKnown: CountKnown): string => {
  const [best] = SEPARATORS.map((separator) => ({
    separator,
    known: countKnown(cellsOf(header, separator)),
    count: outside.split(separator).length,
  })).sort((one, other) => other.known - one.known || other.count - one.count)
  return best?.separator ?? ','
}

/** undefined where the text does not tell yet: more of it has to come. */
export const findSeparator = (text: string, isWhole: boolean, countKnown: CountKnown): Beginning | undefined => {
  const top = endOf(EMPTY_LINES, text, 0)
  SEPARATOR_LINE.lastIndex = top
  const reported = SEPARATOR_LINE.exec(text)
  const from = reported === null ? top : endOf(EMPTY_LINES, text, top + reported[0].length)
  // The line break may have come by half.
  if (from === text.length && !isWhole) return undefined
  const line = 1 + (text.slice(0, from).match(LINE_END)?.length ?? 0)
  const { told: sign = '', rest = '' } = reported?.groups ?? {}
  const separator = sign === '\\t' ? '\t' : sign
  if (separator !== '' && [...rest.trim()].every((other) => other === separator)) return { from, line, separator }
  const found = headerOf(text.slice(from), isWhole)
  return found && { from, line, separator: separatorOf(found.header, found.outside, countKnown) }
}
