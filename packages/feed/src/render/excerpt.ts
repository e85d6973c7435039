// Shortens plain text: at word boundaries, and never inside a grapheme.

/** Length of the text in a link card, in words. */
export const EXCERPT_WORDS = 40
/** Width of an excerpt per word. A character of a script without spaces counts two columns. */
const COLUMNS_PER_WORD = 8
const UNSPACED =
  /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{sc=Tibetan}]/u
/** A flag, or a letter or emoji with its combining marks and joined parts. */
const GRAPHEME = /[\u{1F1E6}-\u{1F1FF}]{2}|.(?:[\p{M}\p{EMod}\u{E0020}-\u{E007F}]|\u200D.)*/gsu
const SPACES = /[\s\p{Z}]+/gu
/** A grapheme can have many code points, but has few on average. */
const MAX_POINTS_EACH = 8

/** The first grapheme of a name, without signs before it. */
export const initialOf = (name: string): string => {
  const [first = ''] = name.replace(/^[ \t\n@#.]+/, '').match(GRAPHEME) ?? []
  return [...first].slice(0, 8).join('')
}

const truncate = (text: string, columns: number): string => {
  const [start = ''] = new RegExp(`^.{0,${MAX_POINTS_EACH * columns}}`, 'su').exec(text) ?? []
  const graphemes = start.match(GRAPHEME) ?? []
  if (start.length < text.length) graphemes.pop()
  let left = columns
  let result = ''
  for (const grapheme of graphemes) {
    left -= UNSPACED.test(grapheme) ? 2 : 1
    if (left < 0) return result.replace(/(?<=\S) \S{0,30}$/u, '')
    result += grapheme
  }
  return result
}

const withEllipsis = (result: string, text: string): string =>
  result.length < text.length ? `${result.trimEnd()}…` : result

/** One line of at most so many words, or an equal width in scripts without spaces. */
export const excerpt = (text: string, maxWords = EXCERPT_WORDS): string => {
  const line = text.replace(SPACES, ' ').trim()
  return withEllipsis(truncate(line.split(' ').slice(0, maxWords).join(' '), maxWords * COLUMNS_PER_WORD), line)
}

/** At most so many words. Keeps line breaks. */
export const beginning = (text: string, maxWords: number): string => {
  const trimmed = text.trim()
  let end = 0
  let words = 0
  for (const { index, 0: word } of trimmed.matchAll(/[^\s\p{Z}]+/gu)) {
    if (words === maxWords) break
    words += 1
    end = index + word.length
  }
  return withEllipsis(truncate(trimmed.slice(0, end), maxWords * COLUMNS_PER_WORD), trimmed)
}
