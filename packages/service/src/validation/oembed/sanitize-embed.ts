// Turns an oEmbed response into an embed that clients may insert into their pages. The provider's HTML is parsed and
// written again: frames and scripts only from URLs that the provider's rule allows, with our own attributes, and
// nothing else that is active.

import { absoluteUrl } from '../../post/absolute-url.ts'
import type { Element } from '../../post/markup/elements.ts'
import { escapeHtml } from '../../post/markup/escape.ts'
import { createHtmlWriter, type Opened } from '../../post/markup/html-writer.ts'
import { parseHtml } from '../../post/markup/parse-html.ts'
import { plainText } from '../../post/text.ts'
import { cleanValue, decodeEntities } from '../preview/clean-value.ts'
import { allowsFrame, allowsScript, type EmbedRule, findEmbedRule } from './embed-rules.ts'

export type EmbedType = 'photo' | 'video' | 'link' | 'rich'

export type Embed = {
  readonly type: EmbedType
  /** Safe to insert into a page; null if the response has nothing to show but the link. */
  readonly html: string | null
  /** Pixels. */
  readonly width: number | null
  readonly height: number | null
  readonly providerName: string | null
}

const TYPES: readonly string[] = ['photo', 'video', 'link', 'rich'] satisfies EmbedType[]
const MAX_HTML = 32 * 1024
const MAX_NAME = 200
const MAX_PIXELS = 10_000
const MAX_PERCENT = 100
const LINK_REL = 'nofollow noopener ugc'
const TAGS: ReadonlySet<string> = new Set([
  ...['blockquote', 'section', 'figure', 'figcaption', 'div', 'p', 'br', 'span', 'a', 'img', 'iframe', 'time'],
  ...['b', 'strong', 'i', 'em', 'small', 'cite'],
])

// The last ones are URLs that the providers' scripts insert into frames and links.
const URL_ATTRIBUTES = [
  ...['href', 'src', 'cite'],
  ...['data-href', 'data-instgrm-permalink', 'data-text-post-permalink', 'data-pin-href', 'data-pin-url'],
]

// Unknown hosts do not get their origin: otherwise a frame of the visited site itself could escape the sandbox. Known
// providers are other sites.
const SANDBOX = 'allow-scripts allow-popups allow-popups-to-escape-sandbox'
const SANDBOX_OF_KNOWN = `${SANDBOX} allow-same-origin allow-presentation`

/** https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#rules-for-parsing-dimension-values */
const DIMENSION = /^\s{0,9}(\d{1,5})(?:\.0{1,9})?(%|px)?\s{0,9}$/i

const dimension = (value: unknown): { readonly number: number; readonly isPercentage: boolean } | undefined => {
  const [, digits, unit] =
    DIMENSION.exec(typeof value === 'number' ? String(value) : typeof value === 'string' ? value : '') ?? []
  const number = Number(digits ?? 0)
  const isPercentage = unit === '%'
  return number > 0 && number <= (isPercentage ? MAX_PERCENT : MAX_PIXELS) ? { number, isPercentage } : undefined
}

const pixels = (value: unknown): number | null => {
  const found = dimension(value)
  return found && !found.isPercentage ? found.number : null
}

type Attributes = Record<string, string>
type Context = {
  readonly url: URL
  readonly rule: EmbedRule
  readonly isKnown: boolean
  readonly title: string | null
  /** The size that the response reports. */
  readonly size: { readonly width: unknown; readonly height: unknown }
}

/** The value of an attribute; a percentage is allowed, for players of flexible width. */
const length = (value: unknown): string | undefined => {
  const found = dimension(value)
  return found && `${found.number}${found.isPercentage ? '%' : ''}`
}

const sizes = (width: unknown, height: unknown): Attributes => {
  const [wide, high] = [length(width), length(height)]
  return { ...(wide !== undefined && { width: wide }), ...(high !== undefined && { height: high }) }
}

/** A length from a style, which is dropped itself. Percentages of a height depend on another one that is dropped as
 * well, so they are ignored. */
