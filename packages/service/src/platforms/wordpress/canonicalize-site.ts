// Any spelling of a WordPress site or of one of its authors → one handle: `host[:port][/folder][/author/slug]`, with
// `http://` before it only where that was written. Pure; whether it may be fetched is the egress's business.

const WEB_SCHEME = /^https?:\/\//i
const LONGEST = 1024

/** First segments of what is inside every WordPress: a path before them is the site's folder, they and the rest go. */
const INSIDE = new Set([
  ...[
    'wp-admin',
    'wp-login.php',
    'wp-json',
    'wp-content',
    'wp-includes',
    'wp-cron.php',
    'wp-sitemap.xml',
    'xmlrpc.php',
  ],
  ...['author', 'category', 'tag', 'page', 'feed', 'comments', 'search'],
])

/** The handle, or undefined when the input is no address of a site. */
export const canonicalizeSite = (input: string): string | undefined => {
  const written = input.trim()
  if (written === '' || /[\s\p{Cc}\\<>"@]/u.test(written)) return undefined
  const isWeb = WEB_SCHEME.test(written)
  if (!isWeb && /^(?:[a-z][a-z0-9+.-]*:(?!\d)|[/?#.])/i.test(written)) return undefined
  const url = URL.parse(isWeb ? written : `https://${written}`)
  if (url === null || url.username !== '' || url.password !== '') return undefined
  const isNamed = url.hostname.includes('.')
  if (!isWeb && !isNamed) return undefined
  // "1.5" and "0x7f.1" are numbers to the parser, and no host that anybody means.
  if (/^[\d.]+$/.test(url.hostname) && !written.includes(url.hostname)) return undefined
  const scheme = url.protocol === 'https:' && isNamed ? '' : `${url.protocol}//`
  const handle = `${scheme}${url.host}${pathOf(url.pathname)}`
  return handle.length > LONGEST ? undefined : handle
}

const pathOf = (pathname: string): string => {
  const segments = pathname.split('/').filter((segment) => segment !== '' && segment !== 'index.php')
  const inside = segments.findIndex((segment, index) => INSIDE.has(segment) || isDated(segments, index))
  if (inside === -1) return joined(segments)
  const folder = segments.slice(0, inside)
  const author = segments[inside] === 'author' ? segments[inside + 1] : undefined
  return joined(author === undefined ? folder : [...folder, 'author', author])
}

/** `/2026/03/…`: an archive, or a post in the usual form of addresses. */
const isDated = (segments: readonly string[], index: number): boolean =>
  /^(?:19|20)\d\d$/.test(segments[index] ?? '') && /^(?:0[1-9]|1[0-2])$/.test(segments[index + 1] ?? '')

const joined = (segments: readonly string[]): string => segments.map((segment) => `/${segment}`).join('')

export type Site = {
  /** Without a slash at the end. */
  readonly base: string
  readonly author: string | undefined
  /** The name by which wordpress.com's own API knows the site, where it is hosted there. */
  readonly hosted: string | undefined
}

/** What a handle names. */
export const siteOf = (handle: string): Site => {
  const [, site = handle, author] = /^(.*?)(?:\/author\/([^/]+))?$/.exec(handle) ?? []
  const base = WEB_SCHEME.test(site) ? site : `https://${site}`
  const { hostname } = new URL(base)
  return { base, author, hosted: hostname.endsWith('.wordpress.com') ? hostname : undefined }
}
