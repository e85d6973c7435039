// The references of HTML in a text → the characters that they stand for, and what these are to those who write them.
// https://html.spec.whatwg.org/multipage/parsing.html#character-reference-state

import { decodeHTML } from 'entities/decode'
import { createWords } from '../../parsing/create-words.ts'

/** What a text may hold that is not written as it stands: a set of bits. */
export const SIGNS = {
  none: 0,
  /** Signs that HTML writes in another way. */
  markup: 1,
  /** White space but for single spaces. */
  spaces: 2,
  /** Control characters but for tabs and line ends; also among the white space. */
  controls: 4,
  all: 7,
} as const

/** The sum of those that may be there: what is not in it is not in the text. */
export type Signs = number

export type ReadText = { readonly text: string; readonly signs: Signs }

const MARKUP = /[&<>]/
const SPACES = /[\t\n\f\r]|^ | $/
const CONTROLS = /[[\p{Cc}\uFEFF]--[\n\t]]/v

/** Whether a text holds control characters that are not kept. */
export const holdsControls = (text: string): boolean => CONTROLS.test(text)

const signsOf = (text: string): Signs => {
  if (holdsControls(text)) return SIGNS.all
  return (MARKUP.test(text) ? SIGNS.markup : 0) | (SPACES.test(text) ? SIGNS.spaces : 0)
}

/** Longer ones are rare. */
const LONGEST = 12
const REFERENCE = /^&(?:#\d+|#x[\da-f]+|[a-z][a-z\d]*);$/i
/** Texts have a few, written thousands of times; whoever has more makes them up. */
const MOST_HELD = 500
const held = createWords<ReadText>([], MOST_HELD)

const readReference = (written: string, from: number, to: number): ReadText | undefined => {
  const known = held.find(written, from, to)
  if (known !== undefined) return known
  const reference = written.slice(from, to)
  if (!REFERENCE.test(reference)) return undefined
  const text = decodeHTML(reference)
  const read = { text, signs: signsOf(text) }
  held.learn(reference, read)
  return read
}

/** Reads a text in which a `&` stands. Without a semicolon some references are meant all the same. */
export const readReferences = (written: string): ReadText => {
  let text = ''
  let signs: Signs = SIGNS.none
  let from = 0
  for (let at = written.indexOf('&'); at !== -1; at = written.indexOf('&', from)) {
    const end = written.indexOf(';', at) + 1
    const read = end > at && end - at <= LONGEST ? readReference(written, at, end) : undefined
    if (read === undefined) return { text: text + decodeHTML(written.slice(from)), signs: SIGNS.all }
    text += written.slice(from, at) + read.text
    signs |= read.signs
    from = end
  }
  return { text: text + written.slice(from), signs }
}