const styled = (style: string | undefined, property: 'width' | 'height'): string | undefined => {
  const pattern = property === 'width' ? WIDTH : HEIGHT
  return pattern.exec(style ?? '')?.[1]
}
const WIDTH = /(?:^|;)\s*width\s*:\s*(\d{1,5}(?:px|%))\s*(?:!important\s*)?(?:;|$)/i
const HEIGHT = /(?:^|;)\s*height\s*:\s*(\d{1,5}px)\s*(?:!important\s*)?(?:;|$)/i

/** The size of a frame: from its attributes, its style, or the response. */
const frameSizes = ({ width, height, style }: Attributes, { size }: Context): Attributes =>
  sizes(width ?? styled(style, 'width') ?? size.width, height ?? styled(style, 'height') ?? size.height)

const frameAttributes = (attributes: Attributes, context: Context): Attributes => {
  const { url, rule, isKnown, title } = context
  const src = absoluteUrl(attributes.src, url)
  if (src === null || !allowsFrame(rule, new URL(src))) return {}
  const label = plainText(attributes.title)?.slice(0, MAX_NAME).toWellFormed() ?? title ?? rule.name
  return {
    src,
    title: label,
    ...frameSizes(attributes, context),
    sandbox: isKnown ? SANDBOX_OF_KNOWN : SANDBOX,
    allow: 'fullscreen; picture-in-picture; encrypted-media',
    referrerpolicy: 'strict-origin-when-cross-origin',
    loading: 'lazy',
    ...(!isKnown && sharedSecret(attributes)),
  }
}

/** Lets WordPress's own `wp-embed.js` on the client's page set the frame's height and follow its links. */
const sharedSecret = (attributes: Attributes): Attributes => {
  const secret = attributes['data-secret'] ?? ''
  return /^[a-zA-Z0-9]{1,64}$/.test(secret) ? { class: 'wp-embedded-content', 'data-secret': secret } : {}
}

const imageAttributes = (attributes: Attributes, { url }: Context): Attributes => {
  const src = absoluteUrl(attributes.src, url)
  if (src === null) return {}
  const size = sizes(attributes.width, attributes.height)
  return { src, alt: attributes.alt ?? '', ...size, loading: 'lazy', referrerpolicy: 'no-referrer' }
}

const openTag = (tag: string, attributes: Attributes): string =>
  `<${tag}${Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
    .join('')}>`

const scriptHtml = (src: string) => `<script async src="${escapeHtml(src)}" charset="utf-8"></script>`

// An element with a class is filled by the provider's script.
const isEmpty = (html: string) =>
  !/<(?:iframe|img)\s| class="/.test(html) && html.replace(/<[^<>]*>/g, '').trim() === ''

/** The deepest element of an embed, and the most HTML written for one: every URL may have become absolute. */
const MAX_DEPTH = 32
const MAX_WRITTEN = 8 * MAX_HTML

/** Whether a name is on the list; `*` at the end matches any rest. */
const isListed = (name: string, list: readonly string[]): boolean =>
  list.some((each) => (each.endsWith('*') ? name.startsWith(each.slice(0, -1)) : name === each))

/** Attributes allowed on any element: marks for the provider's script, and language and direction. */
const markAttributes = (attributes: Attributes, { url, rule }: Context): Attributes =>
  Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]) => {
      if (name === 'class') {
        const kept = value.split(/\s+/).filter((each) => rule.classes.includes(each))
        return kept.length === 0 ? [] : [[name, kept.join(' ')]]
      }
      const isKept = name === 'lang' || name === 'dir' || isListed(name, rule.data)
      return isKept && (!URL_ATTRIBUTES.includes(name) || absoluteUrl(value, url) !== null) ? [[name, value]] : []
    }),
  )

/** Element → its attributes, written again; undefined if the element is dropped. */
type WriteAttributes = (attributes: Attributes, context: Context) => Attributes | undefined
const WRITERS: ReadonlyMap<string, WriteAttributes> = new Map<string, WriteAttributes>([
  ['iframe', (attributes, context) => withSource(frameAttributes(attributes, context))],
  ['img', (attributes, context) => withSource(imageAttributes(attributes, context))],
  [
    'a',
    (attributes, context) => {
      const href = absoluteUrl(attributes.href, context.url)
      return { ...markAttributes(attributes, context), ...(href !== null && { href }), rel: LINK_REL, target: '_blank' }
    },
  ],
  [
    'blockquote',
    (attributes, context) => {
      const cite = absoluteUrl(attributes.cite, context.url)
      return { ...markAttributes(attributes, context), ...(cite !== null && { cite }) }
    },
  ],
  [
    'div',
    (attributes, context) => ({
      ...markAttributes(attributes, context),
      ...(context.rule.name === 'Facebook' && attributes.id === 'fb-root' && { id: 'fb-root' }),
    }),
  ],
  [
    'time',
    (attributes, context) => ({
      ...markAttributes(attributes, context),
      ...(attributes.datetime !== undefined && { datetime: attributes.datetime }),
    }),
  ],
])

