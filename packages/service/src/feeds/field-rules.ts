// What elements of feeds may contain, to place missing end tags where the author meant them.

import { isFieldPrefix } from './feed-namespaces.ts'

/** Texts that may contain markup as elements; the longer ones are the body of the post. */
const BODIES = new Set([
  ...['description', 'content', 'summary', 'body', 'xhtml:body', 'content:encoded', 'atom:content', 'atom:summary'],
  ...['media:description', 'itunes:summary', 'dc:description'],
])
const TITLES = new Set(['title', 'subtitle', 'tagline', 'atom:title', 'media:title', 'dc:title', 'itunes:title'])

/** Fields that are not HTML elements: where one starts, the text before it ends. */
const FIELDS = new Set([
  ...['author', 'category', 'comments', 'content', 'contributor', 'copyright', 'created', 'description', 'docs'],
  ...['email', 'enclosure', 'generator', 'guid', 'id', 'issued', 'language', 'lastbuilddate', 'managingeditor'],
  ...['modified', 'name', 'pubdate', 'published', 'rights', 'subtitle', 'tagline', 'ttl', 'updated', 'uri', 'url'],
  'webmaster',
])
/** Fields that are also HTML elements: they end a text, except a body with markup. */
const HTML_FIELDS = new Set(['image', 'link', 'source', 'summary', 'title'])

/** Allowed children of elements with children. Other children of an unclosed element belong after it. */
const HELD = new Map<string, RegExp>([
  ['author', /^(?:name|uri|url|email)$/],
  ['contributor', /^(?:name|uri|url|email)$/],
  ['atom:author', /^atom:(?:name|uri|url|email)$/],
  ['image', /^(?:url|title|link|width|height)$/],
  ['media:group', /^media:/],
  ['media:content', /^media:(?!content|group)/],
  ['media:community', /^media:(?:starrating|statistics|tags)$/],
])
/** Elements that have children and never text. */
const STRUCTURES = new Set(['media:group', 'media:content', 'media:community', 'atom:author', 'contributor'])

export const holdsMarkup = (name: string): boolean => BODIES.has(name) || TITLES.has(name)
export const holdsText = (name: string): boolean => !STRUCTURES.has(name)
export const isHeldBy = (parent: string, child: string): boolean => HELD.get(parent)?.test(child) ?? false
/** Whether elements of this name may be nested, which is rare. */
export const holdsOthers = (name: string): boolean => HELD.has(name)

/** An element that starts inside a text. */
export type Beginning = {
  readonly name: string
  /** Whether the document declares its prefix. */
  readonly isDeclared: boolean
}

/** Whether an element ends the text in which it starts. `hasMarkup`: the text already contains elements. */
export const endsText = (text: string, { name, isDeclared }: Beginning, hasMarkup: boolean): boolean => {
  const isInMarkup = hasMarkup && BODIES.has(text)
  const colon = name.indexOf(':')
  if (colon === -1) return FIELDS.has(name) || (HTML_FIELDS.has(name) && !isInMarkup)
  const prefix = name.slice(0, colon)
  return isFieldPrefix(prefix) || (isDeclared && prefix !== 'xhtml' && !isInMarkup)
}
