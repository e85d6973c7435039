// Atom 1.0 and 0.3 (RFC 4287, RFC 4685 for threads, RFC 5005 for paging) → Feed. It does not validate.

import { absoluteUrl } from '../post/absolute-url.ts'
import { decodeBase64 } from './decode-base64.ts'
import type { Feed, FeedFile, FeedItem, FeedPerson, FeedText, ItemContent } from './feed.ts'
import {
  attributeOf,
  childOf,
  childrenOf,
  type FeedElement,
  numberIn,
  saidBy,
  textOf,
  textsOf,
} from './feed-element.ts'
import { baseOf, hrefOf, linkTo, namedBy, nextLink, personIn, relOf, textIn, timeIn } from './feed-fields.ts'
import { guessText, guessTitle, innerBase } from './feed-text.ts'
import { explicitOfMedia, filesOfMedia } from './media-rss.ts'
import type { FeedTree } from './read-feed-tree.ts'

export const fromAtom = ({ format, channel, items }: FeedTree, feedUrl: string): Feed => {
  const base = baseOf(channel, feedUrl)
  const links = childrenOf(channel, 'link')
  const around = { base, bases: channel.bases.length, author: authorOf(channel, base) }
  const icon = imageIn(channel, 'icon', base)
  const logo = imageIn(channel, 'logo', base)
  return {
    format,
    feedUrl,
    id: textOf(channel, 'id'),
    title: textOfAtom(saidBy(channel, 'title'), guessTitle),
    description: textOfAtom(saidBy(channel, 'subtitle', 'tagline')),
    siteUrl: linkTo(links, 'alternate', base),
    imageUrl: icon ?? logo,
    bannerUrl: childOf(channel, 'icon') === undefined ? undefined : logo,
    language: channel.language ?? textOf(channel, 'dc:language'),
    nextUrl: nextLink(links, base),
    items: items.map((entry) => new AtomItem(entry, around)),
  }
}

/** What an entry inherits from its feed. */
type Around = {
  readonly base: string
  /** Number of `xml:base` attributes around it. */
  readonly bases: number
  readonly author: FeedPerson | undefined
}

/** Reads everything but its identity on demand: most entries are never read. */
class AtomItem implements FeedItem {
  readonly id: string | undefined
  readonly publishedAt: string | undefined
  readonly #entry: FeedElement
  readonly #around: Around
  #url: string | undefined

  constructor(entry: FeedElement, around: Around) {
    this.id = textOf(entry, 'id')
    this.publishedAt = timeIn(entry, PUBLISHED)
    this.#entry = entry
    this.#around = around
  }

