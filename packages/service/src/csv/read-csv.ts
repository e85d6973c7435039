// Reads comma-separated values (RFC 4180) as a stream, with one record in memory at a time. Any line ending is
// accepted, quoted cells may contain line breaks, and the separator may be a semicolon, tab or bar, as spreadsheets in
// many countries write it.

import { type CountKnown, findSeparator } from './find-separator.ts'
import { CsvError, type ScanRecord, scanRecordsBy } from './scan-record.ts'

export { CsvError } from './scan-record.ts'

export type CsvRecord = {
  /** Where it starts, counted from 1. */
  readonly line: number
  readonly cells: readonly string[]
}

/** The most characters of a record. A longer one has an unclosed quote. */
const MAX_CHARACTERS = 1024 * 1024

/** Yields the records in batches, without empty lines. Throws `CsvError`. */
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
    if (rest.length > MAX_CHARACTERS) {
      throw new CsvError(line, 'A line is longer than a million characters: a quote in it is never closed')
    }
    return records
  }
  for await (const part of parts) {
    rest += part
    yield take(false)
  }
  yield take(true)
}
