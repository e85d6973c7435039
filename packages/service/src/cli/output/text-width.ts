// Measures text in terminal columns, and truncates or wraps it. It does not handle escape sequences: text is measured before it is
// colored.

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** Emoji, and the ranges of Unicode TR 11 that terminals show in two columns. */
const WIDE =
  /^(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f|\p{Regional_Indicator}{2}|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}])/u
const INVISIBLE = /^[\p{Mn}\p{Me}\p{Cf}]+$/u
const PLAIN = /^[\x20-\x7e]*$/

const graphemes = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment)

const widthOf = (grapheme: string): number => {
  if (INVISIBLE.test(grapheme)) return 0
  return WIDE.test(grapheme) ? 2 : 1
}

export const textWidth = (text: string): number =>
  PLAIN.test(text) ? text.length : graphemes(text).reduce((width, grapheme) => width + widthOf(grapheme), 0)

/** Cuts off text that does not fit, with an ellipsis. */
export const truncate = (text: string, columns: number): string => {
  if (textWidth(text) <= columns) return text
  let [kept, width] = ['', 0]
  for (const grapheme of graphemes(text)) {
    width += widthOf(grapheme)
    if (width >= columns) break
    kept += grapheme
  }
  return `${kept.trimEnd()}…`
}

/** Wraps text at spaces. A word that is wider than `columns` is broken. */
export const wrapText = (text: string, columns: number): string[] =>
  text.split('\n').flatMap((line) => wrapLine(line, columns))

const wrapLine = (line: string, columns: number): string[] => {
  const lines: string[] = []
  let current = ''
  for (const word of line.split(/ +/)) {
    const longer = current === '' ? word : `${current} ${word}`
    if (textWidth(longer) <= columns) {
      current = longer
      continue
    }
    if (current !== '') lines.push(current)
    const pieces = breakWord(word, columns)
    current = pieces.pop() ?? ''
    lines.push(...pieces)
  }
  return [...lines, current]
}

const breakWord = (word: string, columns: number): string[] => {
  if (textWidth(word) <= columns) return [word]
  const pieces: string[] = []
  let [piece, width] = ['', 0]
  for (const grapheme of graphemes(word)) {
    if (width + widthOf(grapheme) > columns && piece !== '') {
      pieces.push(piece)
      piece = ''
      width = 0
    }
    piece += grapheme
    width += widthOf(grapheme)
  }
  return [...pieces, piece]
}
