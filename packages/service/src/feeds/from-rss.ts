// RSS 0.9x, 1.0 (RDF) and 2.0, with the modules of blogs and podcasts → Feed. It does not validate.

import { absoluteUrl } from '../post/absolute-url.ts'
import { durationIn } from './duration-in.ts'
import type { Feed, FeedFile, FeedItem, FeedPerson, FeedText, ItemContent } from './feed.ts'
import {
  attributeOf,
  childOf,
  childrenOf,
  type FeedElement,
  findNamed,
  numberIn,
  saidBy,
  textOf,
  textsOf,
} from './feed-element.ts'
import { baseOf, hrefOf, linkTo, namedBy, nameIn, nextLink, personIn, relOf, textIn, timeIn } from './feed-fields.ts'
import { guessTitle, innerBase } from './feed-text.ts'
import { textOfAtom } from './from-atom.ts'
import { explicitOfMedia, filesOfMedia } from './media-rss.ts'
import { nextOfGhost } from './next-of-ghost.ts'
import type { FeedTree } from './read-feed-tree.ts'

export const fromRss = ({ format, channel, items }: FeedTree, feedUrl: string): Feed => {
  const base = baseOf(channel, feedUrl)
  const links = childrenOf(channel, 'atom:link')
  const name = nameIn(textOf(channel, 'itunes:author'))
  const siteUrl = addressIn(saidBy(channel, 'link'), base) ?? linkTo(links, 'alternate', base)
  const around = {
    channel,
    base: channel.bases.length > 0 ? base : hostOf(siteUrl, base),
    author: name === undefined ? undefined : { name },
  }
  return {
    format,
    feedUrl,
    title: textIn(saidBy(channel, 'title', 'itunes:title', 'atom:title', 'dc:title'), guessTitle),
    description: textIn(saidBy(channel, 'description', 'itunes:summary', 'itunes:subtitle', 'dc:description')),
    siteUrl,
    imageUrl: imageOf(channel, base) ?? addressIn(saidBy(childOf(channel, 'image'), 'url'), base),
    language: textOf(channel, 'language', 'dc:language') ?? channel.language,
    nextUrl:
      nextLink(links, base) ??
      nextOfWordPress(channel, items.length, feedUrl) ??
      nextOfGhost(textOf(channel, 'generator'), feedUrl),
    items: items.map((item) => new RssItem(item, around)),
  }
}

/** The links of a feed on another host are relative to the site. */
const hostOf = (siteUrl: string | undefined, feedUrl: string): string =>
  siteUrl === undefined || new URL(siteUrl).host === new URL(feedUrl).host ? feedUrl : siteUrl

