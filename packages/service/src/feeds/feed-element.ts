// An element of a feed as every format has them, and what is asked of it. Texts are trimmed; what is empty is not there.

export type FeedElement = {
  /** In lower case, with the prefix that its namespace has here; those of the format itself have none. */
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  /** Characters; markup where `isMarkup`. */
  readonly text: string
  /** Whether the text is XHTML that stood in the document as elements. */
  readonly isMarkup: boolean
  readonly children: ElementList
  /** What `xml:base` says of it, outermost first. */
  readonly bases: readonly string[]
  /** What `xml:lang` says of it. */
  readonly language: string | undefined
}

export type ElementList = {
  readonly length: number
  /** What is found of those with a name, in their order: the first that is not null and not undefined. */
  find<T>(name: string, find: (element: FeedElement) => T | null | undefined): T | undefined
}

/** What is found of those with the first name that has some. */
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

/** Those with a name, in their order. */
export const childrenOf = (parent: FeedElement | undefined, name: string): readonly FeedElement[] => {
  const children: FeedElement[] = []
  parent?.children.find(name, (child) => void children.push(child))
  return children
}

const itself = (child: FeedElement) => child

/** The first with a name. */
export const childOf = (parent: FeedElement | undefined, name: string): FeedElement | undefined =>
  parent?.children.find(name, itself)

const isSaying = (child: FeedElement) => (child.text === '' ? undefined : child)

/** The first child that says something, of those with the first name that has one. */
export const saidBy = (parent: FeedElement | undefined, ...names: readonly string[]): FeedElement | undefined =>
  findNamed(parent, names, isSaying)

/** What it says. */
export const textOf = (parent: FeedElement | undefined, ...names: readonly string[]): string | undefined =>
  saidBy(parent, ...names)?.text

/** What all children with these names say. */
export const textsOf = (parent: FeedElement | undefined, ...names: readonly string[]): string[] =>
  names.flatMap((name) => childrenOf(parent, name).flatMap(({ text }) => (text === '' ? [] : [text])))

export const attributeOf = (element: FeedElement | undefined, name: string): string | undefined =>
  element?.attributes.get(name)?.trim() || undefined

/** A number that is written as one; undefined otherwise. */
export const numberIn = (text: string | undefined): number | undefined => {
  const number = text === undefined || text.length > 32 ? Number.NaN : Number(text)
  return Number.isNaN(number) || text?.trim() === '' ? undefined : number
}
