// Any spelling of a WordPress site, or of one of its archives → one handle: `host[:port][/folder]`, followed by `/author/slug`,
// `/category/slug`, `/tag/slug`, `/?author=id`, `/?cat=id`, `/search/words`, `/type/name` or `/taxonomy/name/slug`, and preceded by `http://` only when that was written. Other lists (a day)
// have no handle. Pure; egress decides whether the site may be fetched.

import { type Archive, archiveIn, archiveOf, isSpecial } from './archives.ts'
import { type List, listOf } from './lists.ts'

const WEB_SCHEME = /^https?:\/\//i
const MAX_LENGTH = 1024

/** First segments inside every WordPress site: the path before them is the site's folder, the rest is dropped. */
const INSIDE = new Set([
  ...['wp-admin', 'wp-login.php', 'wp-json', 'wp-content', 'wp-includes', 'wp-cron.php', 'wp-sitemap.xml'],
  ...['xmlrpc.php', 'page', 'feed', 'comments'],
])

/** The fediverse account of a whole site, which is named after its host unless the owner renamed it. */
const FEDIVERSE = /^(?:acct:)?@?(?<host>[^@/\s]+)@\k<host>$/i
/** Pages of the owner's dashboard: the site is the last segment, with `::` in place of slashes. */
const DASHBOARD =
  /^(?:https?:\/\/)?(?:www\.)?wordpress\.com\/(?:[\w-]+\/)+(?<site>[\w-]+(?:\.[\w-]+)+(?:::[\w~.-]+)*)(?:\/\d+)?\/?(?:[?#].*)?$/i

/** undefined when the input is no site. */
export const canonicalizeSite = (input: string): string | undefined => {
  const trimmed = siteIn(input.trim())
  if (trimmed === '' || /[\s\p{Cc}\\<>"@]/u.test(trimmed)) return undefined
  const isWeb = WEB_SCHEME.test(trimmed)
  if (!isWeb && /^(?:[a-z][a-z0-9+.-]*:(?!\d)|[/?#.])/i.test(trimmed)) return undefined
  const url = URL.parse(isWeb ? trimmed : `https://${trimmed}`)
  if (url === null || url.username !== '' || url.password !== '' || url.hostname.startsWith('.')) return undefined
  const isNamed = url.hostname.includes('.')
  if (!isWeb && !isNamed) return undefined
  // The URL parser reads "1.5" and "0x7f.1" as IPv4 addresses, which a user does not mean.
  if (/^[\d.]+$/.test(url.hostname) && !trimmed.includes(url.hostname)) return undefined
  const place = placeOf(url)
  if (place === undefined) return undefined
  const scheme = url.protocol === 'https:' && isNamed ? '' : `${url.protocol}//`
  const handle = `${scheme}${url.host}${place}`
  // A site hosted at wordpress.com has its own host name and no folder.
  const isPageOfHosted = HOSTED.test(url.hostname) && siteOf(handle).folder !== ''
  return handle.length > MAX_LENGTH || isPageOfHosted ? undefined : handle
}

/** The site that a dashboard URL or a fediverse account names; any other text unchanged. */
const siteIn = (text: string): string =>
  (DASHBOARD.exec(text)?.groups?.site?.replaceAll('::', '/') ?? text).replace(FEDIVERSE, '$<host>')

const HOSTED = /\.wordpress\.com$/

/** The folder and the archive; undefined for a list that cannot be scanned. */
const placeOf = ({ pathname, searchParams }: URL): string | undefined => {
  const segments = pathname.split('/').filter((segment) => segment !== '' && segment !== 'index.php')
  const inside = segments.findIndex((segment, index) => INSIDE.has(segment) || isSpecial(segments, index))
  const folder = joined(inside === -1 ? segments : segments.slice(0, inside))
  const archive = archiveOf(inside === -1 ? [] : segments.slice(inside), searchParams)
  if (archive === 'other') return undefined
  return archive === undefined ? folder : folder + archive
}

const joined = (segments: readonly string[]): string => segments.map((segment) => `/${segment}`).join('')

export type Site = {
  /** Without a trailing slash. */
  readonly base: string
  /** The path of the base; empty at the root. */
  readonly folder: string
  readonly archive: Archive | undefined
  readonly list: List | undefined
  /** The name of a hosted site in wordpress.com's own API. */
  readonly hosted: string | undefined
}

type PlaceIn = Pick<Site, 'archive' | 'list'> & { readonly site: string }

/** What begins first in the handle: a category may have the name of a list, and a term that of a category. */
export const placeIn = (handle: string): PlaceIn => {
  const [archived, listed] = [archiveIn(handle), listOf(handle)]
  const isList = listed !== undefined && (archived.archive === undefined || listed.site.length < archived.site.length)
  return isList ? { ...listed, archive: undefined } : { ...archived, list: undefined }
}

/** The site of a handle. */
export const siteOf = (handle: string): Site => {
  const { site, archive, list } = placeIn(handle)
  const base = WEB_SCHEME.test(site) ? site : `https://${site}`
  const { hostname, pathname } = new URL(base)
  const folder = pathname.replace(/\/$/, '')
  return { base, folder, archive, list, hosted: HOSTED.test(hostname) ? hostname : undefined }
}
