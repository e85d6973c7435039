// An element of a feed that is still open: what it holds is only known by what comes.

import type { ScannedTag } from '../../parsing/scan-tag.ts'
import type { FeedElement } from './feed-element.ts'
import type { NamedTag } from './feed-names.ts'
import { isHeldBy } from './field-rules.ts'
import { createCharacters, createXhtml, type TextPieces } from './text-pieces.ts'

export type OpenElement = NamedTag & {
  readonly children: FeedElement[]
  /** Once it holds a text. */
  text: TextPieces | undefined
  /** Once it holds elements. */
  hasFields: boolean
  /** Elements of its own name that are open in its text. */
  namesakes: number
  /** Of the element around an XHTML text. */
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

/** The element as it is when it ends, and those that only seemed to stand in it because it was never closed. */
export const closeElement = (
  open: OpenElement,
  isClosed: boolean,
): { readonly element: FeedElement; readonly behind: readonly FeedElement[] } => {
  const { name, attributes, children, text, inner } = open
  const isOwn = (child: FeedElement) => isClosed || isHeldBy(name, child.name)
  const element = {
    name,
    attributes,
    text: text?.value() ?? '',
    isMarkup: text?.isMarkup ?? false,
    children: isClosed ? children : children.filter(isOwn),
    bases: attributes.size === 0 && inner === undefined ? NONE : basesOf(attributes, inner?.attributes),
    language: inner?.attributes.get('xml:lang') ?? attributes.get('xml:lang'),
  }
  return { element, behind: isClosed ? NONE : children.filter((child) => !isOwn(child)) }
}

/** What most elements have: with arrays of their own, a feed would leave thousands behind. */
export const NONE: readonly never[] = []

export const basesOf = (...attributes: readonly (ReadonlyMap<string, string> | undefined)[]): readonly string[] =>
  attributes.flatMap((each) => each?.get('xml:base') ?? [])

/** Begins the text of an element with characters. */
export const beginText = (open: OpenElement, decode: (text: string) => string): TextPieces => {
  open.text = createCharacters(decode)
  return open.text
}

/** Begins the text of an element with an element: XHTML where that says so, else markup that was not escaped. */
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
