// Resolves the character references of HTML, and reports what the text may contain.
// https://html.spec.whatwg.org/multipage/parsing.html#character-reference-state

import { decodeHTML } from 'entities/decode'
import { createWords } from '../../parsing/create-words.ts'

/** What a text may contain that needs work when it is written: a set of bits. */
export const SIGNS = {
  none: 0,
  /** Signs that HTML escapes. */
  markup: 1,
  /** White space other than single spaces. */
  spaces: 2,
  /** Control characters other than tabs and line ends. */
  controls: 4,
  all: 7,
} as const

/** The sum of those that may be present. The others are certainly absent. */
export type Signs = number

export type ReadText = { readonly text: string; readonly signs: Signs }

const MARKUP = /[&<>]/
const SPACES = /[\t\n\f\r]|^ | $/
const CONTROLS = /[[\p{Cc}\uFEFF]--[\n\t]]/v

/** Whether a text contains control characters that are dropped. */
export const holdsControls = (text: string): boolean => CONTROLS.test(text)

const signsOf = (text: string): Signs => {
  if (holdsControls(text)) return SIGNS.all
  return (MARKUP.test(text) ? SIGNS.markup : 0) | (SPACES.test(text) ? SIGNS.spaces : 0)
}

/** Longer ones are rare. */
const LONGEST = 12
const REFERENCE = /^&(?:#\d+|#x[\da-f]+|[a-z][a-z\d]*);$/i
/** Texts use few different references thousands of times. A text with more is made up. */
const MAX_CACHED = 500
const cache = createWords<ReadText>([], MAX_CACHED)

const readReference = (written: string, from: number, to: number): ReadText | undefined => {
  const known = cache.find(written, from, to)
  if (known !== undefined) return known
  const reference = written.slice(from, to)
  if (!REFERENCE.test(reference)) return undefined
  const text = decodeHTML(reference)
  const read = { text, signs: signsOf(text) }
  cache.learn(reference, read)
  return read
}

/** Reads a text that contains a `&`. Some references count without a semicolon. */
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
