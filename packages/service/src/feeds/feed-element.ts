// An element of a feed in any format, and its accessors. Texts are trimmed; empty ones count as missing.

export type FeedElement = {
  /** In lower case, with this module's prefix for its namespace; elements of the format itself have none. */
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  /** Text; HTML if `isMarkup`. */
  readonly text: string
  /** Whether the text is XHTML that the document has as elements. */
  readonly isMarkup: boolean
  readonly children: ElementList
  /** Its `xml:base` attributes, outermost first. */
  readonly bases: readonly string[]
  /** Its `xml:lang`. */
  readonly language: string | undefined
}

export type ElementList = {
  readonly length: number
  /** Calls `find` for children with the name, in order. Returns the first result that is not null or undefined. */
  find<T>(name: string, find: (element: FeedElement) => T | null | undefined): T | undefined
}

/** The same for the first of several names with a result. */
export const findNamed = <T>(
  parent: FeedElement | undefined,
  names: readonly string[],
  find: (child: FeedElement) => T | null | undefined,
): T | undefined => {
  for (const name of names) {
    const found = parent?.children.find(name, find)
    if (found !== undefined) return found
  }
  return undefined
}

/** Children with a name, in order. */
export const childrenOf = (parent: FeedElement | undefined, name: string): readonly FeedElement[] => {
  const children: FeedElement[] = []
  parent?.children.find(name, (child) => void children.push(child))
  return children
}

const itself = (child: FeedElement) => child

/** The first child with a name. */
export const childOf = (parent: FeedElement | undefined, name: string): FeedElement | undefined =>
  parent?.children.find(name, itself)

const isSaying = (child: FeedElement) => (child.text === '' ? undefined : child)

/** The first child with text, of the first name that has one. */
export const saidBy = (parent: FeedElement | undefined, ...names: readonly string[]): FeedElement | undefined =>
  findNamed(parent, names, isSaying)

/** The text of that child. */
export const textOf = (parent: FeedElement | undefined, ...names: readonly string[]): string | undefined =>
  saidBy(parent, ...names)?.text

/** The texts of all children with these names. */
export const textsOf = (parent: FeedElement | undefined, ...names: readonly string[]): string[] =>
  names.flatMap((name) => childrenOf(parent, name).flatMap(({ text }) => (text === '' ? [] : [text])))

export const attributeOf = (element: FeedElement | undefined, name: string): string | undefined =>
  element?.attributes.get(name)?.trim() || undefined

/** A number; undefined for anything else. */
export const numberIn = (text: string | undefined): number | undefined => {
  const number = text === undefined || text.length > 32 ? Number.NaN : Number(text)
  return Number.isNaN(number) || text?.trim() === '' ? undefined : number
}
