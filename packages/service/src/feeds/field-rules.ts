// Which elements a feed's elements may contain, so that an element without an end tag ends where its author meant it to.

import { isFieldPrefix } from './feed-namespaces.ts'

/** Elements with text that may contain unescaped markup; these are the long texts. */
const BODIES = new Set([
  ...['description', 'content', 'summary', 'body', 'xhtml:body', 'content:encoded', 'atom:content', 'atom:summary'],
  ...['media:description', 'itunes:summary', 'dc:description'],
])
const TITLES = new Set(['title', 'subtitle', 'tagline', 'atom:title', 'media:title', 'dc:title', 'itunes:title'])

/** Fields of feeds that are no HTML elements. Such a field ends the text before it. */
const FIELDS = new Set([
  ...['author', 'category', 'comments', 'content', 'contributor', 'copyright', 'created', 'description', 'docs'],
  ...['email', 'enclosure', 'generator', 'guid', 'id', 'issued', 'language', 'lastbuilddate', 'managingeditor'],
  ...['modified', 'name', 'pubdate', 'published', 'rights', 'subtitle', 'tagline', 'ttl', 'updated', 'uri', 'url'],
  'webmaster',
])
/** Fields that are HTML elements, too. They end a text, unless it contains markup. */
const HTML_FIELDS = new Set(['image', 'link', 'source', 'summary', 'title'])

/** The children of container elements. Any other element in an unclosed container belongs after it. */
const CHILDREN = new Map<string, RegExp>([
  ['author', /^(?:name|uri|url|email)$/],
  ['contributor', /^(?:name|uri|url|email)$/],
  ['atom:author', /^atom:(?:name|uri|url|email)$/],
  ['image', /^(?:url|title|link|width|height)$/],
  ['media:group', /^media:/],
  ['media:content', /^media:(?!content|group)/],
  ['media:community', /^media:(?:starrating|statistics|tags)$/],
])
/** Containers that never contain a text. */
const STRUCTURES = new Set(['media:group', 'media:content', 'media:community', 'atom:author', 'contributor'])

export const mayContainMarkup = (name: string): boolean => BODIES.has(name) || TITLES.has(name)
export const mayContainText = (name: string): boolean => !STRUCTURES.has(name)
export const isChildOf = (parent: string, child: string): boolean => CHILDREN.get(parent)?.test(child) ?? false
/** Whether elements of this name may be nested in each other. */
export const mayNest = (name: string): boolean => CHILDREN.has(name)

/** An element that starts inside a text. */
export type Beginning = {
  readonly name: string
  /** Whether the document declares the prefix. */
  readonly isDeclared: boolean
}

/** Whether an element ends the text that it starts in. `hasMarkup`: whether other elements came before it in the text. */
export const endsText = (text: string, { name, isDeclared }: Beginning, hasMarkup: boolean): boolean => {
  const isInMarkup = hasMarkup && BODIES.has(text)
  const colon = name.indexOf(':')
  if (colon === -1) return FIELDS.has(name) || (HTML_FIELDS.has(name) && !isInMarkup)
  const prefix = name.slice(0, colon)
  return isFieldPrefix(prefix) || (isDeclared && prefix !== 'xhtml' && !isInMarkup)
}
