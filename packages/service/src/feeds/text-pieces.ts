// Builds the text of a feed element from its content. Child elements in it are markup of the text.

import { bareCdata } from '../parsing/bare-cdata.ts'
import type { ScannedTag } from '../parsing/scan-tag.ts'

export type TextPieces = {
  readonly isMarkup: boolean
  /** Whether it contains elements. */
  hasElements(): boolean
  addText(raw: string): void
  addCdata(text: string): void
  /** A start tag; `name` is the resolved name. */
  open(tag: ScannedTag, name: string): void
  close(source: string, name: string): void
  /** Trimmed. */
  value(): string
}

/** Text as in RSS: tags in it count as if they were escaped. */
export const createCharacters = (decode: (text: string) => string): TextPieces => {
  const pieces: string[] = []
  let open = 0
  let hasElements = false
  return {
    isMarkup: false,
    hasElements: () => hasElements,
    addText: (raw) => pieces.push(decode(raw)),
    addCdata: (text) => pieces.push(text),
    open({ source, isEmpty }) {
      hasElements = true
      if (!isEmpty) open += 1
      pieces.push(decode(source))
    },
    close(source) {
      // A stray end tag is dropped.
      if (open === 0) return
      open -= 1
      pieces.push(decode(source))
    },
    value: () => bareCdata(pieces.join('').trim()),
  }
}

/** HTML's void elements; other empty elements need an end tag in HTML. */
const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/
const PREFIXED = /^<\/?\s*[^\s<>/:]+:/
const WRITTEN_NAME = /^(<\/?\s*)[^\s<>/]+/

/** XHTML (RFC 4287, section 3.1.1.3) as HTML, without the required `div` around it. */
export const createXhtml = (): TextPieces => {
  const pieces: string[] = []
  let depth = 0
  let wrapper = false
  const write = (source: string, name: string) =>
    pieces.push(PREFIXED.test(source) ? source.replace(WRITTEN_NAME, `$1${name}`) : source)
  return {
    isMarkup: true,
    hasElements: () => true,
    addText: (raw) => pieces.push(raw),
    addCdata: (text) => pieces.push(text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')),
    open({ source, isEmpty }, name) {
      const local = localName(name)
      const isWrapper = pieces.length === 0 && depth === 0 && local === 'div' && !isEmpty
      if (!isEmpty) depth += 1
      if (isWrapper) wrapper = true
      else if (isEmpty && !VOID.test(local)) write(`${source.slice(0, -2)}></${local}>`, local)
      else write(source, local)
    },
    close(source, name) {
      depth -= 1
      if (!(wrapper && depth === 0)) write(source, localName(name))
    },
    value: () => pieces.join('').trim(),
  }
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)