  get url(): string | undefined {
    this.#url ??=
      absoluteUrl(textOf(this.#entry, 'feedburner:origlink')) ??
      linkTo(childrenOf(this.#entry, 'link'), 'alternate', this.#base)
    return this.#url
  }

  read(): ItemContent {
    const { bases, author } = this.#around
    const isBaseSaid = bases + this.#entry.bases.length > 0
    return contentOf(this.#entry, this.#base, isBaseSaid ? undefined : this.url, author)
  }

  get #base(): string {
    return baseOf(this.#entry, this.#around.base)
  }
}

const UPDATED = ['updated', 'modified', 'dcterms:modified']
const PUBLISHED = [
  ...['published', 'issued', 'created', 'dcterms:issued', 'dcterms:created'],
  ...['dc:date', 'dcterms:date', 'pubdate', ...UPDATED],
]

const contentOf = (
  entry: FeedElement,
  base: string,
  page: string | undefined,
  feedAuthor: FeedPerson | undefined,
): ItemContent => {
  const links = childrenOf(entry, 'link')
  const group = childOf(entry, 'media:group')
  const { body, content, summary } = bodyOf(entry, group)
  const replyTo = childOf(entry, 'thr:in-reply-to')
  const community = childOf(group, 'media:community') ?? childOf(entry, 'media:community')
  return {
    externalUrl: linkTo(links, 'related', base),
    title: textOfAtom(saidBy(entry, 'title'), guessTitle),
    content,
    summary,
    editedAt: timeIn(entry, UPDATED),
    author:
      authorOf(entry, base) ?? namedBy(entry, 'dc:creator') ?? authorOf(childOf(entry, 'source'), base) ?? feedAuthor,
    language: body?.language ?? entry.language,
    files: [...enclosuresOf(links, base), ...sourceOf(childOf(entry, 'content')), ...filesOfMedia(entry)],
    explicit: explicitOfMedia(entry),
    tags: [
      ...childrenOf(entry, 'category').flatMap((each) => attributeOf(each, 'label') ?? attributeOf(each, 'term') ?? []),
      ...textsOf(entry, 'dc:subject'),
    ],
    // YouTube's feeds report likes as the number of ratings.
    likes:
      textOf(entry, 'yt:videoid') === undefined
        ? undefined
        : numberIn(attributeOf(childOf(community, 'media:starrating'), 'count')),
    comments: numberIn(textOf(entry, 'thr:total', 'slash:comments')) ?? repliesOf(links),
    views: numberIn(attributeOf(childOf(community, 'media:statistics'), 'views')),
    replyTo: replyTo && {
      id: attributeOf(replyTo, 'ref'),
      url: absoluteUrl(attributeOf(replyTo, 'href'), baseOf(replyTo, base)) ?? undefined,
    },
    page: body?.bases.length === 0 ? page : undefined,
    base: innerBase(base, ...(body?.bases ?? [])),
  }
}

const bodyOf = (entry: FeedElement, group: FeedElement | undefined) => {
  const full = saidBy(entry, 'content')
  const short = saidBy(entry, 'summary')
  const content = textOfAtom(full)
  const summary = textOfAtom(short)
  if (content !== undefined) return { body: full, content, summary }
  const description = saidBy(group, 'media:description') ?? saidBy(entry, 'media:description')
  // Text on YouTube is never markup, whatever it looks like.
  const isPlain = textOf(entry, 'yt:videoid') !== undefined
  const described = isPlain ? textIn(description, asWritten) : textIn(description)
  return { body: short, content: summary ?? described, summary: undefined }
}

const asWritten = (text = ''): FeedText => ({ plain: text })

/** A text construct (RFC 4287, section 3.1). undefined if it is not text, such as an image. */
export const textOfAtom = (element: FeedElement | undefined, guess = guessText): FeedText | undefined => {
  if (element === undefined || element.isMarkup) return textIn(element)
  if (attributeOf(element, 'mode')?.toLowerCase() === 'base64') return textOfBase64(element, guess)
  return textOfType(element, element.text, guess)
}

/** Atom 0.3, section 3.1.2: base64 content is text if its type says so. */
const textOfBase64 = (element: FeedElement, guess: typeof guessText): FeedText | undefined => {
  const decoded = decodeBase64(element.text)
  return decoded === undefined ? textIn(element, guess) : textOfType(element, decoded, guess)
}

const textOfType = (element: FeedElement, text: string, guess: typeof guessText): FeedText | undefined => {
  const type = attributeOf(element, 'type')
  // Atom 0.3 used media types, and many servers escape HTML without a type.
  if (text === '') return undefined
  if (type === undefined) return guess(text)
  if (/html/i.test(type)) return { html: text }
  return /^(?:text|text\/plain)$/i.test(type) ? { plain: text } : undefined
}

const imageIn = (channel: FeedElement, name: string, base: string): string | undefined => {
  const image = childOf(channel, name)
  return absoluteUrl(image?.text, baseOf(image, base)) ?? undefined
}

const authorOf = (parent: FeedElement | undefined, base: string): FeedPerson | undefined =>
  childrenOf(parent, 'author')
    .map((person) => personIn(person, '', base))
    .find((person) => person !== undefined)

const enclosuresOf = (links: readonly FeedElement[], base: string): FeedFile[] =>
  links
    .filter((link) => relOf(link) === 'enclosure')
    .map((link) => ({
      url: hrefOf(link, base) ?? undefined,
      type: attributeOf(link, 'type'),
      alt: attributeOf(link, 'title'),
    }))

/** Content at another URL (RFC 4287, section 4.1.3.2). */
const sourceOf = (content: FeedElement | undefined): FeedFile[] => {
  const url = attributeOf(content, 'src')
  return url === undefined ? [] : [{ url, type: attributeOf(content, 'type') }]
}

const repliesOf = (links: readonly FeedElement[]): number | undefined =>
  links
    .filter((link) => relOf(link) === 'replies')
    .map((link) => numberIn(attributeOf(link, 'thr:count')))
    .find((count) => count !== undefined)
