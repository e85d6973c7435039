// HTML as people write it → its elements and its text, in one pass that never fails: what nobody closed is closed where the next
// element or the end of the one around it begins. The rules are those of browsers as far as a post needs them, and those of
// the readers that most programs use beyond: nothing is moved, and nothing is made but what an end tag alone stands for.
// https://html.spec.whatwg.org/multipage/parsing.html

import { decodeHTMLAttribute } from 'entities/decode'
import { createWords } from '../../parsing/create-words.ts'
import { keepCompiled } from '../../parsing/keep-compiled.ts'
import { endOfComment, endOfRaw } from '../../parsing/raw-ends.ts'
import { type Attributes, endOfTagName, NO_ATTRIBUTES, readStartTag } from '../../parsing/read-start-tag.ts'
import { ELEMENTS, type Element, elementNamed } from './elements.ts'
import type { Language } from './html-rules.ts'
import { holdsControls, type ReadText, readReferences, SIGNS, type Signs } from './read-references.ts'

export type HtmlReader = {
  /** `from`: where its content begins. */
  readonly open: (element: Element, attributes: Attributes, from: number) => void
  /** Once for each element that was opened and may have content, innermost first. `to`: where its content ends. */
  readonly close?: (element: Element, to: number) => void
  /**
   * All that stands between two tags, references resolved; as it is written in an element in which there are none.
   */
  readonly text?: (text: string, signs: Signs) => void
  /** Whether references in texts are resolved; false where somebody has resolved them already. */
  readonly resolves?: boolean
}

export type HtmlParser = {
  /** Reads on up to the first tag that begins there or behind, and returns where it does; the length where nothing is left. */
  readonly read: (to: number) => number
  /** Closes what is open. */
  readonly end: () => void
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
const CDATA = '<![CDATA['
/** Elements whose content is no HTML, but in whose text references are. */
const RESOLVED: ReadonlySet<string> = new Set(['title', 'textarea'])
/** Characters in which rare signs are looked for at once. */
const PIECE = 64 * 1024
/** `<` that is text. */
const NO_MARKUP = -1

const P = elementNamed('p')
const BR = elementNamed('br')
const FORM = elementNamed('form')

const ignore = () => {}

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

/** Open elements; real pages stay below 100. Without a bound the work grows with the square of the depth, since the list of what
 * is open is searched at each end tag, and a page of 2 MiB takes minutes. */
const MAX_DEPTH = 256

/** Ends before the first element that would be nested deeper than `maxDepth`. */
export const parseHtml = (html: string, reader: HtmlReader, maxDepth = MAX_DEPTH): void => {
  const { read, end } = createHtmlParser(html, reader, maxDepth)
  read(html.length)
  end()
}

/** The same for who may have enough before the end. */
export const createHtmlParser = (
  html: string,
  { open, close = ignore, text = ignore, resolves = true }: HtmlReader,
  maxDepth: number,
): HtmlParser => {
  /** What is open, innermost last, and what is written around each of them. */
  const stack: Element[] = []
  const outer: Language[] = []
  let language: Language = 'html'
  let isOver = false
  /** Where the sign stands that is read, or is read next. */
  let at = 0
  /** Where the text began that was not told yet, and what stands before it, up to a comment. */
  let textFrom = 0
  let before = ''

  const nextReference = createAhead(html, '&')
  const nextEnd = createAhead(html, '>')
  const nextLineEnd = createAhead(html, '\n')
  const nextSpaces = createAhead(html, '  ')
  /** What is rare is looked for in large pieces. */
  let rareSigns: Signs = SIGNS.none
  let lookedTo = 0
  /** Whether a `<` or a `>` stands in the text. */
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

  /** What stands on both sides of a comment, or of a tag that means nothing, is one text. */
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

  /** Each returns where what is behind it begins: the end of the text where it is cut off. */
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

  /** Of the innermost one; -1 where none is open. */
  const depthOf = (name: string): number => {
    let depth = stack.length - 1
    while (depth >= 0 && stack[depth]?.name !== name) depth -= 1
    return depth
  }

  /** A declaration, an instruction, or whatever else is none of HTML. */
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

  /** Looked at before anything that stands behind the text is. */
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
