// Any spelling of a WordPress site, or of one of its archives → one handle: `host[:port][/folder]`, with `/author/slug`,
// `/category/slug`, `/tag/slug`, `/?author=id` or `/?cat=id` behind it, and `http://` before it only where that was written.
// What lists other posts (a day, a search) is none. Pure; whether it may be fetched is the egress's business.

import { type Archive, archiveIn, archiveOf, isSpecial } from './archives.ts'

const WEB_SCHEME = /^https?:\/\//i
const LONGEST = 1024

/** First segments of what is inside every WordPress: a path before them is the site's folder, they and the rest go. */
const INSIDE = new Set([
  ...['wp-admin', 'wp-login.php', 'wp-json', 'wp-content', 'wp-includes', 'wp-cron.php', 'wp-sitemap.xml'],
  ...['xmlrpc.php', 'page', 'feed', 'comments'],
])

/** The account of a site as a whole in the fediverse, where its owner gave it no other name. */
const FEDIVERSE = /^(?:acct:)?@?(?<host>[^@/\s]+)@\k<host>$/i
/** What wordpress.com shows the owner of a site: the site is the last part of the path, with `::` before a folder. */
const DASHBOARD =
  /^(?:https?:\/\/)?(?:www\.)?wordpress\.com\/(?:[\w-]+\/)+(?<site>[\w-]+(?:\.[\w-]+)+(?:::[\w~.-]+)*)(?:\/\d+)?\/?(?:[?#].*)?$/i

/** The handle, or undefined when the input is no address of a site. */
export const canonicalizeSite = (input: string): string | undefined => {
  const written = siteIn(input.trim())
  if (written === '' || /[\s\p{Cc}\\<>"@]/u.test(written)) return undefined
  const isWeb = WEB_SCHEME.test(written)
  if (!isWeb && /^(?:[a-z][a-z0-9+.-]*:(?!\d)|[/?#.])/i.test(written)) return undefined
  const url = URL.parse(isWeb ? written : `https://${written}`)
  if (url === null || url.username !== '' || url.password !== '' || url.hostname.startsWith('.')) return undefined
  const isNamed = url.hostname.includes('.')
  if (!isWeb && !isNamed) return undefined
  // "1.5" and "0x7f.1" are numbers to the parser, and no host that anybody means.
  if (/^[\d.]+$/.test(url.hostname) && !written.includes(url.hostname)) return undefined
  const place = placeOf(url)
  if (place === undefined) return undefined
  const scheme = url.protocol === 'https:' && isNamed ? '' : `${url.protocol}//`
  const handle = `${scheme}${url.host}${place}`
  // What wordpress.com hosts has a name of its own and no folder.
  const isPageOfHosted = HOSTED.test(url.hostname) && siteOf(handle).folder !== ''
  return handle.length > LONGEST || isPageOfHosted ? undefined : handle
}

/** The site that another address names; any other text as it is. */
const siteIn = (text: string): string =>
  (DASHBOARD.exec(text)?.groups?.site?.replaceAll('::', '/') ?? text).replace(FEDIVERSE, '$<host>')

const HOSTED = /\.wordpress\.com$/

/** The folder and the archive; undefined where neither the site nor an archive is meant. */
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
  /** Without a slash at the end. */
  readonly base: string
  /** The path of the base; empty at the root. */
  readonly folder: string
  readonly archive: Archive | undefined
  /** The name by which wordpress.com's own API knows the site, where it is hosted there. */
  readonly hosted: string | undefined
}

/** What a handle names. */
export const siteOf = (handle: string): Site => {
  const { site, archive } = archiveIn(handle)
  const base = WEB_SCHEME.test(site) ? site : `https://${site}`
  const { hostname, pathname } = new URL(base)
  const folder = pathname.replace(/\/$/, '')
  return { base, folder, archive, hosted: HOSTED.test(hostname) ? hostname : undefined }
}
