// What the elements of feeds may hold, so that an end tag that is missing ends where its author meant it to.

import { isFieldPrefix } from './feed-namespaces.ts'

/** Texts that may hold markup as elements; the longer ones are the text of the post. */
const BODIES = new Set([
  ...['description', 'content', 'summary', 'body', 'xhtml:body', 'content:encoded', 'atom:content', 'atom:summary'],
  ...['media:description', 'itunes:summary', 'dc:description'],
])
const TITLES = new Set(['title', 'subtitle', 'tagline', 'atom:title', 'media:title', 'dc:title', 'itunes:title'])

/** Fields of feeds that are no elements of HTML: where one begins, the text before it has ended. */
const FIELDS = new Set([
  ...['author', 'category', 'comments', 'content', 'contributor', 'copyright', 'created', 'description', 'docs'],
  ...['email', 'enclosure', 'generator', 'guid', 'id', 'issued', 'language', 'lastbuilddate', 'managingeditor'],
  ...['modified', 'name', 'pubdate', 'published', 'rights', 'subtitle', 'tagline', 'ttl', 'updated', 'uri', 'url'],
  'webmaster',
])
/** Fields that HTML has too: they end a text, unless it is one with markup in it. */
const HTML_FIELDS = new Set(['image', 'link', 'source', 'summary', 'title'])

/** What elements that hold others hold; what else is found in one that was never closed stood behind it. */
const HELD = new Map<string, RegExp>([
  ['author', /^(?:name|uri|url|email)$/],
  ['contributor', /^(?:name|uri|url|email)$/],
  ['atom:author', /^atom:(?:name|uri|url|email)$/],
  ['image', /^(?:url|title|link|width|height)$/],
  ['media:group', /^media:/],
  ['media:content', /^media:(?!content|group)/],
  ['media:community', /^media:(?:starrating|statistics|tags)$/],
])
/** Elements that hold others and never a text. */
const STRUCTURES = new Set(['media:group', 'media:content', 'media:community', 'atom:author', 'contributor'])

export const holdsMarkup = (name: string): boolean => BODIES.has(name) || TITLES.has(name)
export const holdsText = (name: string): boolean => !STRUCTURES.has(name)
export const isHeldBy = (parent: string, child: string): boolean => HELD.get(parent)?.test(child) ?? false
/** Whether elements like it stand in elements like it, as few do. */
export const holdsOthers = (name: string): boolean => HELD.has(name)

/** An element that begins inside a text. */
export type Beginning = {
  readonly name: string
  /** Whether the document says what its prefix stands for. */
  readonly isDeclared: boolean
}

/** Whether an element ends the text that it begins in; `hasMarkup` says whether other elements stood in the text before. */
export const endsText = (text: string, { name, isDeclared }: Beginning, hasMarkup: boolean): boolean => {
  const isInMarkup = hasMarkup && BODIES.has(text)
  const colon = name.indexOf(':')
  if (colon === -1) return FIELDS.has(name) || (HTML_FIELDS.has(name) && !isInMarkup)
  const prefix = name.slice(0, colon)
  return isFieldPrefix(prefix) || (isDeclared && prefix !== 'xhtml' && !isInMarkup)
}
