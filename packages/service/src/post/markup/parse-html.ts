// HTML as people write it → its elements and its text, in one pass that never fails: what nobody closed is closed where the next
// element or the end of the one around it begins. The rules are those of browsers as far as a post needs them, and those of
// the readers that most programs use beyond: nothing is moved, and nothing is made but what an end tag alone stands for.
// https://html.spec.whatwg.org/multipage/parsing.html

import { decodeHTMLAttribute } from 'entities/decode'
import { createWords } from '../../parsing/create-words.ts'
import { keepCompiled } from '../../parsing/keep-compiled.ts'
import { type Attributes, endsName, NO_ATTRIBUTES, readStartTag } from '../../parsing/read-start-tag.ts'
import { ELEMENTS, type Element, elementNamed } from './elements.ts'
import type { Language } from './html-rules.ts'
import { holdsControls, type ReadText, readReferences, SIGNS, type Signs } from './read-references.ts'

export type HtmlReader = {
  readonly open: (element: Element, attributes: Attributes) => void
  /** Once for each element that was opened and may have content, innermost first. */
  readonly close: (element: Element) => void
  /**
   * All that stands between two tags, references resolved; never what is in an element whose content is no HTML.
   */
  readonly text: (text: string, signs: Signs) => void
}

type PlainTag = { readonly element: Element; readonly isSelfClosing: boolean }

/** Most tags have no attributes, and are known by how they are written between their brackets. */
const PLAIN_TAGS = createWords<PlainTag>(
  [...ELEMENTS.values()].flatMap((element) => {
    const tag = { element, isSelfClosing: false }
    const selfClosing = { element, isSelfClosing: true }
    return [
      [element.name, tag],
      [`/${element.name}`, tag],
      [`${element.name}/`, selfClosing],
      [`${element.name} /`, selfClosing],
    ] as const
  }),
)

const TAG_NAMES = createWords(ELEMENTS)

const SLASH = 0x2f
const EXCLAMATION = 0x21
const QUESTION = 0x3f
const isLetter = (unit: number): boolean => (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x41 && unit <= 0x5a)

const COMMENT = '<!--'
/** Behind the beginning of a comment. */
const EMPTY_COMMENT = /-?>/y
const COMMENT_END = /--!?>/g
const CDATA = '<![CDATA['
/** `<` that is text. */
const NO_MARKUP = -1

const P = elementNamed('p')
const BR = elementNamed('br')
const FORM = elementNamed('form')

/** Finds the next place of something from places that never go back; the length where there is none. */
const createAhead = (text: string, needle: string) => {
  let next = -1
  return (from: number): number => {
    if (next < from) {
      next = text.indexOf(needle, from)
      if (next === -1) next = text.length
    }
    return next
  }
}

/** Ends before the first element that would be nested deeper than `maxDepth`. */
export const parseHtml = (html: string, reader: HtmlReader, maxDepth: number): void =>
  createParser(html, reader, maxDepth)()

