// What somebody pasted → the handle that it names on a platform. The platform reads each way to take the text, the likeliest
// first: nothing is guessed, since only what the platform takes for a handle counts.

import { pastedHandle } from '../parsing/pasted.ts'
import { namedInQuery, redirectedTo } from '../platforms/addresses/leads-to.ts'
import type { Platform } from '../platforms/contract/platform.ts'

type Read = Platform['canonicalize']

/** A login may stand behind a redirect, and before a redirect. */
const MOST_STEPS = 3

/** No name and no URL begins or ends with these; an ellipsis is left, since what was cut off is not known. */
const QUOTES = '“”„«»‘’‚‹›「」『』（）【】'
const OPENING = new RegExp(`^[${QUOTES}]`)
const CLOSING = new RegExp(`[${QUOTES}。，、；！？]$`)
/** These may belong to a URL: they are taken away only where it names nothing with them. */
const ASCII_OPENING = /^["'`<([{]/
const ASCII_CLOSING = /(?:["'`>)\]},;!?]|(?<!\.)\.)$/

/** `canonicalize` is the platform's. undefined where the text names none of its profiles, or more than one. */
export const findHandle = (read: Read, written: string): string | undefined =>
  find(read, pastedHandle(written), MOST_STEPS)

const find = (read: Read, written: string, steps: number): string | undefined => {
  const text = without(OPENING, CLOSING, written)
  const behind = redirectedTo(text)
  if (behind !== undefined) return steps > 0 ? find(read, behind, steps - 1) : undefined
  const named = read(text) ?? read(withoutPunctuation(text))
  if (named !== undefined || steps === 0) return named
  return (
    only(read, text.match(QUOTED_URL) ?? [], steps) ??
    only(read, SHARED_URL.exec(text)?.slice(1) ?? [], steps) ??
    only(read, namedInQuery(text), steps)
  )
}

/** The one handle that all of the URLs which name any name. */
const only = (read: Read, urls: readonly string[], steps: number): string | undefined => {
  const [handle, ...others] = new Set(urls.flatMap((url) => find(read, url, steps - 1) ?? []))
  return others.length === 0 ? handle : undefined
}

const without = (opening: RegExp, closing: RegExp, text: string): string => {
  let clean = text
  while (opening.test(clean)) clean = clean.slice(1)
  while (closing.test(clean)) clean = clean.slice(0, -1)
  return clean
}

const withoutPunctuation = (text: string): string => without(ASCII_OPENING, ASCII_CLOSING, text)

/** An embed code, or a URL in brackets behind a name: where the URL ends is certain. */
const QUOTED_URL = /(?<=["'<(])https?:\/\/[^\s"'<>()]+(?=["'>)])/gi

/** What apps share: words, and behind them the one URL. */
const SHARED_URL = /^(?!https?:\/\/)(?:(?!https?:\/\/)[\s\S])*\s(https?:\/\/\S+)$/i
