// Plain text made tidy, and markup around it.

import { POST_LIMITS } from './bound-html.ts'
import { cutText } from './cut-text.ts'
import { describeText } from './describe-text.ts'

export { linkHtml, paragraphs } from './link-html.ts'

const INVISIBLE = /[[\p{Cc}\uFEFF]--[\n\t]]/v
const EACH_INVISIBLE = new RegExp(INVISIBLE, 'gv')

/** Line ends folded to `\n`, control characters dropped. */
export const withoutControls = (text: string): string =>
  // Looked for before anything is replaced: most texts have none, and a carriage return is a control character too.
  INVISIBLE.test(text) ? text.replace(/\r\n?/g, '\n').replace(EACH_INVISIBLE, '') : text

/** Runs of white space but for single spaces, which stay as they are and are most of them. */
const SPACES = /\s{2,}|[^\S ]/g

/** White space folded to single spaces. */
export const foldSpaces = (text: string): string => text.replace(SPACES, ' ')

const LINE_BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/

/** The text in one line. Blanks within a line stay as they were written. */
export const oneLine = (text: string): string =>
  text
    .split(LINE_BREAKS)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ')

/** Plain text made tidy: line ends folded to `\n`, control characters dropped, at most one empty line in a row, trimmed,
 * cut to what a post may hold. null when nothing is left, or when the value is no string. */
export const plainText = (value: unknown): string | null =>
  typeof value === 'string' ? tidyText(withoutControls(cutText(value, POST_LIMITS.characters))) : null

/** The same of a text without control characters that is no longer than a post's. */
export const tidyText = (value: string): string | null => {
  const text = value.trim()
  return text.includes('\n') ? withTidyLines(text) : text || null
}

/** White space before the end of a line, which most texts have none of. */
const ENDS_IN_SPACE = /[^\S\n]\n/

const withTidyLines = (text: string): string => {
  // Begun only where the white space begins: tried from each of its characters it would cost the square.
  const lines = ENDS_IN_SPACE.test(text) ? text.replace(/(?<![^\S\n])[^\S\n]+\n/g, '\n') : text
  return lines.includes('\n\n\n') ? lines.replace(/\n{3,}/g, '\n\n') : lines
}

/** Plain text as HTML: paragraphs, line breaks, URLs as links. null for no text. */
export const textToHtml = (text: string | null): string | null => describeText(text, {})
