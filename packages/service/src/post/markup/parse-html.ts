// A streaming HTML parser for posts, which never fails. It follows browsers as far as posts need it, and widely used
// parsers beyond: unclosed elements are closed by the next element or the end of their parent, nothing is moved, and
// only a stray end tag creates an element. https://html.spec.whatwg.org/multipage/parsing.html

import { decodeHTMLAttribute } from 'entities/decode'
import { createWords } from '../../parsing/create-words.ts'
import { keepCompiled } from '../../parsing/keep-compiled.ts'
import { endOfComment, endOfRaw } from '../../parsing/raw-ends.ts'
import { type Attributes, endOfTagName, NO_ATTRIBUTES, readStartTag } from '../../parsing/read-start-tag.ts'
import { ELEMENTS, type Element, elementNamed } from './elements.ts'
import type { Language } from './html-rules.ts'
import { holdsControls, type ReadText, readReferences, SIGNS, type Signs } from './read-references.ts'

export type HtmlReader = {
  /** `from`: where its content starts. */
  readonly open: (element: Element, attributes: Attributes, from: number) => void
  /** Called for each opened element that may have content, innermost first. `to`: where its content ends. */
  readonly close?: (element: Element, to: number) => void
  /** The text between two tags, references resolved; as written in elements without references. */
  readonly text?: (text: string, signs: Signs) => void
  /** Whether references are resolved; false if the caller has done so. */
  readonly resolves?: boolean
}

export type HtmlParser = {
  /** Parses up to the first tag at or after `to`, and returns its position, or the length if there is none. */
  readonly read: (to: number) => number
  /** Closes open elements. */
  readonly end: () => void
}

type PlainTag = { readonly element: Element; readonly isSelfClosing: boolean }

/** Most tags have no attributes and are recognized by their text. */
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
const CDATA = '<![CDATA['
/** Elements with raw text in which references are resolved. */
const RESOLVED: ReadonlySet<string> = new Set(['title', 'textarea'])
/** Characters in which rare signs are looked for at a time. */
const PIECE = 64 * 1024
/** The `<` is text. */
const NO_MARKUP = -1

const P = elementNamed('p')
const BR = elementNamed('br')
const FORM = elementNamed('form')

const ignore = () => {}

/** Finds the next occurrence for positions that only increase; the length if there is none. */
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

/** Open elements. Real pages stay below 100. Each end tag searches the open elements, so without a limit the time grows
 * with the square of the depth, and a page of 2 MiB takes minutes. */
const MAX_DEPTH = 256

/** Ends before the first element that would be nested deeper than `maxDepth`. */
export const parseHtml = (html: string, reader: HtmlReader, maxDepth = MAX_DEPTH): void => {
  const { read, end } = createHtmlParser(html, reader, maxDepth)
  read(html.length)
  end()
}

