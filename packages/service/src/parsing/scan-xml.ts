// Splits XML as people publish it into tags and texts, in one linear pass that never fails. Declarations are returned
// as written and nothing is expanded. An error affects only its own tag, comment or CDATA section.

import { type ByteText, createByteText, textOfBytes } from './byte-text.ts'
import { createFinder } from './find-ahead.ts'
import { keepCompiled } from './keep-compiled.ts'
import { codesOf, plainNameEnd, type ScannedTag, scanTag } from './scan-tag.ts'

/** A piece of a document, in order. Names and texts are as written, references unresolved. */
export type XmlPiece =
  | { readonly kind: 'text' | 'cdata'; readonly text: string }
  | { readonly kind: 'open'; readonly tag: ScannedTag }
  | { readonly kind: 'close'; readonly name: string; readonly source: string }
  | { readonly kind: 'declaration'; readonly text: string }

/** A well-formed element that contains only text, without prefixed attributes: its positions and its number of pieces. */
export type XmlField = {
  /** Start of its start tag, and end of the name in it, which is ASCII. */
  readonly at: number
  readonly nameTo: number
  readonly hasAttributes: boolean
  /** Its text, which may have white space around it. */
  readonly textFrom: number
  readonly textTo: number
  readonly isCdata: boolean
  /** Where it ends. */
  readonly end: number
  /** Including the white space before it, which is one piece. */
  readonly pieces: number
}

const NO_FIELD: XmlField = {
  at: 0,
  nameTo: 0,
  hasAttributes: false,
  textFrom: 0,
  textTo: 0,
  isCdata: false,
  end: 0,
  pieces: 0,
}

/** Pieces of a field: white space and a start tag, CDATA with white space around it, an end tag. */
export const MAX_FIELD_PIECES = 6

export type XmlScanner = {
  /** The next piece; undefined at the end. */
  next(): XmlPiece | undefined
  /** The next field, after white space at most; undefined if anything else is next. Does not advance. The object is
   * reused by the next call: a document has thousands of fields. */
  fieldAhead(): XmlField | undefined
  /** Continues after the field that is next. */
  pass(field: XmlField): void
}

