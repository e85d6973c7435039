// One walk over the HTML of a post: what is safe to put into a page, the text, the media, the tags and the links, from the
// same events of one parser. Linear in the length whatever comes in; reads what is within the limits of a post.

import { keepCompiled } from '../../parsing/keep-compiled.ts'
import type { Attributes } from '../../parsing/read-start-tag.ts'
import { absoluteUrl } from '../absolute-url.ts'
import { cutHtml, MOST_MEDIA, POST_LIMITS } from '../bound-html.ts'
import type { Media } from '../post.ts'
import { tidyText, withoutControls } from '../text.ts'
import { uniqueTags } from '../unique-tags.ts'
import { type Element, elementNamed } from './elements.ts'
import { createHtmlWriter, type Opened } from './html-writer.ts'
import { keptAttributes } from './kept-attributes.ts'
import { createMediaReader, drawnEmoji, type MediaReader } from './media-reader.ts'
import { parseHtml } from './parse-html.ts'
import { SIGNS, type Signs } from './read-references.ts'
import { createTextWriter } from './text-writer.ts'

export type WalkedHtml = {
  /** Safe to put into a page as it is; null when nothing is left to see. */
  readonly html: string | null
  /** What a person reads of it; null when there is no word. */
  readonly text: string | null
  /** In their order, at most as many as a post has. */
  readonly media: readonly Media[]
  /** Of links that say of themselves that they are hashtags or categories. */
  readonly tags: readonly string[]
  /** Where the links lead, each once. */
  readonly links: readonly string[]
  /** Whether some of its words are hidden until a reader asks for them. */
  readonly hides: boolean
}

export type WalkOptions = {
  /** Elements that are left out with all that is in them. */
  readonly skips?: (name: string, attributes: Attributes) => boolean
  /** What a fragment alone is of, where that is not the base. */
  readonly page?: string
}

/** What one reader of the walk does with it: the text is read in any case, the rest where it is wanted. */
type Reading = WalkOptions & { readonly isTextOnly?: boolean }

const LINK_REL = 'nofollow noopener ugc'
const MOST_LINKS = 100
/** https://microformats.org/wiki/rel-tag, and how the fediverse marks its hashtags. */
const TAG_REL = /(?:^|\s)tag(?:\s|$)/i
/** How programs mark words that are hidden: an element of Telegram's, classes of others (Reddit, Discourse, forums, Misskey), and
 * an attribute of Matrix's. */
const HIDING_ELEMENT = 'tg-spoiler'
const HIDING_CLASS =
  /(?:^|\s)(?:spoiler|spoiler[_-](?:text|blurred)|md-spoiler-text|bbc?-?spoiler|tg-spoiler|mfm-blur)(?:\s|$)/i
const HIDING_ATTRIBUTE = 'data-mx-spoiler'
const TAG_CLASS = /(?:^|\s)hashtag(?:\s|$)/

/** Characters of addresses, their bases included, that are resolved for one post: what comes behind fits in no answer. */
const MOST_RESOLVED = 8 * POST_LIMITS.characters

/** An element that is open. */
type Frame = {
  readonly opened: Opened | undefined
  /** Whether its content is neither written nor read, and whether it is only not read. */
  readonly isUnread: boolean
  readonly isFallback: boolean
  readonly isNoscript: boolean
  /** Where the text of a hashtag begins. */
  readonly tagFrom: number | undefined
  readonly anchor: string | undefined
}

const createResolve = (base: string | URL | undefined, page: string | undefined) => {
  const baseLength = base === undefined ? 0 : String(base).length
  let resolved = 0
  return (address: string | undefined): string | null => {
    if (address === undefined || resolved > MOST_RESOLVED) return null
    resolved += address.length + baseLength
    return absoluteUrl(address, page !== undefined && address.startsWith('#') ? page : base)
  }
}

const A = elementNamed('a')

const isHiding = (name: string, attributes: Attributes): boolean =>
  name === HIDING_ELEMENT ||
  Object.hasOwn(attributes, HIDING_ATTRIBUTE) ||
  (attributes.class !== undefined && HIDING_CLASS.test(attributes.class))

const OUTSIDE: Frame = {
  opened: undefined,
  isUnread: false,
  isFallback: false,
  isNoscript: false,
  tagFrom: undefined,
  anchor: undefined,
}

const NO_MEDIA: MediaReader = {
  found: [],
  open: (name, attributes) => drawnEmoji(name, attributes),
  openWithoutScripts: () => {},
  close: () => {},
}

const NOTHING: WalkedHtml = { html: null, text: null, media: [], tags: [], links: [], hides: false }

/** Addresses become absolute against `base`, or go. */
export const walkHtml = (source: string, base?: string | URL, options: WalkOptions = {}): WalkedHtml =>
  source === '' ? NOTHING : walk(source, base, options)

