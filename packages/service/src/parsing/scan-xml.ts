// XML as people publish it → its tags and texts, in one linear pass that never fails. Declarations are passed over unread and
// nothing is expanded; no break reaches past the tag, the comment or the CDATA that it is in.

import { createFinder } from './find-ahead.ts'
import { type ScannedTag, scanTag } from './scan-tag.ts'

/** A piece of a document, in order. Names and texts are as written: no reference is resolved. */
export type XmlPiece =
  | { readonly kind: 'text' | 'cdata'; readonly text: string }
  | { readonly kind: 'open'; readonly tag: ScannedTag }
  | { readonly kind: 'close'; readonly name: string; readonly source: string }
  | { readonly kind: 'declaration'; readonly text: string }

/** What begins no tag is text: `a < b`, `I <3 you`. */
const BEGINS_MARKUP = /[a-z_/!?]/i
const END_TAG = /<\/\s{0,8}([a-z_][^\s<>/]{0,255})[^<>]*>?/iy
/** What ends one item of a list, and with it whatever was left open in it. */
const ITEM_ENDS = ['</item', '</entry'] as const
const COMMENT = '<!--'
const CDATA = '<![CDATA['

/** The pieces of a document: comments and instructions are none, nor is a tag that the end of the document cuts off. */
export function* scanXml(xml: string): Generator<XmlPiece, void, undefined> {
  const find = createFinder(xml)
  const closeCdata = createCdataCloser(xml)
  let from = 0
  let opened = ''
  for (let at = markupAt(xml, 0); at !== -1; at = markupAt(xml, from)) {
    if (at > from) yield { kind: 'text', text: xml.slice(from, at) }
    const sign = xml[at + 1]
    if (sign === '!' && xml.startsWith(CDATA, at)) {
      const { end, next } = closeCdata(at + CDATA.length, opened)
      yield { kind: 'cdata', text: xml.slice(at + CDATA.length, end) }
      from = next
    } else if (sign === '!' && xml.startsWith(COMMENT, at)) {
      from = at + COMMENT.length
      const end = find('-->', from)
      // One comment cannot stand in another: the first was never closed, and what it hides is read.
      if (end < xml.length && find(COMMENT, from) > end) from = end + 3
    } else if (sign === '!' || sign === '?') {
      const end = Math.min(find('>', at) + 1, find('<', at + 1), xml.length)
      if (sign === '!') yield { kind: 'declaration', text: xml.slice(at, end) }
      from = end
    } else if (sign === '/') {
      END_TAG.lastIndex = at
      const [source = '<', name] = END_TAG.exec(xml) ?? []
      yield name === undefined ? { kind: 'text', text: source } : { kind: 'close', name, source }
      from = at + source.length
    } else {
      const { tag, end } = scanTag(xml, at)
      if (tag !== undefined) {
        yield { kind: 'open', tag }
        opened = tag.name
      } else if (end < xml.length) yield { kind: 'text', text: xml.slice(at, end) }
      from = end
    }
  }
  if (from < xml.length) yield { kind: 'text', text: xml.slice(from) }
}

const markupAt = (xml: string, from: number): number => {
  let at = xml.indexOf('<', from)
  while (at !== -1 && !BEGINS_MARKUP.test(xml[at + 1] ?? '')) at = xml.indexOf('<', at + 1)
  return at
}

/** Finds where CDATA ends: where it says so, else with the element that it is in, else with the item. */
const createCdataCloser = (xml: string) => {
  const find = createFinder(xml)
  const findBehind = createFinder(xml)
  return (start: number, element: string): { readonly end: number; readonly next: number } => {
    const end = find(']]>', start)
    const item = Math.min(...ITEM_ENDS.map((tag) => find(tag, start)))
    // Where the items go on and more CDATA begins before this one ends, that end is another's.
    if (end < xml.length && (item > end || findBehind(CDATA, item) > end)) return { end, next: end + 3 }
    const stop = Math.min(find(`</${element}`, start), item, end)
    return { end: stop, next: stop === end ? end + 3 : stop }
  }
}
