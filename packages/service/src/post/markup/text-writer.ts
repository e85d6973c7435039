// Writes the text of HTML as a reader sees it: blocks on separate lines, spaces collapsed.

import { keepCompiled } from '../../parsing/keep-compiled.ts'
import type { Element } from './elements.ts'
import { SIGNS, type Signs } from './read-references.ts'

export type TextWriter = {
  open(element: Element): void
  close(element: Element): void
  /** No control characters except tabs and line ends. `signs`: what the text may contain. */
  text(text: string, signs: Signs): void
  /** A position from which to read later. */
  mark(): number
  /** The start of the text since `mark`. */
  since(mark: number): string
  whole(): string
}

/** HTML white space to collapse; single spaces stay. */
const SPACES = /[\t\n\f\r ]{2,}|[\t\n\f\r]/g
const WHITE = /\s/
const LINE_END = 0x0a

/** Collapses white space to single spaces. It tests first: most texts have nothing to collapse. */
const folded = (text: string): string =>
  text.includes('\n') || text.includes('  ') || text.includes('\t') ? text.replace(SPACES, ' ') : text

/** Called for each piece; nearly all end in an ASCII letter or sign. */
const endsInWhite = (text: string): boolean => {
  const unit = text.charCodeAt(text.length - 1)
  return unit <= 0x20 || (unit >= 0x7f && WHITE.test(text.charAt(text.length - 1)))
}

/** Pieces that `since` reads: a hashtag has few. */
const MAX_PIECES = 20

export const createTextWriter = (): TextWriter => {
  const pieces: string[] = []
  let lineEnds = 0
  let endsInSpace = true
  let preformatted = 0

  /** Tracks line ends itself: looking back at the whole text each time would take quadratic time. */
  const add = (piece: string) => {
    if (piece === '') return
    let at = piece.length
    while (at > 0 && piece.charCodeAt(at - 1) === LINE_END) at -= 1
    lineEnds = at === 0 ? lineEnds + piece.length : piece.length - at
    endsInSpace = endsInWhite(piece)
    pieces.push(piece)
  }

  /** Ends the line; two line ends make an empty line. */
  const breakLine = (lines: Element['lines']) => {
    if (pieces.length > 0 && lineEnds < lines) add('\n'.repeat(lines - lineEnds))
  }

  return {
    open({ name, lines }) {
      if (name === 'br') add('\n')
      else breakLine(lines)
      if (name === 'pre') preformatted += 1
    },
    close({ name, lines }) {
      if (name === 'td' || name === 'th') add(' ')
      else breakLine(lines)
      if (name === 'pre') preformatted -= 1
    },
    text(text, signs) {
      const written = (signs & SIGNS.spaces) === 0 || preformatted > 0 ? text : folded(text)
      add(endsInSpace && written.startsWith(' ') ? written.replace(/^ +/, '') : written)
    },
    mark: () => pieces.length,
    since: (mark) => pieces.slice(mark, mark + MAX_PIECES).join(''),
    whole: () => pieces.join(''),
  }
}

keepCompiled(createTextWriter())
