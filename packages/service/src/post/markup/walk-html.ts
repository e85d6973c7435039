// One pass over the HTML of a post: safe HTML, the text, the media, the tags and the links, from one parse. It takes
// linear time and reads within the limits of a post.

import { keepCompiled } from '../../parsing/keep-compiled.ts'
import type { Attributes } from '../../parsing/read-start-tag.ts'
import { absoluteUrl } from '../absolute-url.ts'
import { cutHtml, MAX_MEDIA, POST_LIMITS } from '../bound-html.ts'
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
  /** Safe to insert into a page; null if nothing visible is left. */
  readonly html: string | null
  /** The text as a reader sees it; null if there is none. */
  readonly text: string | null
  /** In order, limited to the media of one post. */
  readonly media: readonly Media[]
  /** From links that are marked as hashtags or categories. */
  readonly tags: readonly string[]
  /** URLs of links, without duplicates. */
  readonly links: readonly string[]
  /** Whether some text is hidden until a reader asks for it. */
  readonly hides: boolean
}

export type WalkOptions = {
  /** Elements to drop with their content. */
  readonly skips?: (name: string, attributes: Attributes) => boolean
  /** The page that fragment-only links refer to, if it is not the base. */
  readonly page?: string
}

/** The text is always read, the rest only if it is wanted. */
type Reading = WalkOptions & { readonly isTextOnly?: boolean }

const LINK_REL = 'nofollow noopener ugc'
const MAX_LINKS = 100
/** https://microformats.org/wiki/rel-tag, and hashtags of the fediverse. */
const TAG_REL = /(?:^|\s)tag(?:\s|$)/i
/** How programs mark hidden text: an element (Telegram), classes (Reddit, Discourse, forums, Misskey) and an attribute
 * (Matrix). */
const HIDING_ELEMENT = 'tg-spoiler'
const HIDING_CLASS =
  /(?:^|\s)(?:spoiler|spoiler[_-](?:text|blurred)|md-spoiler-text|bbc?-?spoiler|tg-spoiler|mfm-blur)(?:\s|$)/i
const HIDING_ATTRIBUTE = 'data-mx-spoiler'
const TAG_CLASS = /(?:^|\s)hashtag(?:\s|$)/

/** Characters of URLs, bases included, that are resolved for one post. More would not fit into any response. */
const MAX_RESOLVED = 8 * POST_LIMITS.characters

/** An open element. */
type Frame = {
  readonly opened: Opened | undefined
  /** Whether its content is skipped, and whether it is only left out of the text. */
  readonly isUnread: boolean
  readonly isFallback: boolean
  readonly isNoscript: boolean
  /** Where the text of a hashtag starts. */
  readonly tagFrom: number | undefined
  readonly anchor: string | undefined
}

const createResolve = (base: string | URL | undefined, page: string | undefined) => {
  const baseLength = base === undefined ? 0 : String(base).length
  let resolved = 0
  return (address: string | undefined): string | null => {
    if (address === undefined || resolved > MAX_RESOLVED) return null
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

/** URLs are made absolute against `base`, or dropped. */
export const walkHtml = (source: string, base?: string | URL, options: WalkOptions = {}): WalkedHtml =>
  source === '' ? NOTHING : walk(source, base, options)

/** The text only, as in `walkHtml`. Text without tags and references, as in most names and titles, is not parsed. */
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

  /** Created for the first media element: most HTML has none. */
  const mediaFor = ({ isMedia }: Element): MediaReader | undefined => {
    if (!isMedia) return undefined
    media ??= isTextOnly ? NO_MEDIA : createMediaReader({ html, resolve, most: MAX_MEDIA })
    return media
  }

  /** `written` has no control characters. */
  const write = (written: string, signs: Signs, isRead: boolean) => {
    if (!isTextOnly) html.text(written, signs)
    if (isRead) text.text(written, signs)
  }

  const openLink = (attributes: Attributes): Opened | undefined => {
    const href = resolve(attributes.href)
    // An anchor name, which nothing here points to. These are often left open and would swallow links.
    if (href === null) return undefined
    if (links.length < MAX_LINKS && !links.includes(href)) links.push(href)
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
