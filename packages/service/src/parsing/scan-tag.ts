// Scans a start tag with whatever attributes it has. It never reads past the next `<`, so that a missing quote costs
// only one attribute. White space is that of XML; bytes of other characters are not white space.

import type { ByteText } from './byte-text.ts'

export type ScannedTag = {
  /** As written, with its prefix. */
  readonly name: string
  /** Whether it ends in `/>`. */
  readonly isEmpty: boolean
  /** The tag as written. */
  readonly source: string
}

/** Per tag. */
const MAX_ATTRIBUTES = 40
/** A well-formed tag, as most are. */
const TAG =
  /<([a-z_][^ \t\n\f\r<>/="']{0,255})(?:[ \t\n\f\r]+[^ \t\n\f\r<>/="']+[ \t\n\f\r]*=[ \t\n\f\r]*(?:"[^"<]*"|'[^'<]*'))*[ \t\n\f\r]*(\/?)>/iy
const NAME = /<([a-z_][^ \t\n\f\r<>/="']{0,255})(?=[ \t\n\f\r<>/="']|$)/iy
/** A value in quotes, with one quote, or without quotes. A `<` in it starts a tag if a tag could start there. */
const ATTRIBUTE =
  /([a-z_][^ \t\n\f\r<>/="']{0,255})(?:[ \t\n\f\r]*=[ \t\n\f\r]*(?:"((?:[^"<]|<(?![a-z/!?]))*)"|'((?:[^'<]|<(?![a-z/!?]))*)'|["']?([^ \t\n\f\r<>"']*)))?/iy
/** Anything between attributes, stray signs included. */
const BETWEEN = /(?:[^<>/a-z_]|\/(?!>))*/iy
const NONE: ReadonlyMap<string, string> = new Map()

/** Characters of a name. */
const LONGEST_NAME = 256
const GREATER = '>'.charCodeAt(0)

/** Which ASCII characters a pattern matches, by code. */
export const codesOf = (pattern: RegExp): readonly boolean[] =>
  Array.from({ length: 128 }, (_, code) => pattern.test(String.fromCharCode(code)))

const BEGINS_NAME = codesOf(/[a-z_]/i)
const OF_NAME = codesOf(/[\w:.-]/)

/** The end of the name of the start tag at a `<`, or of the end tag at its `/`, if the name has only ASCII letters,
 * digits and signs. -1 if no name starts there, or if it is too long. Most names need no pattern. */
export const plainNameEnd = (xml: string, at: number): number => {
  if (BEGINS_NAME[xml.charCodeAt(at + 1)] !== true) return -1
  let end = at + 2
  while (OF_NAME[xml.charCodeAt(end)] === true) end += 1
  return end - at - 1 <= LONGEST_NAME ? end : -1
}

export type TagPlace = {
  /** undefined if no tag starts there, or if it is cut off. */
  readonly tag: ScannedTag | undefined
  /** Where its name ends, and where the tag ends. */
  readonly nameTo: number
  readonly end: number
}

/** The tag that starts at a `<`. */
export const scanTag = (text: ByteText, at: number): TagPlace => {
  const { bytes } = text
  const nameEnd = plainNameEnd(bytes, at)
  if (bytes.charCodeAt(nameEnd) === GREATER) return placeOf(text, at, nameEnd, nameEnd + 1, false)
  const plain = match(TAG, bytes, at)
  if (plain !== null) {
    const [{ length }, name = '', slash] = plain
    return placeOf(text, at, at + 1 + name.length, at + length, slash !== '')
  }
  const name = match(NAME, bytes, at)
  if (name === null) return { tag: undefined, nameTo: at + 1, end: at + 1 }
  const nameTo = NAME.lastIndex
  let end = nameTo
  while (nextAttribute(bytes, end) !== null) end = ATTRIBUTE.lastIndex
  end = BETWEEN.lastIndex
  if (end === bytes.length) return { tag: undefined, nameTo, end }
  const isEmpty = bytes[end] === '/'
  if (bytes[end] !== '<') end += isEmpty ? 2 : 1
  return placeOf(text, at, nameTo, end, isEmpty)
}

const placeOf = ({ cut }: ByteText, at: number, nameTo: number, end: number, isEmpty: boolean): TagPlace => ({
  tag: { name: cut(at + 1, nameTo), isEmpty, source: cut(at, end) },
  nameTo,
  end,
})

/** The attributes of a tag by name in lower case, values as written; the first of two with one name. */
export const attributesOf = ({ name, source }: ScannedTag): ReadonlyMap<string, string> => {
  let at = name.length + 1
  if (source.length - at < 3) return NONE
  const attributes = new Map<string, string>()
  while (attributes.size < MAX_ATTRIBUTES) {
    const attribute = nextAttribute(source, at)
    if (attribute === null) break
    at = ATTRIBUTE.lastIndex
    const [, written = '', double, single, bare = ''] = attribute
    const key = written.toLowerCase()
    if (!attributes.has(key)) attributes.set(key, double ?? single ?? bare)
  }
  return attributes
}

/** The end of the attribute, or of the tag, is left in the patterns' lastIndex. */
const nextAttribute = (text: string, at: number): RegExpExecArray | null => {
  match(BETWEEN, text, at)
  return match(ATTRIBUTE, text, BETWEEN.lastIndex)
}

const match = (pattern: RegExp, text: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at
  return pattern.exec(text)
}
