// HTML from elsewhere → HTML that is safe to put into a page. The allow list is what a post may look like, nothing else passes.

import sanitize from 'sanitize-html'
import { absoluteUrl } from './absolute-url.ts'
import { boundNesting } from './bound-nesting.ts'

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

const URL_ATTRIBUTES = ['href', 'src', 'poster']
const LINK_REL = 'nofollow noopener ugc'

/**
 * Keeps text, structure, links and media; drops scripts, styles, event handlers, forms and frames. Addresses become
 * absolute against `base`, or go; links get `rel="nofollow noopener ugc"`. null when nothing is left to see.
 */
export const sanitizeHtml = (html: string, base?: string | URL): string | null => {
  const clean = sanitize(boundNesting(html), {
    allowedTags: ALLOWED_TAGS,
    allowedAttributes: ALLOWED_ATTRIBUTES,
    allowedSchemes: ['http', 'https'],
    allowProtocolRelative: false,
    disallowedTagsMode: 'discard',
    nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'title', 'template'],
    nestingLimit: 64,
    transformTags: { '*': (tagName, attribs) => ({ tagName, attribs: withAbsoluteUrls(tagName, attribs, base) }) },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src,
  }).trim()
  return clean === '' ? null : clean
}

const withAbsoluteUrls = (tag: string, attributes: Record<string, string>, base: string | URL | undefined) => {
  const kept: Record<string, string> = {}
  for (const [name, value] of Object.entries(attributes)) {
    const url = URL_ATTRIBUTES.includes(name) ? absoluteUrl(value, base) : value
    if (url !== null) kept[name] = url
  }
  return tag === 'a' ? { ...kept, rel: LINK_REL } : kept
}