const END_TAG = /<\/[ \t\n\f\r]{0,8}([a-z_][^ \t\n\f\r<>/]{0,255})[^<>]*>?/iy
/** A start tag whose attributes use and declare no namespace. */
const FIELD_TAG =
  /<[a-z_][\w:.-]{0,255}(?:[ \t\n\f\r]+(?!xmlns)[a-z_][\w.-]{0,255}[ \t\n\f\r]*=[ \t\n\f\r]*(?:"[^"<]*"|'[^'<]*'))*[ \t\n\f\r]*\/?>/iy
const COMMENT = '<!--'
const CDATA = '<![CDATA['
const CDATA_END = ']]>'
const EXCLAMATION = '!'.charCodeAt(0)
const SLASH = '/'.charCodeAt(0)
const LESS = '<'.charCodeAt(0)
const GREATER = '>'.charCodeAt(0)
const QUESTION = '?'.charCodeAt(0)
const IS_SPACE = codesOf(/[ \t\n\r]/)
/** A `<` before anything else is text: `a < b`, `I <3 you`. */
const BEGINS_MARKUP = codesOf(/[a-z_/!?]/i)

/** Skips comments, instructions, and a tag that the end of the document cuts off. */
export const createXmlScanner = (document: ByteText): XmlScanner => {
  const { bytes: xml, cut } = document
  const find = createFinder(xml)
  const closeCdata = createCdataCloser(xml)
  let from = 0
  /** The name of the element that was opened last. */
  let [openedFrom, openedTo] = [0, 0]

  const next = (): XmlPiece | undefined => {
    while (from < xml.length) {
      const at = markupAt(xml, from)
      const piece = at === from ? markup(at) : text(at === -1 ? xml.length : at)
      if (piece !== undefined) return piece
    }
    return undefined
  }

  const text = (to: number): XmlPiece => {
    const piece: XmlPiece = { kind: 'text', text: cut(from, to) }
    from = to
    return piece
  }

  /** undefined if it is not a piece. */
  const markup = (at: number): XmlPiece | undefined => {
    const sign = xml.charCodeAt(at + 1)
    if (sign === EXCLAMATION && xml.startsWith(CDATA, at)) {
      const { end, next: behind } = closeCdata(at + CDATA.length, openedFrom, openedTo)
      from = behind
      return { kind: 'cdata', text: cut(at + CDATA.length, end) }
    }
    if (sign === EXCLAMATION && xml.startsWith(COMMENT, at)) {
      from = at + COMMENT.length
      const end = find('-->', from)
      // Comments do not nest: a `<!--` before `-->` means the first was not closed, and its content is read.
      if (end < xml.length && find(COMMENT, from) > end) from = end + 3
      return undefined
    }
    if (sign === EXCLAMATION || sign === QUESTION) {
      from = Math.min(find('>', at) + 1, find('<', at + 1), xml.length)
      return sign === EXCLAMATION ? { kind: 'declaration', text: cut(at, from) } : undefined
    }
    if (sign === SLASH) return endTag(at)
    const { tag, nameTo, end } = scanTag(document, at)
    from = end
    if (tag === undefined) return end < xml.length ? { kind: 'text', text: cut(at, end) } : undefined
    openedFrom = at + 1
    openedTo = nameTo
    return { kind: 'open', tag }
  }

  const endTag = (at: number): XmlPiece => {
    const nameEnd = plainNameEnd(xml, at + 1)
    if (xml.charCodeAt(nameEnd) === GREATER) {
      from = nameEnd + 1
      return { kind: 'close', name: xml.slice(at + 2, nameEnd), source: xml.slice(at, from) }
    }
    END_TAG.lastIndex = at
    const [{ length } = '<', name] = END_TAG.exec(xml) ?? []
    from = at + length
    const source = cut(at, from)
    return name === undefined ? { kind: 'text', text: source } : { kind: 'close', name: textOfBytes(name), source }
  }

  const ahead: { -readonly [part in keyof XmlField]: XmlField[part] } = { ...NO_FIELD }

  const fieldAhead = (): XmlField | undefined => {
    const at = behindSpace(xml, from)
    const nameEnd = xml.charCodeAt(at) === LESS ? plainNameEnd(xml, at) : -1
    if (nameEnd === -1) return undefined
    const hasAttributes = xml.charCodeAt(nameEnd) !== GREATER
    FIELD_TAG.lastIndex = at
    if (hasAttributes && !FIELD_TAG.test(xml)) return undefined
    const start = hasAttributes ? FIELD_TAG.lastIndex : nameEnd + 1
    ahead.at = at
    ahead.nameTo = nameEnd
    ahead.hasAttributes = hasAttributes
    ahead.isCdata = false
    ahead.textFrom = start
    ahead.textTo = start
    ahead.end = start
    ahead.pieces = at > from ? 2 : 1
    return xml.charCodeAt(start - 2) === SLASH || holdsCharacters() ? ahead : undefined
  }

  /** Finds the end of the field after its start tag. */
  const holdsCharacters = (): boolean => {
    const start = ahead.textFrom
    const sign = xml.indexOf('<', start)
    if (sign > start) ahead.pieces += 1
    ahead.textTo = sign
    if (endsAt(sign)) return true
    if (!xml.startsWith(CDATA, sign) || behindSpace(xml, start) !== sign) return false
    const { end, next: behind } = closeCdata(sign + CDATA.length, ahead.at + 1, ahead.nameTo)
    const close = behindSpace(xml, behind)
    ahead.isCdata = true
    ahead.textFrom = sign + CDATA.length
    ahead.textTo = end
    ahead.pieces += close > behind ? 2 : 1
    return endsAt(close)
  }

  /** Whether the field's end tag is here; then the field ends after it. */
  const endsAt = (at: number): boolean => {
    const nameFrom = at + '</'.length
    const last = nameFrom + ahead.nameTo - ahead.at - 1
    if (xml.charCodeAt(at) !== LESS || xml.charCodeAt(at + 1) !== SLASH || xml.charCodeAt(last) !== GREATER)
      return false
    for (let from = nameFrom, as = ahead.at + 1; from < last; from += 1, as += 1)
      if (xml.charCodeAt(from) !== xml.charCodeAt(as)) return false
    ahead.pieces += 1
    ahead.end = last + 1
    return true
  }

  return {
    next,
    fieldAhead,
    pass({ at, nameTo, end }) {
      openedFrom = at + 1
      openedTo = nameTo
      from = end
    },
  }
}

const behindSpace = (xml: string, from: number): number => {
  let at = from
  while (IS_SPACE[xml.charCodeAt(at)] === true) at += 1
  return at
}

const markupAt = (xml: string, from: number): number => {
  let at = xml.indexOf('<', from)
  while (at !== -1 && BEGINS_MARKUP[xml.charCodeAt(at + 1)] !== true) at = xml.indexOf('<', at + 1)
  return at
}

/** Finds the end of CDATA: its own end, else that of its element, else that of the item. */
const createCdataCloser = (xml: string) => {
  const find = createFinder(xml)
  const findNext = createFinder(xml)
  const findBehind = createFinder(xml)
  return (start: number, nameFrom: number, nameTo: number): { readonly end: number; readonly next: number } => {
    const end = find(CDATA_END, start)
    // The usual case. End tags of items are far slower to find within markup.
    if (end < xml.length && findNext(CDATA, start) > end) return { end, next: end + CDATA_END.length }
    // The end of a list item closes everything in it.
    const item = Math.min(find('</item', start), find('</entry', start))
    // If an item ends and more CDATA starts before this end, the end belongs to the other one.
    if (end < xml.length && (item > end || findBehind(CDATA, item) > end)) return { end, next: end + CDATA_END.length }
    const stop = Math.min(find(`</${xml.slice(nameFrom, nameTo)}`, start), item, end)
    return { end: stop, next: stop === end ? end + CDATA_END.length : stop }
  }
}

keepCompiled(createXmlScanner(createByteText(Buffer.alloc(0))))
