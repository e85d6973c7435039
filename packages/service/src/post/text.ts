// Tidies plain text, and converts it to HTML.

import { POST_LIMITS } from './bound-html.ts'
import { cutText } from './cut-text.ts'
import { describeText } from './describe-text.ts'

export { linkHtml, paragraphs } from './link-html.ts'

const INVISIBLE = /[[\p{Cc}\uFEFF]--[\n\t]]/v
const EACH_INVISIBLE = new RegExp(INVISIBLE, 'gv')

/** Normalizes line ends to `\n` and drops control characters. */
export const withoutControls = (text: string): string =>
  // Tests first: most texts have none, and a carriage return is one, too.
  INVISIBLE.test(text) ? text.replace(/\r\n?/g, '\n').replace(EACH_INVISIBLE, '') : text

/** White space to collapse; single spaces, most of them, stay. */
const SPACES = /\s{2,}|[^\S ]/g

/** Collapses white space to single spaces. */
export const foldSpaces = (text: string): string => text.replace(SPACES, ' ')

const LINE_BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/

/** The text in one line. Spaces within a line stay as written. */
export const oneLine = (text: string): string =>
  text
    .split(LINE_BREAKS)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ')

/** Tidies plain text: normalizes line ends to `\n`, drops control characters, keeps at most one empty line in a row,
 * trims, and cuts it to the limit of a post. null if nothing is left, or if the value is not a string. */
export const plainText = (value: unknown): string | null =>
  typeof value === 'string' ? tidyText(withoutControls(cutText(value, POST_LIMITS.characters))) : null

/** The same for a text without control characters that is within the limit. */
export const tidyText = (value: string): string | null => {
  const text = value.trim()
  return text.includes('\n') ? withTidyLines(text) : text || null
}

/** White space at the end of a line, which most texts do not have. */
const ENDS_IN_SPACE = /[^\S\n]\n/

const withTidyLines = (text: string): string => {
  // Matches from the start of the white space only: a match from each of its characters would take quadratic time.
  const lines = ENDS_IN_SPACE.test(text) ? text.replace(/(?<![^\S\n])[^\S\n]+\n/g, '\n') : text
  return lines.includes('\n\n\n') ? lines.replace(/\n{3,}/g, '\n\n') : lines
}

/** Plain text as HTML: paragraphs, line breaks, linked URLs. null for no text. */
export const textToHtml = (text: string | null): string | null => describeText(text, {})
