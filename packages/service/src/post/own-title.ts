// Drops titles that are not real, for platforms that store none: feeds of short posts, and programs that require a
// title, build it from the start of the text.

import { foldSpaces, oneLine } from './text.ts'

/** Marks of truncation at the end of a line. */
const CUT_OFF = / ?(?:…|\.{3}|\[…\]|\[\.{3}\]|\(…\)|\(\.{3}\))$/
/** A shorter title may be the start of an article by coincidence. */
const LEAST_CUT = 12
/** With a mark of truncation, a shorter one is no coincidence. */
const LEAST_MARKED = 4

/** The title in one line. null if it is empty or only repeats the start of the text: all of it, its first line, or a
 * truncated beginning. */
export const ownTitle = (title: string | null, text: string | null): string | null => {
  const reported = oneLine(title ?? '')
  if (reported === '' || text === null) return reported || null
  const line = fold(reported)
  const beginning = line.replace(CUT_OFF, '')
  // Most titles start with another letter than the text.
  if (!text.trimStart().startsWith(beginning.charAt(0))) return reported
  // Reads only as much of a long text as the title could repeat, white space included.
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
