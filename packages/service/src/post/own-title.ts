// Which title is one, where the platform stores none: feeds of short posts, and programs that must have a title, make it of how the
// text begins.

import { foldSpaces, oneLine } from './text.ts'

/** Marks by which programs say that they cut something off, in a line whose white space is folded. */
const CUT_OFF = / ?(?:…|\.{3}|\[…\]|\[\.{3}\]|\(…\)|\(\.{3}\))$/
/** A title as short as this may stand at the beginning of an article's first sentence by itself. */
const LEAST_CUT = 12
/** With a mark that it was cut off it is no accident, however short. */
const LEAST_MARKED = 4

/** The title in one line, or null when it is empty or only repeats how the text begins: all of it, its first line, or the
 * beginning cut off somewhere. */
export const ownTitle = (title: string | null, text: string | null): string | null => {
  const reported = oneLine(title ?? '')
  if (reported === '' || text === null) return reported || null
  const line = fold(reported)
  const beginning = line.replace(CUT_OFF, '')
  // Most begin with another letter than their texts.
  if (!text.trimStart().startsWith(beginning.charAt(0))) return reported
  // Of a text as long as an article no more is looked at than the title could repeat, white space included.
  const start = text.slice(0, 4 * line.length + 100)
  const [firstLine = ''] = start.split('\n', 1)
  const folded = fold(start)
  const isRepeated =
    fold(firstLine) === line ||
    folded === beginning ||
    (beginning.length >= (beginning === line ? LEAST_CUT : LEAST_MARKED) && folded.startsWith(beginning))
  return isRepeated ? null : reported
}

const fold = (text: string): string => foldSpaces(text).trim()
