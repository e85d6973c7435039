// A start tag with whatever its author took for attributes. Never reads past the `<` of the next tag, so that a quote that is
// missing costs one attribute and no more.

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
const TAG = /<([a-z_][^\s<>/="']{0,255})(?:\s+[^\s<>/="']+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*\s*(\/?)>/iy
const NAME = /<([a-z_][^\s<>/="']{0,255})(?=[\s<>/="']|$)/iy
/** A value that is quoted, quoted on one side, or not quoted at all. A `<` in it begins a tag where a tag could begin. */
const ATTRIBUTE =
  /([a-z_][^\s<>/="']{0,255})(?:\s*=\s*(?:"((?:[^"<]|<(?![a-z/!?]))*)"|'((?:[^'<]|<(?![a-z/!?]))*)'|["']?([^\s<>"']*)))?/iy
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
 * Where the name of the start tag that begins at a `<` ends, as far as it is of letters, digits and signs of ASCII; -1 where
 * no name begins, or it is too long. Most names of a document are such, and need no pattern.
 */
export const plainNameEnd = (xml: string, at: number): number => {
  if (BEGINS_NAME[xml.charCodeAt(at + 1)] !== true) return -1
  let end = at + 2
  while (OF_NAME[xml.charCodeAt(end)] === true) end += 1
  return end - at - 1 <= LONGEST_NAME ? end : -1
}

/** The tag that begins at a `<`, and where it ends; undefined where none begins. Cut off, it is no tag. */
export const scanTag = (xml: string, at: number): { readonly tag: ScannedTag | undefined; readonly end: number } => {
  const nameEnd = plainNameEnd(xml, at)
  if (xml.charCodeAt(nameEnd) === GREATER) {
    const end = nameEnd + 1
    return { tag: { name: xml.slice(at + 1, nameEnd), isEmpty: false, source: xml.slice(at, end) }, end }
  }
  const plain = match(TAG, xml, at)
  if (plain !== null) {
    const [source, name = '', slash] = plain
    return { tag: { name, isEmpty: slash !== '', source }, end: at + source.length }
  }
  const name = match(NAME, xml, at)
  if (name === null) return { tag: undefined, end: at + 1 }
  let end = NAME.lastIndex
  while (nextAttribute(xml, end) !== null) end = ATTRIBUTE.lastIndex
  end = BETWEEN.lastIndex
  if (end === xml.length) return { tag: undefined, end }
  const isEmpty = xml[end] === '/'
  if (xml[end] !== '<') end += isEmpty ? 2 : 1
  return { tag: { name: name[1] ?? '', isEmpty, source: xml.slice(at, end) }, end }
}

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