/** The text alone, as `walkHtml` gives it. Where there is no tag and no reference, as in most names and titles, there is
 * nothing to parse. */
export const walkText = (source: string): string | null => {
  if (source.includes('<') || source.includes('&')) return walk(source, undefined, { isTextOnly: true }).text
  const text = createTextWriter()
  text.text(withoutControls(cutHtml(source)), SIGNS.all)
  return tidyText(text.whole())
}

const walk = (source: string, base: string | URL | undefined, reading: Reading): WalkedHtml =>
  createWalk(source, base, reading)()

const createWalk = (
  source: string,
  base: string | URL | undefined,
  { skips, page, isTextOnly = false }: Reading,
): (() => WalkedHtml) => {
  const resolve = createResolve(base, page)
  const html = createHtmlWriter({ maxCharacters: POST_LIMITS.characters })
  const text = createTextWriter()
  let media: MediaReader | undefined
  const tags: string[] = []
  const links: string[] = []
  let hides = false
  const stack: Frame[] = []

  /** Made for the first element that it reads: most pieces of HTML hold none. */
  const mediaFor = ({ isMedia }: Element): MediaReader | undefined => {
    if (!isMedia) return undefined
    media ??= isTextOnly ? NO_MEDIA : createMediaReader({ html, resolve, most: MOST_MEDIA })
    return media
  }

  /** Without control characters. */
  const write = (written: string, signs: Signs, isRead: boolean) => {
    if (!isTextOnly) html.text(written, signs)
    if (isRead) text.text(written, signs)
  }

  const openLink = (attributes: Attributes): Opened | undefined => {
    const href = resolve(attributes.href)
    // A name for others to point at, which nothing here does. Left open, as they often are, it would swallow links.
    if (href === null) return undefined
    if (links.length < MOST_LINKS && !links.includes(href)) links.push(href)
    return html.open(A, [['href', href], ...keptAttributes(A, attributes), ['rel', LINK_REL]])
  }

  const open = (element: Element, attributes: Attributes) => {
    const { name, isVoid } = element
    const parent = stack.at(-1) ?? OUTSIDE
    if (parent.isUnread) {
      if (parent.isNoscript) mediaFor(element)?.openWithoutScripts(name, attributes)
      if (!isVoid) stack.push({ ...parent, opened: undefined, tagFrom: undefined })
      return
    }
    const drawn = mediaFor(element)?.open(name, attributes, parent.anchor)
    if (drawn !== undefined) write(withoutControls(drawn), SIGNS.all, true)
    if (isVoid) {
      if (name !== 'br' && name !== 'hr' && name !== 'wbr') return
      if (!isTextOnly) html.void(element, keptAttributes(element, attributes))
      text.open(element)
      return
    }
    hides ||= isHiding(name, attributes)
    const isUnread = element.isUnread || skips?.(name, attributes) === true
    if (!isUnread) text.open(element)
    const isTag = element === A && (TAG_REL.test(attributes.rel ?? '') || TAG_CLASS.test(attributes.class ?? ''))
    stack.push({
      opened: isUnread || isTextOnly ? undefined : openWritten(element, attributes),
      isUnread,
      isFallback: parent.isFallback || element.isPlayer,
      isNoscript: name === 'noscript',
      tagFrom: isTag ? text.mark() : undefined,
      anchor: element === A ? attributes.href : parent.anchor,
    })
  }

  const openWritten = ({ writtenAs }: Element, attributes: Attributes): Opened | undefined => {
    if (writtenAs === A) return openLink(attributes)
    return writtenAs === undefined ? undefined : html.open(writtenAs, keptAttributes(writtenAs, attributes))
  }

  const close = (element: Element) => {
    const frame = stack.pop()
    if (frame === undefined || (stack.at(-1) ?? OUTSIDE).isUnread) return
    if (frame.tagFrom !== undefined) tags.push(text.since(frame.tagFrom))
    if (frame.opened !== undefined) html.close(frame.opened)
    mediaFor(element)?.close(element.name)
    if (!frame.isUnread) text.close(element)
  }

  const readText = (characters: string, signs: Signs) => {
    const { isUnread, isFallback } = stack.at(-1) ?? OUTSIDE
    if (isUnread) return
    write((signs & SIGNS.controls) === 0 ? characters : withoutControls(characters), signs, !isFallback)
  }

  return () => {
    parseHtml(cutHtml(source), { open, close, text: readText })
    return {
      html: html.end(),
      text: tidyText(text.whole()),
      media: media?.found ?? [],
      tags: uniqueTags(tags),
      links,
      hides,
    }
  }
}

keepCompiled([
  createWalk('', undefined, {}),
  createMediaReader({
    html: createHtmlWriter({ maxCharacters: 0 }),
    resolve: createResolve(undefined, undefined),
    most: 0,
  }),
])
