// Comma-separated values as RFC 4180 has them, read as they come: a record at a time is held, never the file. Lines may end
// in any way, quotes may hold lines, and cells may be separated by semicolons, tabs or bars, as spreadsheets write them in
// much of the world.

import { type CountKnown, findSeparator } from './find-separator.ts'
import { CsvError, type ScanRecord, scanRecordsBy } from './scan-record.ts'

export { CsvError } from './scan-record.ts'

export type CsvRecord = {
  /** Where it begins, counted from 1. */
  readonly line: number
  readonly cells: readonly string[]
}

/** Characters of a record. A longer one is a quote that nobody closed. */
const MOST_CHARACTERS = 1024 * 1024

/** The records of a text that comes in parts, some at a time; empty lines are none. Throws `CsvError`. */
export async function* readCsv(
  parts: AsyncIterable<string>,
  countKnown: CountKnown = () => 0,
): AsyncGenerator<readonly CsvRecord[]> {
  let rest = ''
  let line = 1
  let scan: ScanRecord | undefined
  const begin = (isWhole: boolean): void => {
    const beginning = findSeparator(rest, isWhole, countKnown)
    if (beginning === undefined) return
    line = beginning.line
    rest = rest.slice(beginning.from)
    scan = scanRecordsBy(beginning.separator)
  }
  const take = (isWhole: boolean): readonly CsvRecord[] => {
    const records: CsvRecord[] = []
    if (scan === undefined) begin(isWhole)
    let at = 0
    while (scan !== undefined && at < rest.length) {
      const record = scan(rest, at, isWhole, line)
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
