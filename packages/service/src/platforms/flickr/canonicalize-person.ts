// Any spelling of a Flickr user → an NSID (`12345678@N00`), which never changes, or the alias of the URL.

import { readSiteUrl } from '../../urls/site-url.ts'

const NSID = /^\d{1,12}@N\d{2}$/
const ALIAS = /^[\w-]{2,60}$/
export const SITE = /^(?:(?:www|m|secure|api)\.)?flickr\.com$/
/** Pages of a user. */
const PAGES = [
  ...[
    'albums',
    'sets',
    'collections',
    'galleries',
    'groups',
    'favorites',
    'faves',
    'popular',
    'page\\d{1,6}',
    'with(?:/\\d+)?',
  ],
  ...['archives', 'map', 'stats', 'camera-roll', 'contacts', 'show', 'recent'],
].join('|')
const PATH = new RegExp(`^/(?:photos|people)/@?(?<name>[^/]+)(?:/(?:${PAGES}))?$`)
/** Path segments that are not aliases. */
const RESERVED: ReadonlySet<string> = new Set(['tags', 'upload', 'organize', 'me', 'friends', 'search', 'flickr'])
const FEED = '/services/feeds/photos_public.gne'

/** A bare word is an alias. Returns undefined when the input is not a user. */
export const canonicalizePerson = (input: string): string | undefined => {
  const text = input.trim()
  if (!text.includes('/') && !text.includes('.')) return nameOf(text.replace(/^@/, ''))
  const { path = '', query } = readSiteUrl(text, SITE) ?? {}
  const name = path === FEED ? query?.get('id') : PATH.exec(path)?.groups?.name
  return name == null ? undefined : nameOf(name)
}

/** Whether a canonical handle is an id, which needs no lookup. */
export const isNsid = (handle: string): boolean => NSID.test(handle)

/** An id or an alias, of a user or of a group. */
export const nameOf = (written: string): string | undefined => {
  const nsid = written.replace('%40', '@').replace(/@n(?=\d{2}$)/, '@N')
  if (NSID.test(nsid)) return nsid
  const alias = written.toLowerCase()
  return ALIAS.test(alias) && !RESERVED.has(alias) ? alias : undefined
}
