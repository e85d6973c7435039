// An open element of a feed: its content is only known later.

import type { ScannedTag } from '../parsing/scan-tag.ts'
import type { ElementList, FeedElement } from './feed-element.ts'
import type { NamedTag } from './feed-names.ts'
import { isHeldBy } from './field-rules.ts'
import { createCharacters, createXhtml, type TextPieces } from './text-pieces.ts'

export type OpenElement = NamedTag & {
  readonly children: FeedElement[]
  /** Set once it contains text. */
  text: TextPieces | undefined
  /** Set once it contains elements. */
  hasFields: boolean
  /** Open elements of its own name within its text. */
  namesakes: number
  /** The element around an XHTML text. */
  inner: NamedTag | undefined
}

export const openElement = (
  { name, attributes, isDeclared, defaultPrefix }: NamedTag,
  hasFields = false,
): OpenElement => ({
  name,
  attributes,
  isDeclared,
  defaultPrefix,
  children: [],
  text: undefined,
  hasFields,
  namesakes: 0,
  inner: undefined,
})

/** The complete element, with its children. */
export const closeElement = ({ name, attributes, text, inner }: OpenElement, children: ElementList): FeedElement => ({
  name,
  attributes,
  text: text?.value() ?? '',
  isMarkup: text?.isMarkup ?? false,
  children,
  bases: attributes.size === 0 && inner === undefined ? NONE : basesOf(attributes, inner?.attributes),
  language: inner?.attributes.get('xml:lang') ?? attributes.get('xml:lang'),
})

/** Its own children, and those that belong after it because it was not closed. */
export const partChildren = (
  { name, children }: OpenElement,
  isClosed: boolean,
): { readonly own: readonly FeedElement[]; readonly behind: readonly FeedElement[] } => {
  if (isClosed) return { own: children, behind: NONE }
  const { own = NONE, behind = NONE } = Object.groupBy(children, (child) =>
    isHeldBy(name, child.name) ? 'own' : 'behind',
  )
  return { own, behind }
}

/** Most elements have none: arrays for each would leave thousands of them to collect. */
export const NONE: readonly never[] = []
/** The children of most elements. */
export const NO_ELEMENTS: ElementList = { length: 0, find: () => undefined }

class Elements implements ElementList {
  readonly #elements: readonly FeedElement[]

  constructor(elements: readonly FeedElement[]) {
    this.#elements = elements
  }

  get length(): number {
    return this.#elements.length
  }

  find<T>(name: string, find: (element: FeedElement) => T | null | undefined): T | undefined {
    for (const element of this.#elements) {
      const found = element.name === name ? find(element) : undefined
      if (found !== null && found !== undefined) return found
    }
    return undefined
  }
}

/** A list of children. */
export const listOf = (elements: readonly FeedElement[]): ElementList =>
  elements.length === 0 ? NO_ELEMENTS : new Elements(elements)

export const basesOf = (...attributes: readonly (ReadonlyMap<string, string> | undefined)[]): readonly string[] =>
  attributes.flatMap((each) => each?.get('xml:base') ?? [])

/** Starts the text of an element with characters. */
export const beginText = (open: OpenElement, decode: (text: string) => string): TextPieces => {
  open.text = createCharacters(decode)
  return open.text
}

/** Starts the text of an element with an element: XHTML if it says so, else unescaped markup. */
export const beginMarkup = (open: OpenElement, tag: ScannedTag, named: NamedTag, decode: (text: string) => string) => {
  const isXhtml = /xhtml/i.test(open.attributes.get('type') ?? '') || named.name.startsWith('xhtml:')
  open.text = isXhtml ? createXhtml() : createCharacters(decode)
  if (isXhtml) open.inner = named
  addTag(open, tag, named.name)
}

/** A start tag inside the text. */
export const addTag = (open: OpenElement, tag: ScannedTag, name: string) => {
  open.text?.open(tag, name)
  if (name === open.name && !tag.isEmpty) open.namesakes += 1
}
