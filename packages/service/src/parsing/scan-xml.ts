// XML as people publish it → its tags and texts, in one linear pass that never fails. Declarations are given as they are written
// and nothing is expanded; no break reaches past the tag, the comment or the CDATA that it is in.

import { type ByteText, createByteText, textOfBytes } from './byte-text.ts'
import { createFinder } from './find-ahead.ts'
import { keepCompiled } from './keep-compiled.ts'
import { codesOf, plainNameEnd, type ScannedTag, scanTag } from './scan-tag.ts'

/** A piece of a document, in order. Names and texts are as written: no reference is resolved. */
export type XmlPiece =
  | { readonly kind: 'text' | 'cdata'; readonly text: string }
  | { readonly kind: 'open'; readonly tag: ScannedTag }
  | { readonly kind: 'close'; readonly name: string; readonly source: string }
  | { readonly kind: 'declaration'; readonly text: string }

/**
 * An element that holds characters and nothing else, written as it should be, without a prefix in its attributes: where it is,
 * and how many pieces it is.
 */
export type XmlField = {
  /** Where its start tag begins, and where the name in it ends, which is of ASCII. */
  readonly at: number
  readonly nameTo: number
  readonly hasAttributes: boolean
  /** Its characters, which may have white space around them. */
  readonly textFrom: number
  readonly textTo: number
  readonly isCdata: boolean
  /** Where it ends. */
  readonly end: number
  /** With the white space before it, which is one. */
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
export const MOST_FIELD_PIECES = 6

export type XmlScanner = {
  /** The next piece; undefined at the end. */
  next(): XmlPiece | undefined
  /** The field that comes next, behind white space at most; undefined when something else does. It is not passed. What is
   * given tells of the next one when that is asked for: a document has thousands. */
  fieldAhead(): XmlField | undefined
  /** Goes on behind a field that is ahead. */
  pass(field: XmlField): void
}

const END_TAG = /<\/[ \t\n\f\r]{0,8}([a-z_][^ \t\n\f\r<>/]{0,255})[^<>]*>?/iy
/** A start tag whose attributes need no namespace, and declare none. */
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
/** What begins no tag is text: `a < b`, `I <3 you`. */
const BEGINS_MARKUP = codesOf(/[a-z_/!?]/i)

/** The pieces of a document: comments and instructions are none, nor is a tag that the end of the document cuts off. */
export const createXmlScanner = (document: ByteText): XmlScanner => {
  const { bytes: xml, cut } = document
  const find = createFinder(xml)
  const closeCdata = createCdataCloser(xml)
  let from = 0
  /** Where the name of what was opened last stands. */
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

  /** undefined when it is no piece. */
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
      // One comment cannot stand in another: the first was never closed, and what it hides is read.
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

  /** Looks for the end of the field that is ahead, behind its start tag. */
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

  /** Whether the end tag of the field that is ahead stands there; it ends behind that. */
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

/** Finds where CDATA ends: where it says so, else with the element that it is in, whose name is told, else with the item. */
const createCdataCloser = (xml: string) => {
  const find = createFinder(xml)
  const findNext = createFinder(xml)
  const findBehind = createFinder(xml)
  return (start: number, nameFrom: number, nameTo: number): { readonly end: number; readonly next: number } => {
    const end = find(CDATA_END, start)
    // As most does. Of markup in it the ends of items are far slower to find.
    if (end < xml.length && findNext(CDATA, start) > end) return { end, next: end + CDATA_END.length }
    // What ends one item of a list ends whatever was left open in it.
    const item = Math.min(find('</item', start), find('</entry', start))
    // Where the items go on and more CDATA begins before this one ends, that end is another's.
    if (end < xml.length && (item > end || findBehind(CDATA, item) > end)) return { end, next: end + CDATA_END.length }
    const stop = Math.min(find(`</${xml.slice(nameFrom, nameTo)}`, start), item, end)
    return { end: stop, next: stop === end ? end + CDATA_END.length : stop }
  }
}

keepCompiled(createXmlScanner(createByteText(Buffer.alloc(0))))
