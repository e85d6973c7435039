// Any spelling of a Ghost site, or of an author or tag of one → `host[:port][/folder][/author/slug | /tag/slug]`,
// with `a,b` for any of several tags, and `a+b` for all.
// Always https, because the key is in the URL. Pure; egress decides whether the URL may be fetched.

import { hostName } from '../../parsing/host-name.ts'

const LONGEST = 512

/** The default name of a site's account in the fediverse. */
const FEDIVERSE = /^(?:acct:)?@?index@(?<host>[^@/\s]+)$/i

/** First path segments of every Ghost site. The path before them is the folder of the site; they and the rest are
 * dropped. */
const SITE_PATHS: ReadonlySet<string> = new Set([
  ...['ghost', 'rss', 'author', 'tag', 'page', 'p', 'content', 'assets', 'public', 'members', 'private', 'amp'],
  ...['r', 'email', 'unsubscribe', 'webmentions', '.well-known', '.ghost'],
  ...['robots.txt', 'sitemap.xml', 'sitemap-posts.xml', 'sitemap-pages.xml', 'sitemap-authors.xml', 'sitemap-tags.xml'],
])
const COLLECTIONS: ReadonlySet<string> = new Set(['author', 'tag'])
/** Segments behind an author or a tag in the URLs of its pages and feeds. */
const PAGES: ReadonlySet<string> = new Set(['page', 'rss', 'amp', 'edit'])
const SLUG = /^[a-z0-9_][a-z0-9_-]{0,190}$/
const SEGMENT = /^[\w~.-]+$/

/** Returns undefined when the input is not the URL of a site. */
export const canonicalizeSite = (input: string): string | undefined => {
  const written = input.trim().replace(FEDIVERSE, '$<host>')
  if (written === '' || /[\s\p{Cc}\\<>"@]/u.test(written)) return undefined
  const isWeb = /^https?:\/\//i.test(written)
  if (!isWeb && /^(?:[a-z][a-z0-9+.-]*:(?!\d)|[/?#.])/i.test(written)) return undefined
  const url = URL.parse(isWeb ? written : `https://${written}`)
  if (url === null || url.username !== '' || url.password !== '' || hostName(url.hostname) === undefined)
    return undefined
  // The port of http says nothing about the port of https.
  if (url.protocol === 'http:' && url.port !== '') return undefined
  const path = pathOf(url.pathname)
  const handle = path === undefined ? undefined : `${url.host}${path}`
  return handle === undefined || handle.length > LONGEST ? undefined : handle
}

const pathOf = (pathname: string): string | undefined => {
  const segments = pathname.split('/').filter((segment) => segment !== '')
  const at = segments.findIndex((segment, index) => SITE_PATHS.has(segment) || isDated(segments, index))
  const folder = at === -1 ? segments : segments.slice(0, at)
  if (!folder.every((segment) => SEGMENT.test(segment))) return undefined
  const [collection = '', slug = '', ...rest] = at === -1 ? [] : segments.slice(at)
  if (collection === 'p' || (at !== -1 && isDated(segments, at))) return undefined
  if (!COLLECTIONS.has(collection)) return joined(folder)
  if (rest[0] !== undefined && !PAGES.has(rest[0])) return undefined
  const written = slug.toLowerCase().replaceAll('%2c', ',').replaceAll('%2b', '+')
  const known = collection === 'tag' ? joinTags(written) : written
  return known !== undefined && (collection === 'tag' || SLUG.test(known))
    ? joined([...folder, collection, known])
    : undefined
}

const MOST_TAGS = 5

/** `a,b` (any of them) or `a+b` (all of them), sorted. */
const joinTags = (written: string): string | undefined => {
  const sign = written.includes(',') ? ',' : '+'
  const slugs = [...new Set(written.split(sign))].sort()
  return slugs.length <= MOST_TAGS && slugs.every((slug) => SLUG.test(slug)) ? slugs.join(sign) : undefined
}

/** `/2026/03/…`: a post of a site with dates in its URLs. */
const isDated = (segments: readonly string[], index: number): boolean =>
  /^(?:19|20)\d\d$/.test(segments[index] ?? '') && /^(?:0[1-9]|1[0-2])$/.test(segments[index + 1] ?? '')

const joined = (segments: readonly string[]): string => segments.map((segment) => `/${segment}`).join('')

export type Site = {
  /** Without a trailing slash. */
  readonly base: string
  readonly kind: 'site' | 'author' | 'tag'
  /** Of the author or tag, or of several tags as in the handle; empty for a site. */
  readonly slug: string
}

/** The tags of a site, if there are several. */
export const tagsOf = ({
  kind,
  slug,
}: Site): { readonly all: boolean; readonly slugs: readonly string[] } | undefined => {
  const sign = ['+', ','].find((each) => slug.includes(each))
  return kind === 'tag' && sign !== undefined ? { all: sign === '+', slugs: slug.split(sign) } : undefined
}

/** Parses a canonical handle. */
export const siteOf = (handle: string): Site => {
  const {
    site = handle,
    kind,
    slug = '',
  } = /^(?<site>.*)\/(?<kind>author|tag)\/(?<slug>[^/]+)$/.exec(handle)?.groups ?? {}
  return { base: `https://${site}`, kind: kind === 'author' || kind === 'tag' ? kind : 'site', slug }
}
