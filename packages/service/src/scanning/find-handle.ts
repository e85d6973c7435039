// Finds the handle in a pasted text. Tries the possible interpretations of the text, the likeliest first; the platform alone
// decides what is a handle.

import { mentionsIn, pastedHandle, urlsIn, withoutPunctuation, withoutQuotes } from '../parsing/pasted.ts'
import { redirectTarget, urlsInQuery } from '../urls/redirect-target.ts'

type Read<Found extends string> = (text: string) => Found | undefined

/** A login page may come before or after a redirect. */
const MAX_STEPS = 3

/** `read` is the platform's `canonicalize`, or another function that recognizes a text. undefined if the text names no
 * profile of the platform, or more than one. */
export const findHandle = <Found extends string>(read: Read<Found>, written: string): Found | undefined =>
  find(read, pastedHandle(written), MAX_STEPS)

/** A URL parser removes the folder before such a segment: what is left is wider than what the text names. */
const FOLDER_ABOVE = /^[^\s?#]*\/(?:\.|%2e){2}(?:[/?#]|$)/i

const find = <Found extends string>(read: Read<Found>, written: string, steps: number): Found | undefined => {
  const text = withoutQuotes(written)
  if (FOLDER_ABOVE.test(text)) return undefined
  const target = redirectTarget(text)
  if (target !== undefined) return steps > 0 ? find(read, target, steps - 1) : undefined
  const named = read(text) ?? read(withoutPunctuation(text))
  if (named !== undefined || steps === 0) return named
  return [...urlsIn(text), urlsInQuery(text), mentionsIn(text)].reduce<Found | undefined>(
    (found, urls) => found ?? only(read, urls, steps),
    undefined,
  )
}

/** The handle, if all texts that name one name the same. */
const only = <Found extends string>(read: Read<Found>, texts: readonly string[], steps: number): Found | undefined => {
  const [handle, ...others] = new Set(texts.flatMap((text) => find(read, text, steps - 1) ?? []))
  return others.length === 0 ? handle : undefined
}
