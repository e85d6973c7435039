// An HTML page as a tree, searched by classes and element names, which are all that identifies the parts of Telegram's pages. The
// size of the parsed page is limited.

import type { Attributes } from '../../parsing/read-start-tag.ts'
import { cutHtml } from '../../post/bound-html.ts'
import { htmlToText } from '../../post/html.ts'
import { parseHtml } from '../../post/markup/parse-html.ts'

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
  const html = cutHtml(source, LIMITS)
  const tags = readTags(html)
  return searchIn({ html, tags }, 0, tags.length)
}

type Tag = {
  readonly name: string
  readonly attributes: Attributes
  readonly classes: ReadonlySet<string>
  /** The range of its content in the page, and of the tags in it. */
  readonly from: number
  readonly first: number
  to: number
  last: number
  ownText: string
}

type Page = { readonly html: string; readonly tags: readonly Tag[] }

/** In the order of the page. */
const readTags = (html: string): readonly Tag[] => {
  const tags: Tag[] = []
  const open: Tag[] = []
  parseHtml(html, {
    open({ name, isVoid }, attributes, from) {
      const classes = new Set(attributes.class?.split(/\s+/))
      const first = tags.length + 1
      const tag: Tag = { name, attributes, classes, from, first, to: from, last: first, ownText: '' }
      tags.push(tag)
      if (!isVoid) open.push(tag)
    },
    close(_, to) {
      const tag = open.pop()
      if (tag === undefined) return
      tag.to = to
      tag.last = tags.length
    },
    text(text) {
      const tag = open.at(-1)
      if (tag !== undefined) tag.ownText += text
    },
  })
  return tags
}

const isAny = ({ name, classes }: Tag, what: readonly string[]): boolean =>
  what.some((each) => (each.startsWith('.') ? classes.has(each.slice(1)) : name === each))

const searchIn = ({ html, tags }: Page, first: number, last: number): Pick<PageElement, 'find' | 'findAll'> => {
  const within = () => tags.slice(first, last)
  return {
    find(what) {
      const found = within().find((each) => isAny(each, [what]))
      return found && elementOf({ html, tags }, found)
    },
    findAll: (...what) =>
      within()
        .filter((each) => isAny(each, what))
        .map((each) => elementOf({ html, tags }, each)),
  }
}

const elementOf = (page: Page, tag: Tag): PageElement => {
  const inner = () => page.html.slice(tag.from, tag.to)
  return {
    name: tag.name,
    ...searchIn(page, tag.first, tag.last),
    has: (className) => tag.classes.has(className),
    attribute: (name) => (Object.hasOwn(tag.attributes, name) ? tag.attributes[name] : undefined),
    html: inner,
    text: () => htmlToText(inner()),
    ownText: () => tag.ownText.trim(),
  }
}
