// An element of a feed that holds characters alone. They are read when they are asked for: of most items of a feed nobody asks
// for more than what tells them apart.

import { scanTag } from '../../parsing/scan-tag.ts'
import type { XmlField } from '../../parsing/scan-xml.ts'
import type { FeedElement } from './feed-element.ts'
import type { FeedNames } from './feed-names.ts'
import { basesOf, NONE } from './open-element.ts'

/** What the elements of one document are read with. */
export type FeedDocument = {
  readonly xml: string
  readonly names: Pick<FeedNames, 'attributesIn'>
  readonly decode: (text: string) => string
}

const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map()

/** A feed has thousands of them, which live as long as it does: no more is kept than where each stands. */
class PlainElement implements FeedElement {
  readonly name: string
  readonly #document: FeedDocument
  readonly #at: number
  readonly #from: number
  readonly #to: number
  readonly #isCdata: boolean
  #text: string | undefined
  #attributes: ReadonlyMap<string, string> | undefined

  constructor(document: FeedDocument, name: string, { at, hasAttributes, textFrom, textTo, isCdata }: XmlField) {
    this.name = name
    this.#document = document
    this.#at = at
    this.#from = textFrom
    this.#to = textTo
    this.#isCdata = isCdata
    this.#attributes = hasAttributes ? undefined : NO_ATTRIBUTES
  }

  get isMarkup(): boolean {
    return false
  }

  get children(): readonly FeedElement[] {
    return NONE
  }

  get text(): string {
    this.#text ??= this.#read()
    return this.#text
  }

  get attributes(): ReadonlyMap<string, string> {
    this.#attributes ??= this.#readAttributes()
    return this.#attributes
  }

  get bases(): readonly string[] {
    return this.attributes.size === 0 ? NONE : basesOf(this.attributes)
  }

  get language(): string | undefined {
    return this.attributes.get('xml:lang')
  }

  #read(): string {
    const { xml, decode } = this.#document
    const written = xml.slice(this.#from, this.#to)
    return (this.#isCdata ? written : decode(written)).trim()
  }

  #readAttributes(): ReadonlyMap<string, string> {
    const { xml, names } = this.#document
    const { tag } = scanTag(xml, this.#at)
    return tag === undefined ? NO_ATTRIBUTES : names.attributesIn(tag)
  }
}

/** `name`: as it is known here. */
export const createPlainElement = (document: FeedDocument, name: string, field: XmlField): FeedElement =>
  new PlainElement(document, name, field)
