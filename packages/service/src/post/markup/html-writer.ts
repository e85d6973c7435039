// Writes HTML that every parser reads the same way: elements closed in order, no nested links, quoted values. It never
// exceeds the limit of characters, end tags aside, and writes nothing invisible.

import { keepCompiled } from '../../parsing/keep-compiled.ts'
import { endOfWhole } from '../cut-markup.ts'
import { cutText } from '../cut-text.ts'
import { type Element, elementNamed } from './elements.ts'
import { escapeAttribute, escapeText } from './escape.ts'
import { SIGNS, type Signs } from './read-references.ts'

export type HtmlWriterOptions = {
  /** End tags aside. */
  readonly maxCharacters: number
  /** Depth of elements. Deeper ones are left out, but their content is kept. */
  readonly maxDepth?: number
  /** Whether empty elements are written, too. */
  readonly keepsEmpty?: boolean
}

export type Attribute = readonly [name: string, value: string]

/** A written element, until it is closed. */
export type Opened = {
  readonly element: Element
  /** Index of its start tag among the pieces. */
  readonly at: number
  /** Counters of written and visible pieces before its content. */
  readonly written: number
  readonly shown: number
  /** Whether it is the first in its line. */
  readonly beginsLine: boolean
  isOpen: boolean
}

export type HtmlWriter = {
  /** undefined if it is not written: too deep, or over the limit. */
  open(element: Element, attributes?: readonly Attribute[]): Opened | undefined
  /** Closes the element and all open elements in it. */
  close(element: Opened): void
  /** Writes a void element. Returns the index of its piece, or undefined if it is not written. */
  void(element: Element, attributes: readonly Attribute[]): number | undefined
  /** `signs`: what the text may contain. */
  text(text: string, signs?: Signs): void
  /** Replaces a written void element. */
  replace(piece: number, element: Element, attributes: readonly Attribute[]): void
  /** Counter of visible pieces, to compare two moments. */
  shown(): number
  isFull(): boolean
  /** Closes open elements. Returns null if nothing was written. */
  end(): string | null
}

const A = elementNamed('a')
const NONE: readonly never[] = []
const SEEN = /\S/

/** Called for each text; nearly all start with an ASCII letter or sign. */
const isSeen = (text: string): boolean => {
  const unit = text.charCodeAt(0)
  return (unit > 0x20 && unit < 0x7f) || SEEN.test(text)
}

export const createHtmlWriter = ({
  maxCharacters,
  maxDepth = 64,
  keepsEmpty = false,
}: HtmlWriterOptions): HtmlWriter => {
  const pieces: string[] = []
  const open: Opened[] = []
  let length = 0
  let written = 0
  let shown = 0
  let isLineStart = true
  let isFull = false

  const put = (piece: string): number | undefined => {
    if (isFull || length + piece.length > maxCharacters) {
      isFull = true
      return undefined
    }
    length += piece.length
    return pieces.push(piece) - 1
  }

  /** Closes what the element ends: a paragraph before a block, a row before a row, a link before a link. */
  const closeBefore = (element: Element) => {
    const { ends } = element
    if (ends !== undefined) while (ends.has(open.at(-1)?.element.name ?? '')) finish()
    const link = element === A ? open.find((each) => each.element === A) : undefined
    if (link !== undefined) close(link)
  }

  const isNothing = (opened: Opened): boolean => {
    const { element } = opened
    if (keepsEmpty || !element.isNothingWhenEmpty) return false
    // Dropping a block could join the words before and after it.
    return element.isBlock ? opened.shown === shown && opened.beginsLine : opened.written === written
  }

  const finish = () => {
    const opened = open.pop()
    if (opened === undefined) return
    opened.isOpen = false
    if (isNothing(opened)) {
      pieces[opened.at] = ''
      return
    }
    const { endTag, isBlock } = opened.element
    // End tags are always written but count, so that what follows fits.
    pieces.push(endTag)
    length += endTag.length
    written += 1
    // An element that is kept without content is visible itself, such as a player.
    if (opened.shown === shown) {
      shown += 1
      isLineStart = isBlock
    } else if (isBlock) isLineStart = true
  }

  const close = (opened: Opened) => {
    while (opened.isOpen) finish()
  }

  return {
    open(element, attributes = NONE) {
      closeBefore(element)
      if (open.length >= maxDepth) return undefined
      const at = put(attributes.length === 0 ? element.startTag : `<${element.name}${attributesHtml(attributes)}>`)
      if (at === undefined) return undefined
      const opened = { element, at, written, shown, beginsLine: isLineStart, isOpen: true }
      if (element.isBlock) isLineStart = true
      open.push(opened)
      return opened
    },
    close,
    void(element, attributes) {
      closeBefore(element)
      const { name } = element
      const at = put(voidHtml(name, attributes))
      if (at === undefined) return undefined
      written += 1
      shown += 1
      isLineStart = name === 'br' || name === 'hr'
      return at
    },
    text(text, signs = SIGNS.all) {
      if (isFull || text === '') return
      const html = (signs & SIGNS.markup) === 0 ? text : escapeText(text)
      const room = maxCharacters - length
      if (html.length <= room) put(html)
      else {
        const start = cutText(html, room)
        put(start.slice(0, endOfWhole(start)))
        isFull = true
      }
      written += 1
      if (!isSeen(text)) return
      shown += 1
      isLineStart = false
    },
    replace(piece, { name }, attributes) {
      const html = voidHtml(name, attributes)
      const more = html.length - (pieces[piece]?.length ?? 0)
      if (length + more > maxCharacters) return
      length += more
      pieces[piece] = html
    },
    shown: () => shown,
    isFull: () => isFull,
    end() {
      while (open.length > 0) finish()
      return pieces.join('').toWellFormed().trim() || null
    },
  }
}

keepCompiled(createHtmlWriter({ maxCharacters: 0 }))

const voidHtml = (name: string, attributes: readonly Attribute[]): string => `<${name}${attributesHtml(attributes)} />`

const attributesHtml = (attributes: readonly Attribute[]): string => {
  let html = ''
  for (const attribute of attributes) html += attributeHtml(attribute)
  return html
}

/** An empty value is written as a bare attribute; only `alt` may be empty. */
const attributeHtml = ([name, value]: Attribute): string =>
  value === '' && name !== 'alt' ? ` ${name}` : ` ${name}="${escapeAttribute(value)}"`
