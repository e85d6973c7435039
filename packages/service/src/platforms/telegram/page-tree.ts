// An HTML page as a tree, searched by classes and element names, which are all that identifies the parts of Telegram's pages. The
// size of the parsed page is limited.

import { parseDocument } from 'htmlparser2'
import { boundHtml } from '../../post/bound-html.ts'
import { htmlToText } from '../../post/html.ts'

type Parent = Pick<ReturnType<typeof parseDocument>, 'children' | 'childNodes'>
type Child = Parent['children'][number]
type Tag = Extract<Child, { attribs: Record<string, string> }>

export type PageElement = {
  readonly name: string
  /** Whether the element itself has the class. */
  has(className: string): boolean
  /** The decoded value. */
  attribute(name: string): string | undefined
  /** The first match inside: `.name` matches a class, anything else an element name. */
  find(what: string): PageElement | undefined
  /** All matches of any of these inside, in the order of the page. */
  findAll(...what: readonly string[]): readonly PageElement[]
  /** The source of the content. */
  html(): string
  /** The text as a reader sees it, or null. */
  text(): string | null
  /** The text directly in the element, outside of other elements. */
  ownText(): string
}

/** Twenty messages with hundreds of reactions each need less. */
const LIMITS = { characters: 800_000, tags: 20_000 } as const

/** `find` and `findAll` search the whole page. */
export const readPageTree = (source: string): Pick<PageElement, 'find' | 'findAll'> => {
  const html = boundHtml(source, LIMITS)
  return searchIn(html, parseDocument(html, { withStartIndices: true, withEndIndices: true }))
}

type Found = { readonly tag: Tag; readonly classes: ReadonlySet<string> }

const isTag = (node: Child): node is Tag => 'attribs' in node

const tagsIn = (parent: Parent): readonly Found[] => {
  const found: Found[] = []
  const visit = ({ children }: Parent) => {
    for (const node of children) {
      if (!isTag(node)) continue
      found.push({ tag: node, classes: new Set(node.attribs.class?.split(/\s+/)) })
      visit(node)
    }
  }
  visit(parent)
  return found
}

const isAny = ({ tag, classes }: Found, what: readonly string[]): boolean =>
  what.some((each) => (each.startsWith('.') ? classes.has(each.slice(1)) : tag.name === each))

const searchIn = (html: string, parent: Parent): Pick<PageElement, 'find' | 'findAll'> => {
  let tags: readonly Found[] | undefined
  const within = () => {
    tags ??= tagsIn(parent)
    return tags
  }
  return {
    find(what) {
      const found = within().find((each) => isAny(each, [what]))
      return found && elementOf(html, found)
    },
    findAll: (...what) =>
      within()
        .filter((each) => isAny(each, what))
        .map((each) => elementOf(html, each)),
  }
}

const elementOf = (html: string, { tag, classes }: Found): PageElement => {
  const inner = () => {
    const [first, last] = [tag.children[0], tag.children.at(-1)]
    return html.slice(first?.startIndex ?? 0, last?.endIndex == null ? 0 : last.endIndex + 1)
  }
  return {
    name: tag.name,
    ...searchIn(html, tag),
    has: (className) => classes.has(className),
    attribute: (name) => (Object.hasOwn(tag.attribs, name) ? tag.attribs[name] : undefined),
    html: inner,
    text: () => htmlToText(inner()),
    ownText: () =>
      tag.children
        .map((node) => ('data' in node && node.type === 'text' ? node.data : ''))
        .join('')
        .trim(),
  }
}
