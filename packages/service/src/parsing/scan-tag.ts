// A start tag with whatever its author took for attributes. Never reads past the `<` of the next tag, so that a quote that is
// missing costs one attribute and no more. White space is that of XML: the bytes of other characters are not taken for it.

import type { ByteText } from './byte-text.ts'

export type ScannedTag = {
  /** As written, with its prefix. */
  readonly name: string
  /** Whether it ends in `/>`. */
  readonly isEmpty: boolean
  /** The tag as written. */
  readonly source: string
}

/** Kept of one tag. */
const MOST_ATTRIBUTES = 40
/** A tag as it should be, which most are. */
const TAG =
  /<([a-z_][^ \t\n\f\r<>/="']{0,255})(?:[ \t\n\f\r]+[^ \t\n\f\r<>/="']+[ \t\n\f\r]*=[ \t\n\f\r]*(?:"[^"<]*"|'[^'<]*'))*[ \t\n\f\r]*(\/?)>/iy
const NAME = /<([a-z_][^ \t\n\f\r<>/="']{0,255})(?=[ \t\n\f\r<>/="']|$)/iy
/** A value that is quoted, quoted on one side, or not quoted at all. A `<` in it begins a tag where a tag could begin. */
const ATTRIBUTE =
  /([a-z_][^ \t\n\f\r<>/="']{0,255})(?:[ \t\n\f\r]*=[ \t\n\f\r]*(?:"((?:[^"<]|<(?![a-z/!?]))*)"|'((?:[^'<]|<(?![a-z/!?]))*)'|["']?([^ \t\n\f\r<>"']*)))?/iy
/** What stands between attributes, stray signs included. */
const BETWEEN = /(?:[^<>/a-z_]|\/(?!>))*/iy
const NONE: ReadonlyMap<string, string> = new Map()

/** Characters of a name. */
const LONGEST_NAME = 256
const GREATER = '>'.charCodeAt(0)

/** Which characters of ASCII a pattern knows, by their codes. */
export const codesOf = (pattern: RegExp): readonly boolean[] =>
  Array.from({ length: 128 }, (_, code) => pattern.test(String.fromCharCode(code)))

const BEGINS_NAME = codesOf(/[a-z_]/i)
const OF_NAME = codesOf(/[\w:.-]/)

/**
 * Where the name of the start tag that begins at a `<`, or of the end tag at its `/`, ends, as far as it is of letters, digits and signs of ASCII; -1 where
 * no name begins, or it is too long. Most names of a document are such, and need no pattern.
 */
export const plainNameEnd = (xml: string, at: number): number => {
  if (BEGINS_NAME[xml.charCodeAt(at + 1)] !== true) return -1
  let end = at + 2
  while (OF_NAME[xml.charCodeAt(end)] === true) end += 1
  return end - at - 1 <= LONGEST_NAME ? end : -1
}

export type TagPlace = {
  /** undefined where none begins. Cut off, it is no tag. */
  readonly tag: ScannedTag | undefined
  /** Where its name ends, and where it does. */
  readonly nameTo: number
  readonly end: number
}

/** The tag that begins at a `<`. */
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

/** The attributes of a tag by their names in lower case, values as written; the first of two that are named alike. */
export const attributesOf = ({ name, source }: ScannedTag): ReadonlyMap<string, string> => {
  let at = name.length + 1
  if (source.length - at < 3) return NONE
  const attributes = new Map<string, string>()
  while (attributes.size < MOST_ATTRIBUTES) {
    const attribute = nextAttribute(source, at)
    if (attribute === null) break
    at = ATTRIBUTE.lastIndex
    const [, written = '', double, single, bare = ''] = attribute
    const key = written.toLowerCase()
    if (!attributes.has(key)) attributes.set(key, double ?? single ?? bare)
  }
  return attributes
}

/** Leaves where it ends, or where the tag does, in the patterns. */
const nextAttribute = (text: string, at: number): RegExpExecArray | null => {
  match(BETWEEN, text, at)
  return match(ATTRIBUTE, text, BETWEEN.lastIndex)
}

const match = (pattern: RegExp, text: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at
  return pattern.exec(text)
}