/** For callers that may stop before the end. */
export const createHtmlParser = (
  html: string,
  { open, close = ignore, text = ignore, resolves = true }: HtmlReader,
  maxDepth: number,
): HtmlParser => {
  /** Open elements, innermost last, and the language around each. */
  const stack: Element[] = []
  const outer: Language[] = []
  let language: Language = 'html'
  let isOver = false
  /** Position of the current or next sign. */
  let at = 0
  /** Start of the text that was not reported yet, and the text before it, up to a comment. */
  let textFrom = 0
  let before = ''

  const nextReference = createAhead(html, '&')
  const nextEnd = createAhead(html, '>')
  const nextLineEnd = createAhead(html, '\n')
  const nextSpaces = createAhead(html, '  ')
  /** Rare signs are looked for in large pieces. */
  let rareSigns: Signs = SIGNS.none
  let lookedTo = 0
  /** Whether the text contains `<` or `>`. */
  let hasSign = false

  const rareSignsBefore = (to: number): Signs => {
    for (; lookedTo < to; lookedTo += PIECE) {
      const piece = html.slice(lookedTo, lookedTo + PIECE)
      rareSigns |= (holdsControls(piece) ? SIGNS.all : SIGNS.none) | (piece.includes('\t') ? SIGNS.spaces : SIGNS.none)
    }
    return rareSigns
  }

  const signsBetween = (from: number, to: number): Signs => {
    const hasSpaces = nextLineEnd(from) < to || nextSpaces(from) < to
    return rareSignsBefore(to) | (hasSign ? SIGNS.markup : SIGNS.none) | (hasSpaces ? SIGNS.spaces : SIGNS.none)
  }

  const read = (from: number, to: number): ReadText => {
    const written = html.slice(from, to)
    const signs = resolves ? signsBetween(from, to) : SIGNS.all
    if (!resolves || nextReference(from) >= to) return { text: written, signs }
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

  /** Text on both sides of a comment, or of a meaningless tag, is one text. */
  const keepText = (to: number) => {
    before += read(textFrom, to).text
  }

  const closeTop = () => {
    const element = stack.pop()
    language = outer.pop() ?? 'html'
    if (element !== undefined) close(element, at)
  }

  const begin = (element: Element, attributes: Attributes, from: number, isSelfClosing: boolean) => {
    const { ends } = element
    if (ends !== undefined) while (ends.has(stack.at(-1)?.name ?? '')) closeTop()
    if (element.isVoid) {
      open(element, attributes, from)
      return
    }
    if (stack.length === maxDepth) {
      isOver = true
      return
    }
    stack.push(element)
    outer.push(language)
    language = entered(element)
    open(element, attributes, from)
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

  const plainTag = (): PlainTag | undefined => {
    const to = nextEnd(at)
    return to < html.length ? PLAIN_TAGS.find(html, at + 1, to) : undefined
  }

  /** Each returns the position after the construct, or the end of the text if it is cut off. */
  const readStart = (): number => {
    const plain = plainTag()
    const nameEnd = plain === undefined ? endOfTagName(html, at + 2) : 0
    const element = plain?.element ?? named(at + 1, nameEnd)
    if (isFormInForm(element)) keepText(at)
    else endText(at)
    const tag = plain === undefined ? readStartTag(html, nameEnd, decodeHTMLAttribute) : undefined
    if (plain === undefined && tag === undefined) return html.length
    const behind = tag?.end ?? nextEnd(at) + 1
    if (isFormInForm(element)) return behind
    const isHtml = language === 'html'
    begin(element, tag?.attributes ?? NO_ATTRIBUTES, behind, (tag ?? plain)?.isSelfClosing === true)
    return isHtml && element.rawEnd !== undefined && !isOver ? readRaw(element, element.rawEnd, behind) : behind
  }

  const readRaw = ({ name }: Element, rawEnd: RegExp, from: number): number => {
    const to = endOfRaw(html, rawEnd, from)
    if (to > from) text(RESOLVED.has(name) ? read(from, to).text : html.slice(from, to), SIGNS.all)
    return to
  }

  const readEnd = (): number => {
    const first = at + 2
    if (first === html.length) return NO_MARKUP
    if (!isLetter(html.charCodeAt(first))) return readForeign()
    const plain = plainTag()
    const nameEnd = plain === undefined ? endOfTagName(html, first) : nextEnd(at)
    if (nameEnd < html.length) end(plain?.element ?? named(first, nameEnd))
    else endText(at)
    return Math.min(nextEnd(nameEnd) + 1, html.length)
  }

  const end = (element: Element) => {
    const depth = element.isVoid ? -1 : depthOf(element.name)
    if (depth === -1 && element !== P && element !== BR) {
      keepText(at)
      return
    }
    endText(at)
    if (element === BR) open(BR, NO_ATTRIBUTES, at)
    else if (depth === -1) {
      begin(P, NO_ATTRIBUTES, at, false)
      closeTop()
    } else while (stack.length > depth) closeTop()
  }

  /** Depth of the innermost one; -1 if none is open. */
  const depthOf = (name: string): number => {
    let depth = stack.length - 1
    while (depth >= 0 && stack[depth]?.name !== name) depth -= 1
    return depth
  }

  /** A declaration, an instruction, or anything else that is not HTML. */
  const readForeign = (): number => {
    keepText(at)
    return Math.min(nextEnd(at) + 1, html.length)
  }

  const readDeclaration = (): number => {
    if (html.startsWith(COMMENT, at)) {
      keepText(at)
      return endOfComment(html, at + COMMENT.length)
    }
    if (!html.startsWith(CDATA, at)) return readForeign()
    keepText(at)
    const from = at + CDATA.length
    const to = html.indexOf(']]>', from)
    if (to === -1) return html.length
    if (language !== 'html') before += html.slice(from, to)
    return to + 3
  }

  const readMarkup = (): number => {
    const sign = html.charCodeAt(at + 1)
    if (isLetter(sign)) return readStart()
    if (sign === SLASH) return readEnd()
    if (sign === EXCLAMATION) return readDeclaration()
    return sign === QUESTION ? readForeign() : NO_MARKUP
  }

  const nextSign = (from: number): number => {
    const at = html.indexOf('<', from)
    return at === -1 ? html.length : at
  }

  /** Called before anything after the text is examined. */
  const lookForSign = () => {
    hasSign ||= nextEnd(textFrom) < at
  }

  return {
    read(to) {
      const last = Math.min(to, html.length)
      at = nextSign(at)
      while (at < last && !isOver) {
        lookForSign()
        const behind = readMarkup()
        if (behind === NO_MARKUP) hasSign = true
        else textFrom = behind
        at = nextSign(behind === NO_MARKUP ? at + 1 : behind)
      }
      return isOver ? html.length : at
    },
    end() {
      if (!isOver) {
        lookForSign()
        endText(at)
      }
      while (stack.length > 0) closeTop()
    },
  }
}

keepCompiled(createHtmlParser('', { open() {} }, 0))
