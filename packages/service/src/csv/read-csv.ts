// Comma-separated values as RFC 4180 has them, read as they come: a record at a time is held, never the file. Lines may end
// in any way, quotes may hold lines, and cells may be apart by semicolons or tabs, as spreadsheets write them in much of
// the world.

export type CsvRecord = {
  /** Where it begins, counted from 1. */
  readonly line: number
  readonly cells: readonly string[]
}

/** The text cannot be taken apart; nothing behind that line is known. */
export class CsvError extends Error {
  readonly line: number

  constructor(line: number, message: string) {
    super(message)
    this.name = 'CsvError'
    this.line = line
  }
}

/** Characters of a record. A longer one is a quote that nobody closed. */
const MOST_CHARACTERS = 1024 * 1024
const DELIMITERS = [',', ';', '\t'] as const
const PLAIN = { ',': /[^,\r\n]*/y, ';': /[^;\r\n]*/y, '\t': /[^\t\r\n]*/y } as const

type Delimiter = (typeof DELIMITERS)[number]
type Scanned = { readonly cells: readonly string[]; readonly next: number; readonly lines: number }

/** What is most often in the first line; a comma where none is. */
const delimiterOf = (firstLine: string): Delimiter => {
  const counts = DELIMITERS.map((delimiter) => firstLine.split(delimiter).length)
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ','
}

const countLines = (text: string): number => text.split('\n').length - 1

/** The record that begins at `from`; undefined where its end has not come yet. */
const scanRecord = (
  text: string,
  from: number,
  isWhole: boolean,
  delimiter: Delimiter,
  line: number,
): Scanned | undefined => {
  const cells: string[] = []
  const plain = PLAIN[delimiter]
  let at = from
  let lines = 0
  for (;;) {
    if (text[at] === '"') {
      let cell = ''
      for (at += 1; ; at += 1) {
        const quote = text.indexOf('"', at)
        if (quote === -1 || (quote + 1 === text.length && !isWhole)) {
          if (!isWhole) return undefined
          throw new CsvError(line + lines, 'A quote is opened here and never closed')
        }
        cell += text.slice(at, quote)
        at = quote + 1
        if (text[at] !== '"') break
        cell += '"'
      }
      cells.push(cell)
      lines += countLines(cell)
    } else {
      plain.lastIndex = at
      const cell = plain.exec(text)?.[0] ?? ''
      cells.push(cell)
      at += cell.length
    }
    const end = text[at]
    if (end === delimiter) at += 1
    else if (end === '\n') return { cells, next: at + 1, lines: lines + 1 }
    else if (end === '\r') {
      if (at + 1 === text.length && !isWhole) return undefined
      return { cells, next: text[at + 1] === '\n' ? at + 2 : at + 1, lines: lines + 1 }
    } else if (end === undefined) return isWhole ? { cells, next: at, lines } : undefined
    else throw new CsvError(line + lines, 'There is text behind a closing quote')
  }
}

/** The records of a text that comes in parts, some at a time; empty lines are none. Throws `CsvError`. */
export async function* readCsv(parts: AsyncIterable<string>): AsyncGenerator<readonly CsvRecord[]> {
  let rest = ''
  let line = 1
  let delimiter: Delimiter | undefined
  const take = (isWhole: boolean): readonly CsvRecord[] => {
    const records: CsvRecord[] = []
    const firstEnd = /[\r\n]/.exec(rest)?.index ?? rest.length
    if (firstEnd < rest.length || isWhole) delimiter ??= delimiterOf(rest.slice(0, firstEnd))
    if (delimiter === undefined) return records
    let at = 0
    while (at < rest.length) {
      const record = scanRecord(rest, at, isWhole, delimiter, line)
      if (record === undefined) break
      const { cells, next, lines } = record
      if (cells.length > 1 || cells[0] !== '') records.push({ line, cells })
      line += lines
      at = next
    }
    rest = rest.slice(at)
    if (rest.length > MOST_CHARACTERS) {
      throw new CsvError(
        line,
        'A line is longer than a million characters; a quote that is opened in it is never closed',
      )
    }
    return records
  }
  for await (const part of parts) {
    rest += part
    yield take(false)
  }
  yield take(true)
}
