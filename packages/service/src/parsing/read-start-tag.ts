// Reads the attributes of a start tag as browsers do, however malformed.
// https://html.spec.whatwg.org/multipage/parsing.html#before-attribute-name-state

import { createWords } from './create-words.ts'

/** By name in lower case; the first of two with one name. */
export type Attributes = Readonly<Record<string, string>>

export type StartTag = {
  readonly attributes: Attributes
  readonly isSelfClosing: boolean
  /** The position after the tag. */
  readonly end: number
}

/** Most tags have none: an object for each would leave thousands of them to collect. */
export const NO_ATTRIBUTES: Attributes = Object.freeze({})

/** Common names: a shared string for each avoids lookups in V8's string table. */
const NAMES = createWords(
  [
    ...[
      'href',
      'rel',
      'class',
      'id',
      'style',
      'target',
      'title',
      'lang',
      'dir',
      'src',
      'srcset',
      'sizes',
      'alt',
      'width',
    ],
    ...[
      'height',
      'loading',
      'decoding',
      'fetchpriority',
      'data-src',
      'data-srcset',
      'data-id',
      'align',
      'type',
      'name',
    ],
    ...[
      'start',
      'datetime',
      'colspan',
      'rowspan',
      'scope',
      'cite',
      'frameborder',
      'allow',
      'allowfullscreen',
      'poster',
    ],
  ].map((name) => [name, name] as const),
)

const SPACE = 0x20
const QUOTE = 0x22
const APOSTROPHE = 0x27
const SLASH = 0x2f
const EQUALS = 0x3d
const GREATER = 0x3e

/** HTML white space. */
const isSpace = (unit: number): boolean =>
  unit === SPACE || unit === 0x0a || unit === 0x09 || unit === 0x0d || unit === 0x0c

/** Whether it ends a tag name. */
const endsName = (unit: number): boolean => unit === GREATER || unit === SLASH || isSpace(unit)

/** The end of the tag name at `from`. */
export const endOfTagName = (html: string, from: number): number => {
  let at = from
  while (at < html.length && !endsName(html.charCodeAt(at))) at += 1
  return at
}

/** Reads from after the name; `resolve` decodes values with a `&`. undefined if the end of the text cuts it off: then
 * it is not a tag. */
export const readStartTag = (html: string, from: number, resolve: (value: string) => string): StartTag | undefined => {
  let attributes: Record<string, string> | undefined
  let isSelfClosing = false
  let at = from
  while (at < html.length) {
    const unit = html.charCodeAt(at)
    if (unit === GREATER) return { attributes: attributes ?? NO_ATTRIBUTES, isSelfClosing, end: at + 1 }
    if (unit === SLASH) isSelfClosing = true
    if (unit === SLASH || isSpace(unit)) {
      at += 1
      continue
    }
    isSelfClosing = false
    // Whatever it starts with is part of the name, even a sign.
    const nameEnd = endOfName(html, at + 1)
    const name = NAMES.find(html, at, nameEnd) ?? html.slice(at, nameEnd).toLowerCase()
    const sign = behindSpaces(html, nameEnd)
    let value = ''
    if (html.charCodeAt(sign) === EQUALS) {
      const first = behindSpaces(html, sign + 1)
      const unquoted = first + 1
      const quote = html.charCodeAt(first)
      const isQuoted = quote === QUOTE || quote === APOSTROPHE
      const end = isQuoted ? html.indexOf(quote === QUOTE ? '"' : "'", unquoted) : endOfUnquoted(html, first)
      if (end === -1) return undefined
      value = html.slice(isQuoted ? unquoted : first, end)
      at = isQuoted ? end + 1 : end
    } else at = sign
    attributes ??= {}
    if (!Object.hasOwn(attributes, name)) attributes[name] = value.includes('&') ? resolve(value) : value
  }
  return undefined
}

/** The position after a tag, from after its name; undefined if the end of the text cuts it off. */
export const endOfTag = (html: string, from: number): number | undefined => {
  let at = from
  while (at < html.length) {
    const unit = html.charCodeAt(at)
    if (unit === GREATER) return at + 1
    if (unit === SLASH || isSpace(unit)) at += 1
    else at = endOfAttribute(html, at)
  }
  return undefined
}

/** The end of the text if it cuts the attribute off. */
const endOfAttribute = (html: string, from: number): number => {
  // Whatever it starts with is part of the name, even a sign.
  const sign = behindSpaces(html, endOfName(html, from + 1))
  if (html.charCodeAt(sign) !== EQUALS) return sign
  const first = behindSpaces(html, sign + 1)
  const quote = html.charCodeAt(first)
  if (quote !== QUOTE && quote !== APOSTROPHE) return endOfUnquoted(html, first)
  const end = html.indexOf(quote === QUOTE ? '"' : "'", first + 1)
  return end === -1 ? html.length : end + 1
}

const endOfName = (html: string, from: number): number => {
  let at = from
  while (at < html.length && html.charCodeAt(at) !== EQUALS && !endsName(html.charCodeAt(at))) at += 1
  return at
}

const behindSpaces = (html: string, from: number): number => {
  let at = from
  while (isSpace(html.charCodeAt(at))) at += 1
  return at
}

const endOfUnquoted = (html: string, from: number): number => {
  let at = from
  while (at < html.length && html.charCodeAt(at) !== GREATER && !isSpace(html.charCodeAt(at))) at += 1
  return at
}
