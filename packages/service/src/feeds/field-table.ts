// The text-only fields of a document's items, as numbers in one table, read on demand. A feed has thousands, and most
// are never read: as objects they would be most of the memory that reading a feed takes.

import { bareCdata } from '../parsing/bare-cdata.ts'
import type { ByteText } from '../parsing/byte-text.ts'
import { scanTag } from '../parsing/scan-tag.ts'
import type { XmlField } from '../parsing/scan-xml.ts'
import type { ElementList, FeedElement } from './feed-element.ts'
import type { FeedNames } from './feed-names.ts'
import { basesOf, NO_ELEMENTS, NONE } from './open-element.ts'

/** What the elements of a document are read with. */
export type FeedDocument = {
  readonly text: ByteText
  readonly names: Pick<FeedNames, 'attributesIn'>
  readonly decode: (text: string) => string
}

export type FieldTable = {
  add(name: string, field: XmlField): void
  /** Adds an element that contains more than text. */
  addElement(element: FeedElement): void
  /** The fields since the last call: those of one item. */
  take(): ElementList
}

/** Numbers of a row: its name, the start of its tag, and the start and end of its text. */
const COLUMNS = 4
const FIRST_ROWS = 512
/** Flags in the number of the name. */
const [HAS_ATTRIBUTES, IS_CDATA, FLAG_BITS] = [1, 2, 2]
const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map()

export const createFieldTable = (document: FeedDocument): FieldTable => {
  const numbers = new Map<string, number>()
  const names: string[] = []
  /** By row. */
  const elements = new Map<number, FeedElement>()
  let rows = new Int32Array(FIRST_ROWS * COLUMNS)
  let length = 0
  let taken = 0

  const numberOf = (name: string): number => {
    const known = numbers.get(name)
    if (known !== undefined) return known
    numbers.set(name, names.length)
    return names.push(name) - 1
  }

  const push = (name: string, flags: number, at: number, from: number, to: number) => {
    const place = length * COLUMNS
    if (place === rows.length) {
      const more = new Int32Array(2 * rows.length)
      more.set(rows)
      rows = more
    }
    rows[place] = (numberOf(name) << FLAG_BITS) | flags
    rows[place + 1] = at
    rows[place + 2] = from
    rows[place + 3] = to
    length += 1
  }

  const elementAt = (row: number): FeedElement => {
    const element = elements.get(row)
    if (element !== undefined) return element
    const place = row * COLUMNS
    return new Field(document, names[(rows[place] ?? 0) >> FLAG_BITS] ?? '', rows, place)
  }

  const findBetween: Find = (first, end, name, find) => {
    const number = numbers.get(name)
    if (number === undefined) return undefined
    for (let row = first; row < end; row += 1) {
      const isNamed = (rows[row * COLUMNS] ?? 0) >> FLAG_BITS === number
      const found = isNamed ? find(elementAt(row)) : undefined
      if (found !== null && found !== undefined) return found
    }
    return undefined
  }

  return {
    add(name, { at, hasAttributes, isCdata, textFrom, textTo }) {
      push(name, (hasAttributes ? HAS_ATTRIBUTES : 0) | (isCdata ? IS_CDATA : 0), at, textFrom, textTo)
    },
    addElement(element) {
      elements.set(length, element)
      push(element.name, 0, 0, 0, 0)
    },
    take() {
      const fields = new Fields(findBetween, taken, length)
      taken = length
      return fields
    },
  }
}

type Find = <T>(
  first: number,
  end: number,
  name: string,
  find: (element: FeedElement) => T | null | undefined,
) => T | undefined

/** The fields of one item. */
class Fields implements ElementList {
  readonly #find: Find
  readonly #from: number
  readonly #to: number

  constructor(find: Find, from: number, to: number) {
    this.#find = find
    this.#from = from
    this.#to = to
  }

  get length(): number {
    return this.#to - this.#from
  }

  find<T>(name: string, find: (element: FeedElement) => T | null | undefined): T | undefined {
    return this.#find(this.#from, this.#to, name, find)
  }
}

class Field implements FeedElement {
  readonly name: string
  readonly #document: FeedDocument
  readonly #at: number
  readonly #from: number
  readonly #to: number
  readonly #isCdata: boolean
  #text: string | undefined
  #attributes: ReadonlyMap<string, string> | undefined

  constructor(document: FeedDocument, name: string, rows: Int32Array, place: number) {
    const flags = rows[place] ?? 0
    this.name = name
    this.#document = document
    this.#at = rows[place + 1] ?? 0
    this.#from = rows[place + 2] ?? 0
    this.#to = rows[place + 3] ?? 0
    this.#isCdata = (flags & IS_CDATA) !== 0
    this.#attributes = (flags & HAS_ATTRIBUTES) === 0 ? NO_ATTRIBUTES : undefined
  }

  get isMarkup(): boolean {
    return false
  }

  get children(): ElementList {
    return NO_ELEMENTS
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
    const { text, decode } = this.#document
    const written = text.cut(this.#from, this.#to)
    return bareCdata((this.#isCdata ? written : decode(written)).trim())
  }

  #readAttributes(): ReadonlyMap<string, string> {
    const { text, names } = this.#document
    const { tag } = scanTag(text, this.#at)
    return tag === undefined ? NO_ATTRIBUTES : names.attributesIn(tag)
  }
}
