// What somebody pasted → the handle that it names on a platform. The platform reads each way to take the text, the likeliest
// first: nothing is guessed, since only what the platform takes for a handle counts.

import { mentionsIn, pastedHandle, urlsIn, withoutPunctuation, withoutQuotes } from '../parsing/pasted.ts'
import { redirectTarget, urlsInQuery } from '../urls/redirect-target.ts'

type Read<Found extends string> = (text: string) => Found | undefined

/** A login may stand behind a redirect, and before a redirect. */
const MOST_STEPS = 3

/** `read` is the platform's `canonicalize`, or what else tells one text from another. undefined where the text names none of
 * its profiles, or more than one. */
export const findHandle = <Found extends string>(read: Read<Found>, written: string): Found | undefined =>
  find(read, pastedHandle(written), MOST_STEPS)

const find = <Found extends string>(read: Read<Found>, written: string, steps: number): Found | undefined => {
  const text = withoutQuotes(written)
  const behind = redirectTarget(text)
  if (behind !== undefined) return steps > 0 ? find(read, behind, steps - 1) : undefined
  const named = read(text) ?? read(withoutPunctuation(text))
  if (named !== undefined || steps === 0) return named
  return [...urlsIn(text), urlsInQuery(text), mentionsIn(text)].reduce<Found | undefined>(
    (found, urls) => found ?? only(read, urls, steps),
    undefined,
  )
}

/** The one handle that all of the texts which name any name. */
const only = <Found extends string>(read: Read<Found>, texts: readonly string[], steps: number): Found | undefined => {
  const [handle, ...others] = new Set(texts.flatMap((text) => find(read, text, steps - 1) ?? []))
  return others.length === 0 ? handle : undefined
}
