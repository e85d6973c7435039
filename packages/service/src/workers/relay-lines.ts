// What workers write, line by line: a line is passed on whole, so that those of several workers never run into each other.

/** As much of a readable stream as is needed here. */
export type TextSource = {
  setEncoding(encoding: 'utf8'): unknown
  on(event: 'data', listener: (text: string) => void): unknown
  on(event: 'end', listener: () => void): unknown
}

/** Passes on lines with their ends; a last one without an end gets it. */
export const relayLines = (source: TextSource, write: (line: string) => void): void => {
  let rest = ''
  source.setEncoding('utf8')
  source.on('data', (text) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) write(`${line}\n`)
  })
  source.on('end', () => {
    if (rest !== '') write(`${rest}\n`)
  })
}