/** WordPress does not link to earlier posts, but each of its feeds has them at `?paged=`. */
const nextOfWordPress = (channel: FeedElement, count: number, feedUrl: string): string | undefined => {
  if (!/^https?:\/\/(?:www\.)?wordpress\.(?:org|com)\//i.test(textOf(channel, 'generator') ?? '')) return undefined
  if (count === 0) return undefined
  const url = new URL(feedUrl)
  const page = Number(url.searchParams.get('paged') ?? '1')
  if (!Number.isSafeInteger(page) || page < 1) return undefined
  url.searchParams.set('paged', String(page + 1))
  return url.href
}

/** What an item inherits from its feed. */
type Around = { readonly channel: FeedElement; readonly base: string; readonly author: FeedPerson | undefined }

/** Reads everything but its identity on demand: most items are never read. */
class RssItem implements FeedItem {
  readonly id: string | undefined
  readonly publishedAt: string | undefined
  readonly #item: FeedElement
  readonly #around: Around
  #page: ItemPage | undefined

  constructor(item: FeedElement, around: Around) {
    this.id = textOf(item, 'guid') ?? attributeOf(item, 'about') ?? textOf(item, 'atom:id', 'dc:identifier')
    this.publishedAt = timeIn(item, PUBLISHED)
    this.#item = item
    this.#around = around
  }

  get url(): string | undefined {
    return this.#readPage().url
  }

  read(): ItemContent {
    const { url, externalUrl } = this.#readPage()
    return { externalUrl, ...contentOf(this.#item, this.#around, this.#base, url) }
  }

  get #base(): string {
    return baseOf(this.#item, this.#around.base)
  }

  #readPage(): ItemPage {
    this.#page ??= pageOf(this.#item, this.#base)
    return this.#page
  }
}

const UPDATED = ['atom:updated', 'dcterms:modified', 'atom:modified']
const PUBLISHED = [
  ...['pubdate', 'dc:date', 'dcterms:issued', 'dcterms:created', 'dcterms:date'],
  ...['atom:published', 'published', 'atom:issued', 'atom:updated', 'dcterms:modified'],
]

const contentOf = (
  item: FeedElement,
  { channel, author }: Around,
  base: string,
  url: string | undefined,
): ItemContent => {
  const { body, content, summary } = bodyOf(item)
  const replyTo = childOf(item, 'thr:in-reply-to')
  const isBaseSaid = channel.bases.length + item.bases.length > 0
  return {
    title: textIn(saidBy(item, 'title', 'itunes:title', 'atom:title', 'dc:title', 'media:title'), guessTitle),
    content,
    summary,
    editedAt: timeIn(item, UPDATED),
    author: authorOf(item, base) ?? author,
    language: body?.language ?? textOf(item, 'dc:language') ?? item.language,
    tags: tagsOf(item),
    files: filesOf(item, base),
    comments: numberIn(textOf(item, 'slash:comments', 'thr:total')),
    views: numberIn(attributeOf(childOf(childOf(item, 'media:community'), 'media:statistics'), 'views')),
    replyTo: replyTo && {
      id: attributeOf(replyTo, 'ref'),
      url: absoluteUrl(attributeOf(replyTo, 'href'), baseOf(replyTo, base)) ?? undefined,
    },
    explicit: explicitIn(textOf(item, 'itunes:explicit')) ?? explicitOfMedia(item),
    // If the feed states no base, URLs are relative to the item's page.
    base: innerBase(isBaseSaid ? base : (url ?? base), ...(body?.bases ?? [])),
  }
}

type Body = {
  readonly body: FeedElement | undefined
  readonly content: FeedText | undefined
  readonly summary: FeedText | undefined
}

/** The full content if a module has it; then the description is its summary. */
const bodyOf = (item: FeedElement): Body => {
  const encoded = saidBy(item, 'content:encoded')
  const full = encoded ?? saidBy(item, 'atom:content', 'xhtml:body', 'body') ?? valueOfItems(item)
  const short =
    saidBy(item, 'description', 'itunes:summary', 'atom:summary', 'media:description', 'dc:description') ??
    saidBy(childOf(item, 'media:group'), 'media:description') ??
    saidBy(item, 'itunes:subtitle')
  const content = encoded === undefined ? textOfAtom(full) : { html: encoded.text }
  if (content === undefined) return { body: short, content: textIn(short), summary: undefined }
  return { body: full, content, summary: textIn(short) }
}

/** The text in the first form of `mod_content`, an RDF bag. */
const valueOfItems = (item: FeedElement): FeedElement | undefined => {
  const places = [['content:items'], ['bag', 'rdf:bag'], ['li', 'rdf:li'], ['content:item']]
  const holder = places.reduce<FeedElement | undefined>(
    (parent, names) => parent && findNamed(parent, names, (child) => child),
    item,
  )
  return saidBy(holder, 'value', 'rdf:value')
}

const addressIn = (element: FeedElement | undefined, base: string): string | undefined =>
  element === undefined ? undefined : (absoluteUrl(element.text, baseOf(element, base)) ?? undefined)

type ItemPage = Pick<FeedItem, 'url'> & Pick<ItemContent, 'externalUrl'>

/** FeedBurner's links go through its counter. */
const ORIGINAL = 'feedburner:origlink'

/** A link blog links elsewhere, and its own page is in a guid that is a permalink. */
const pageOf = (item: FeedElement, base: string): ItemPage => {
  const link =
    addressIn(saidBy(item, ORIGINAL), base) ??
    addressIn(saidBy(item, 'link'), base) ??
    linkTo(childrenOf(item, 'atom:link'), 'alternate', base) ??
    linkTo(childrenOf(item, 'link'), 'alternate', base)
  const guid = saidBy(item, 'guid')
  const isPermanent = attributeOf(guid, 'ispermalink')?.toLowerCase()
  const own = isPermanent === 'false' ? undefined : (absoluteUrl(guid?.text) ?? undefined)
  if (isPermanent !== 'true' || own === undefined || link === undefined) return { url: link ?? own }
  return new URL(own).host === new URL(link).host ? { url: link } : { url: own, externalUrl: link }
}

const authorOf = (item: FeedElement, base: string): FeedPerson | undefined =>
  namedBy(item, 'dc:creator') ??
  personIn(childOf(item, 'author'), '', base) ??
  namedBy(item, 'itunes:author') ??
  personIn(childOf(item, 'atom:author'), 'atom:', base)

const imageOf = (element: FeedElement, base: string): string | undefined => {
  const image = childOf(element, 'itunes:image')
  return absoluteUrl(attributeOf(image, 'href') ?? image?.text, baseOf(image, base)) ?? undefined
}

/** Careless feeds write an item's image like the channel's, or only its URL. */
const plainImageOf = (item: FeedElement, base: string): string | undefined => {
  const image = childOf(item, 'image')
  return addressIn(saidBy(image, 'url'), base) ?? absoluteUrl(attributeOf(image, 'href') ?? image?.text) ?? undefined
}

const tagsOf = (item: FeedElement): readonly string[] => [
  ...textsOf(item, 'category', 'dc:subject'),
  // Comma-separated lists.
  ...textsOf(item, 'itunes:keywords', 'media:keywords').flatMap((words) => words.split(',')),
]

const filesOf = (item: FeedElement, base: string): FeedFile[] => {
  const previewUrl = imageOf(item, base) ?? plainImageOf(item, base)
  const durationSeconds = durationIn(textOf(item, 'itunes:duration'))
  const enclosures = [
    ...childrenOf(item, 'enclosure').map((each) => ({
      // Careless feeds write the URL in `href` as in Atom, or as text.
      url: absoluteUrl(attributeOf(each, 'url') ?? hrefOrText(each), baseOf(each, base)) ?? undefined,
      type: attributeOf(each, 'type'),
    })),
    ...childrenOf(item, 'atom:link')
      .filter((link) => relOf(link) === 'enclosure')
      .map((link) => ({ url: hrefOf(link, base) ?? undefined, type: attributeOf(link, 'type') })),
  ].map((file) => ({ ...file, previewUrl, durationSeconds }))
  const picture = enclosures.length === 0 && previewUrl !== undefined ? [{ url: previewUrl, medium: 'image' }] : []
  return [...enclosures, ...filesOfMedia(item), ...picture]
}

const hrefOrText = (element: FeedElement): string => attributeOf(element, 'href') ?? element.text

const explicitIn = (text: string | undefined): boolean | undefined =>
  text === undefined ? undefined : /^(?:true|yes|explicit)$/i.test(text)