const withSource = (attributes: Attributes): Attributes | undefined => (attributes.src ? attributes : undefined)

const sanitizeEmbedHtml = (html: string, context: Context): string | null => {
  const { rule } = context
  const scripts = new Set<string>()
  let embedUrl: string | undefined
  // The provider's script fills elements without content.
  const writer = createHtmlWriter({ maxCharacters: MAX_WRITTEN, maxDepth: MAX_DEPTH, keepsEmpty: true })
  const open: { readonly opened: Opened | undefined; readonly isUnread: boolean }[] = []

  const openElement = (element: Element, attributes: Attributes) => {
    const { name } = element
    if (name === 'blockquote') embedUrl ??= attributes['data-embed-url']
    const isUnread = open.at(-1)?.isUnread === true
    const kept = isUnread || !TAGS.has(name) ? undefined : (WRITERS.get(name) ?? markAttributes)(attributes, context)
    if (element.isVoid) {
      if (kept !== undefined) writer.void(element, Object.entries(kept))
      return
    }
    const opened = kept === undefined ? undefined : writer.open(element, Object.entries(kept))
    open.push({ opened, isUnread: isUnread || element.isUnread })
  }

  parseHtml(html, {
    open(element, attributes) {
      const src = element.name === 'script' ? absoluteUrl(attributes.src, context.url) : null
      if (src !== null && allowsScript(rule, src)) scripts.add(src)
      openElement(element, attributes)
    },
    close() {
      const opened = open.pop()?.opened
      if (opened !== undefined) writer.close(opened)
    },
    text(text) {
      if (open.at(-1)?.isUnread !== true) writer.text(text)
    },
  })
  const body = writer.end() ?? ''
  // Mastodon's script, which may not run, would replace its quote by a frame, which is allowed.
  const frame = context.isKnown || embedUrl === undefined ? {} : frameAttributes({ src: embedUrl }, context)
  if (frame.src) return `${openTag('iframe', frame)}</iframe>`
  return isEmpty(body) ? null : body + [...scripts].map(scriptHtml).join('')
}

const photoHtml = (response: Readonly<Record<string, unknown>>, context: Context): string | null => {
  const size = { width: String(response.width ?? ''), height: String(response.height ?? '') }
  const attributes = imageAttributes({ src: String(response.url ?? ''), alt: context.title ?? '', ...size }, context)
  return attributes.src ? openTag('img', attributes) : null
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** WordPress and others write HTML where the specification has text. */
const nameOf = (value: unknown, url: URL): string | null => {
  const text = typeof value === 'string' ? cleanValue('title', decodeEntities(value), url.href) : null
  return text?.slice(0, MAX_NAME).toWellFormed() ?? null
}

/** The embed from an oEmbed response (parsed JSON) for `url`; null if the response is invalid or nothing of it may be
 * shown. */
export const sanitizeEmbed = (response: unknown, url: URL): Embed | null => {
  if (!isRecord(response) || typeof response.type !== 'string' || !TYPES.includes(response.type)) return null
  const type = response.type as EmbedType
  const { rule, isKnown } = findEmbedRule(url)
  const size = { width: response.width, height: response.height }
  const context = { url, rule, isKnown, title: nameOf(response.title, url), size }
  const untrusted = typeof response.html === 'string' && response.html.length <= MAX_HTML ? response.html : ''
  const html = sanitizeEmbedHtml(untrusted, context) ?? (type === 'photo' ? photoHtml(response, context) : null)
  if (html === null && type !== 'link') return null
  return {
    type,
    html,
    width: pixels(response.width),
    height: pixels(response.height),
    providerName: nameOf(response.provider_name, url) ?? (isKnown ? rule.name : null),
  }
}
