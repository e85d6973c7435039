// An element of a feed, the same for every format, and functions to query it. Texts are trimmed; empty ones count as missing.

export type FeedElement = {
  /** In lower case, with this program's prefix for its namespace. Elements of the format itself have no prefix. */
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  /** Plain characters; markup when `isMarkup`. */
  readonly text: string
  /** Whether the text is XHTML that was in the document as elements. */
  readonly isMarkup: boolean
  readonly children: ElementList
  /** The values of `xml:base`, outermost first. */
  readonly bases: readonly string[]
  /** The value of `xml:lang`. */
  readonly language: string | undefined
}

export type ElementList = {
  readonly length: number
  /** Calls `find` for the elements with a name, in order, and returns its first result that is neither null nor undefined. */
  find<T>(name: string, find: (element: FeedElement) => T | null | undefined): T | undefined
}

/** Searches the elements with the first name, then those with the next. */
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

/** The children with a name, in order. */
export const childrenOf = (parent: FeedElement | undefined, name: string): readonly FeedElement[] => {
  const children: FeedElement[] = []
  parent?.children.find(name, (child) => void children.push(child))
  return children
}

const itself = (child: FeedElement) => child

/** The first child with a name. */
export const childOf = (parent: FeedElement | undefined, name: string): FeedElement | undefined =>
  parent?.children.find(name, itself)

const withText = (child: FeedElement) => (child.text === '' ? undefined : child)

/** The first child with a text, by the names in their order. */
export const childWithText = (parent: FeedElement | undefined, ...names: readonly string[]): FeedElement | undefined =>
  findNamed(parent, names, withText)

/** The text of that child. */
export const textOf = (parent: FeedElement | undefined, ...names: readonly string[]): string | undefined =>
  childWithText(parent, ...names)?.text

/** The texts of all children with these names. */
export const textsOf = (parent: FeedElement | undefined, ...names: readonly string[]): string[] =>
  names.flatMap((name) => childrenOf(parent, name).flatMap(({ text }) => (text === '' ? [] : [text])))

export const attributeOf = (element: FeedElement | undefined, name: string): string | undefined =>
  element?.attributes.get(name)?.trim() || undefined

/** undefined when the text is not a number. */
export const numberIn = (text: string | undefined): number | undefined => {
  const number = text === undefined || text.length > 32 ? Number.NaN : Number(text)
  return Number.isNaN(number) || text?.trim() === '' ? undefined : number
}