const createParser = (html: string, { open, close, text }: HtmlReader, maxDepth: number): (() => void) => {
  /** What is open, innermost last, and what is written around each of them. */
  const stack: Element[] = []
  const outer: Language[] = []
  let language: Language = 'html'
  let isOver = false
  /** Where the text began that was not told yet, and what stands before it, up to a comment. */
  let textFrom = 0
  let before = ''

  const nextReference = createAhead(html, '&')
  const nextEnd = createAhead(html, '>')
  const nextLineEnd = createAhead(html, '\n')
  const nextSpaces = createAhead(html, '  ')
  /** What is rare is looked for once. */
  const signsOfAll = (holdsControls(html) ? SIGNS.all : SIGNS.none) | (html.includes('\t') ? SIGNS.spaces : SIGNS.none)
  /** Whether a `<` or a `>` stands in the text. */
  let hasSign = false

  const signsBetween = (from: number, to: number): Signs => {
    const hasSpaces = nextLineEnd(from) < to || nextSpaces(from) < to
    return signsOfAll | (hasSign ? SIGNS.markup : SIGNS.none) | (hasSpaces ? SIGNS.spaces : SIGNS.none)
  }

  const read = (from: number, to: number): ReadText => {
    const written = html.slice(from, to)
    const signs = signsBetween(from, to)
    if (nextReference(from) >= to) return { text: written, signs }
    const read = readReferences(written)
    return { text: read.text, signs: read.signs | signs }
  }

  const endText = (to: number) => {
    if (before !== '') text(before + read(textFrom, to).text, SIGNS.all)
    else if (to > textFrom) {
      const { text: characters, signs } = read(textFrom, to)
      text(characters, signs)
    }
    before = ''
    hasSign = false
  }

  /** What stands on both sides of a comment, or of a tag that means nothing, is one text. */
  const keepText = (to: number) => {
    before += read(textFrom, to).text
  }

  const closeTop = () => {
    const element = stack.pop()
    language = outer.pop() ?? 'html'
    if (element !== undefined) close(element)
  }

  const begin = (element: Element, attributes: Attributes, isSelfClosing: boolean) => {
    const { ends } = element
    if (ends !== undefined) while (ends.has(stack.at(-1)?.name ?? '')) closeTop()
    if (element.isVoid) {
      open(element, attributes)
      return
    }
    if (stack.length === maxDepth) {
      isOver = true
      return
    }
    stack.push(element)
    outer.push(language)
    language = entered(element)
    open(element, attributes)
    if (isSelfClosing && language !== 'html') closeTop()
  }

  const entered = ({ name, enters }: Element): Language =>
    name === 'foreignobject' && language === 'svg' ? 'html' : (enters ?? language)

  const isFormInForm = (element: Element): boolean => element === FORM && stack.includes(FORM)

  const named = (from: number, to: number): Element => {
    const known = TAG_NAMES.find(html, from, to)
    if (known !== undefined) return known
    const name = html.slice(from, to).toLowerCase()
    return elementNamed(name === 'image' && language === 'html' ? 'img' : name)
  }

  const plainTag = (at: number): PlainTag | undefined => {
    const to = nextEnd(at)
    return to < html.length ? PLAIN_TAGS.find(html, at + 1, to) : undefined
  }

  const endOfName = (from: number): number => {
    let at = from
    while (at < html.length && !endsName(html.charCodeAt(at))) at += 1
    return at
  }

  /** Each returns where what is behind it begins: the end of the text where it is cut off. */
  const readStart = (at: number): number => {
    const plain = plainTag(at)
    const nameEnd = plain === undefined ? endOfName(at + 2) : 0
    const element = plain?.element ?? named(at + 1, nameEnd)
    if (isFormInForm(element)) keepText(at)
    else endText(at)
    const tag = plain === undefined ? readStartTag(html, nameEnd, decodeHTMLAttribute) : undefined
    if (plain === undefined && tag === undefined) return html.length
    const behind = tag?.end ?? nextEnd(at) + 1
    if (isFormInForm(element)) return behind
    const isHtml = language === 'html'
    begin(element, tag?.attributes ?? NO_ATTRIBUTES, (tag ?? plain)?.isSelfClosing === true)
    return isHtml && element.rawEnd !== undefined ? endOfRaw(element.rawEnd, behind) : behind
  }

  const endOfRaw = (rawEnd: RegExp, from: number): number => {
    rawEnd.lastIndex = from
    return rawEnd.exec(html)?.index ?? html.length
  }

  const readEnd = (at: number): number => {
    const first = at + 2
    if (first === html.length) return NO_MARKUP
    if (!isLetter(html.charCodeAt(first))) return readForeign(at)
    const plain = plainTag(at)
    const nameEnd = plain === undefined ? endOfName(first) : nextEnd(at)
    if (nameEnd < html.length) end(plain?.element ?? named(first, nameEnd), at)
    else endText(at)
    return Math.min(nextEnd(nameEnd) + 1, html.length)
  }

  const end = (element: Element, at: number) => {
    const depth = element.isVoid ? -1 : depthOf(element.name)
    if (depth === -1 && element !== P && element !== BR) {
      keepText(at)
      return
    }
    endText(at)
    if (element === BR) open(BR, NO_ATTRIBUTES)
    else if (depth === -1) {
      begin(P, NO_ATTRIBUTES, false)
      closeTop()
    } else while (stack.length > depth) closeTop()
  }

  /** Of the innermost one; -1 where none is open. */
  const depthOf = (name: string): number => {
    let depth = stack.length - 1
    while (depth >= 0 && stack[depth]?.name !== name) depth -= 1
    return depth
  }

  /** A declaration, an instruction, or whatever else is none of HTML. */
  const readForeign = (at: number): number => {
    keepText(at)
    return Math.min(nextEnd(at) + 1, html.length)
  }

  const readDeclaration = (at: number): number => {
    if (html.startsWith(COMMENT, at)) {
      keepText(at)
      return endOfComment(at + COMMENT.length)
    }
    if (!html.startsWith(CDATA, at)) return readForeign(at)
    keepText(at)
    const from = at + CDATA.length
    const to = html.indexOf(']]>', from)
    if (to === -1) return html.length
    if (language !== 'html') before += html.slice(from, to)
    return to + 3
  }

  const endOfComment = (from: number): number => {
    EMPTY_COMMENT.lastIndex = from
    if (EMPTY_COMMENT.test(html)) return EMPTY_COMMENT.lastIndex
    COMMENT_END.lastIndex = from
    return COMMENT_END.test(html) ? COMMENT_END.lastIndex : html.length
  }

  const readMarkup = (at: number): number => {
    const sign = html.charCodeAt(at + 1)
    if (isLetter(sign)) return readStart(at)
    if (sign === SLASH) return readEnd(at)
    if (sign === EXCLAMATION) return readDeclaration(at)
    return sign === QUESTION ? readForeign(at) : NO_MARKUP
  }

  const nextSign = (from: number): number => {
    const at = html.indexOf('<', from)
    return at === -1 ? html.length : at
  }

  return () => {
    for (let at = nextSign(0); !isOver; at = nextSign(at)) {
      // Looked at before anything that stands behind the text is.
      hasSign ||= nextEnd(textFrom) < at
      if (at === html.length) {
        endText(at)
        break
      }
      const behind = readMarkup(at)
      if (behind === NO_MARKUP) {
        hasSign = true
        at += 1
      } else {
        textFrom = behind
        at = behind
      }
    }
    while (stack.length > 0) closeTop()
  }
}

keepCompiled(createParser('', { open() {}, close() {}, text() {} }, 0))
