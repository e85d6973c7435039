// HTML from elsewhere → HTML that is safe to put into a page. The allow list is what a post may look like, nothing else passes.

import sanitize from 'sanitize-html'
import { absoluteUrl } from './absolute-url.ts'
import { boundHtml, POST_LIMITS } from './bound-html.ts'
import { cutMarkup } from './cut-markup.ts'

const ALLOWED_TAGS = [
  ...['p', 'br', 'a', 'span', 'b', 'strong', 'i', 'em', 'u', 's', 'del', 'ins', 'sub', 'sup', 'small', 'mark', 'abbr'],
  ...[
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'ul',
    'ol',
    'li',
    'dl',
    'dt',
    'dd',
    'blockquote',
    'q',
    'cite',
    'pre',
    'code',
    'kbd',
  ],
  ...['hr', 'div', 'figure', 'figcaption', 'img', 'picture', 'video', 'audio', 'source', 'time', 'details', 'summary'],
  ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td', 'ruby', 'rt', 'rp', 'bdi', 'bdo', 'wbr'],
]

const ALLOWED_ATTRIBUTES = {
  '*': ['lang', 'dir', 'title'],
  a: ['href', 'rel'],
  img: ['src', 'alt', 'width', 'height', 'loading'],
  video: ['src', 'poster', 'width', 'height', 'controls'],
  audio: ['src', 'controls'],
  source: ['src', 'type'],
  time: ['datetime'],
  ol: ['start'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan', 'scope'],
}

const URL_ATTRIBUTES: ReadonlySet<string> = new Set(['href', 'src', 'poster'])
const LINK_REL = 'nofollow noopener ugc'

const KEPT_EVERYWHERE: ReadonlySet<string> = new Set(ALLOWED_ATTRIBUTES['*'])
const KEPT_BY_TAG: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(ALLOWED_ATTRIBUTES).map(([tag, names]) => [tag, new Set([...ALLOWED_ATTRIBUTES['*'], ...names])]),
)

const RULES = {
  allowedTags: ALLOWED_TAGS,
  allowedAttributes: ALLOWED_ATTRIBUTES,
  allowedSchemes: ['http', 'https'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'title', 'template'],
  nestingLimit: 64,
} as const satisfies Readonly<sanitize.IOptions>

/** Pictures without an address, as the sanitizer writes them. Taken out one by one while it writes, each would cost as much
 * as all that was written before it. */
const EMPTY_PICTURE = /<img(?: (?!src=)[a-z]+(?:="[^"]*")?)* \/>/g

/**
 * Keeps text, structure, links and media; drops scripts, styles, event handlers, forms and frames. Addresses become
 * absolute against `base`, or go; links get `rel="nofollow noopener ugc"`. null when nothing is left to see. Reads what is
 * within the limits of a post, and writes no more characters than they allow, end tags aside.
 */
export const sanitizeHtml = (html: string, base?: string | URL): string | null => {
  // Short addresses become long ones: what is beyond the limit is cut off anyway, and need not be written first.
  let urlCharacters = 0
  const toAbsolute = (value: string): string | null => {
    const url = urlCharacters > POST_LIMITS.characters ? null : absoluteUrl(value, base)
    urlCharacters += url?.length ?? 0
    return url
  }
  const clean = sanitize(boundHtml(html), {
    ...RULES,
    transformTags: { '*': (tagName, attribs) => ({ tagName, attribs: keptAttributes(tagName, attribs, toAbsolute) }) },
  })
  return cutMarkup(clean.replace(EMPTY_PICTURE, '').trim(), POST_LIMITS.characters) || null
}

const keptAttributes = (
  tag: string,
  attributes: Readonly<Record<string, string>>,
  toAbsolute: (value: string) => string | null,
) => {
  const kept: Record<string, string> = {}
  const names = KEPT_BY_TAG.get(tag) ?? KEPT_EVERYWHERE
  for (const name in attributes) {
    if (!names.has(name)) continue
    const value = attributes[name] ?? ''
    const url = URL_ATTRIBUTES.has(name) ? toAbsolute(value) : value
    if (url !== null) kept[name] = url
  }
  if (tag === 'a') kept.rel = LINK_REL
  return kept
}
