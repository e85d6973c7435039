// Scans one CSV record (RFC 4180) within a text that may still grow.

/** The text cannot be parsed from this line on. */
export class CsvError extends Error {
  readonly line: number

  constructor(line: number, message: string) {
    super(message)
    this.name = 'CsvError'
    this.line = line
  }
}

type Scanned = { readonly cells: readonly string[]; readonly next: number; readonly lines: number }

const countLines = (text: string): number => text.split('\n').length - 1

/** Reads the record that starts at `from`; undefined when its end has not arrived yet. */
export type ScanRecord = (text: string, from: number, isWhole: boolean, line: number) => Scanned | undefined

/** For cells with this separator, a single character. */
export const scanRecordsBy = (separator: string): ScanRecord => {
  const plain = new RegExp(`[^\\u{${separator.codePointAt(0)?.toString(16)}}\\r\\n]*`, 'uy')
  return (text, from, isWhole, line) => {
    const cells: string[] = []
    let at = from
    let lines = 0
    for (;;) {
      if (text[at] === '"') {
        let cell = ''
        for (at += 1; ; at += 1) {
          const quote = text.indexOf('"', at)
          if (quote === -1 || (quote + 1 === text.length && !isWhole)) {
            if (!isWhole) return undefined
            throw new CsvError(line + lines, 'A quote that is opened here is never closed')
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
      if (end === separator) at += 1
      else if (end === '\n') return { cells, next: at + 1, lines: lines + 1 }
      else if (end === '\r') {
        if (at + 1 === text.length && !isWhole) return undefined
        return { cells, next: text[at + 1] === '\n' ? at + 2 : at + 1, lines: lines + 1 }
      } else if (end === undefined) return isWhole ? { cells, next: at, lines } : undefined
      else throw new CsvError(line + lines, 'There is text after a closing quote')
    }
  }
}
