// Relays the output of workers in whole lines, so that lines of several workers never mix.

/** The part of a readable stream that is used here. */
export type TextSource = {
  setEncoding(encoding: 'utf8'): unknown
  on(event: 'data', listener: (text: string) => void): unknown
  on(event: 'end', listener: () => void): unknown
}

/** Passes lines on with their line endings; adds a missing last one. */
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
