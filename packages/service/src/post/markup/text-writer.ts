// Writes the text of HTML as a person reads it: blocks on lines of their own, spaces folded.

/** Elements that begin and end a line of the text. */
const LINES: ReadonlySet<string> = new Set([
  ...[
    'p',
    'div',
    'section',
    'article',
    'blockquote',
    'pre',
    'ul',
    'ol',
    'li',
    'dl',
    'dt',
    'dd',
    'table',
    'tr',
    'figure',
  ],
  ...[
    'figcaption',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'hr',
    'header',
    'footer',
    'aside',
    'details',
    'summary',
    'main',
  ],
  ...['nav', 'address', 'center', 'fieldset', 'form', 'hgroup', 'dir', 'menu', 'caption'],
])
/** Blocks with an empty line around them. */
const PARAGRAPHS: ReadonlySet<string> = new Set([
  ...['p', 'blockquote', 'pre', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'dir', 'menu', 'table', 'figure'],
])

export type TextWriter = {
  open(name: string): void
  close(name: string): void
  text(text: string): void
  /** Where the text stands, to read what comes behind. */
  mark(): number
  /** The beginning of what was written since. */
  since(mark: number): string
  whole(): string
}

/** Runs of the white space of HTML but for single spaces, which stay as they are. */
const SPACES = /[\t\n\f\r ]{2,}|[\t\n\f\r]/g
const WHITE = /\s/

/** Pieces that `since` reads: a hashtag has few. */
const MOST_PIECES = 20

export const createTextWriter = (): TextWriter => {
  const pieces: string[] = []
  let lineEnds = 0
  let endsInSpace = true
  let preformatted = 0

  /** Looking back at all of the text each time would cost the square. */
  const add = (piece: string) => {
    if (piece === '') return
    let at = piece.length
    while (at > 0 && piece[at - 1] === '\n') at -= 1
    lineEnds = at === 0 ? lineEnds + piece.length : piece.length - at
    endsInSpace = WHITE.test(piece.charAt(piece.length - 1))
    pieces.push(piece)
  }

  /** Ends the line; two line ends make an empty line. */
  const breakLine = (name: string) => {
    const lines = PARAGRAPHS.has(name) ? 2 : 1
    if (pieces.length > 0 && lineEnds < lines) add('\n'.repeat(lines - lineEnds))
  }

  return {
    open(name) {
      if (name === 'br') add('\n')
      else if (LINES.has(name)) breakLine(name)
      if (name === 'pre') preformatted += 1
    },
    close(name) {
      if (LINES.has(name)) breakLine(name)
      else if (name === 'td' || name === 'th') add(' ')
      if (name === 'pre') preformatted -= 1
    },
    text(text) {
      const folded = preformatted > 0 ? text : text.replace(SPACES, ' ')
      add(endsInSpace ? folded.replace(/^ +/, '') : folded)
    },
    mark: () => pieces.length,
    since: (mark) => pieces.slice(mark, mark + MOST_PIECES).join(''),
    whole: () => pieces.join(''),
  }
}
