// Where the browser may return to after a person connected an account: a page below a site of the license, an origin of
// the operator's, or, for a test license, this machine. Anything else would be an open redirect.

import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

const MAX_CHARACTERS = 2_000
/** Control characters, every kind of space, and the backslash, which browsers take for a slash. */
const FORBIDDEN = /[\p{Cc}\p{Z}\p{Cf}\\]/u
const NOT_ASCII = /[^\x21-\x7e]+/g
/** Scheme, exactly two slashes, and an authority without user information, percent signs and escapes. */
const WRITTEN = /^https?:\/\/[\w.[\]:-]+(?:[/?]|$)/i
/** A path that leaves its folder, also when written with percent signs. */
const DOTS = /(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i
/** The same in spellings that some servers read so: escaped twice, longer than UTF-8 allows, or with parameters behind a
 * semicolon, as servers of Java cut them off. */
const HIDDEN_DOTS = /%25(?:25)*(?:2e|2f|5c)|%c0%ae|(?:^|\/)(?:\.|%2e){1,2}(?:;|%3b)/i
/** Slashes in other spellings, and two of them in a row, which some servers join. */
const ODD_SLASHES = /\/\/|%2f|%5c/i
/** Names that only a local network knows, for which nobody issues certificates (RFC 6761, RFC 6762, RFC 8375). */
const LOCAL_NAME = /\.(?:test|local|internal|home\.arpa)$/
const LOCAL_RANGES: ReadonlySet<string> = new Set(['private', 'uniqueLocal', 'linkLocal'])
/** Names that are ours in the returned query. */
const OURS = ['connection', 'connect_error', 'connect_left_out'] as const

export type ReturnRules = {
  /** The canonical sites of the license: a host, with a path if the site is in a folder. */
  readonly sites: readonly string[]
  /** `CONNECT_RETURN_ORIGINS`. */
  readonly origins: readonly string[]
  readonly mode: 'live' | 'test'
  /** Spells a URL as its site is spelled. */
  readonly canonicalSite: (text: string) => string
}

/** The URL as it was written, for a header: only what is not ASCII is escaped, as browsers do. undefined if the license
 * may not return there. */
export const readReturnTo = (text: string, rules: ReturnRules): string | undefined => {
  if (text.length > MAX_CHARACTERS || !text.isWellFormed() || FORBIDDEN.test(text)) return undefined
  if (!WRITTEN.test(text) || text.includes('#')) return undefined
  const url = URL.parse(text)
  if (url?.username !== '' || url.password !== '' || url.hostname === '') return undefined
  // Two parsers that disagree: `http://0x7f.1`, `http://127.1`, full-width letters, a trailing dot.
  if (hostOf(text) !== url.host.toLowerCase() || url.hostname.endsWith('.')) return undefined
  const path = pathOf(text)
  if (DOTS.test(path) || ODD_SLASHES.test(path)) return undefined
  if (OURS.some((name) => url.searchParams.has(name))) return undefined
  return isAllowed(url, rules) ? text.replace(NOT_ASCII, encodeURIComponent) : undefined
}

/** As written, without a default port. */
const hostOf = (text: string): string => {
  const [, scheme = '', authority = ''] = /^(https?):\/\/([^/?]+)/i.exec(text) ?? []
  const defaultPort = scheme.toLowerCase() === 'https' ? ':443' : ':80'
  const host = authority.toLowerCase()
  return host.endsWith(defaultPort) ? host.slice(0, -defaultPort.length) : host
}

const pathOf = (text: string): string => /^https?:\/\/[^/?]+([^?]*)/i.exec(text)?.[1] ?? ''

const isAllowed = (url: URL, { sites, origins, mode, canonicalSite }: ReturnRules): boolean => {
  if (isLoopback(url)) return mode === 'test' || origins.includes(url.origin)
  if (origins.includes(url.origin)) return true
  // A site is stored without its scheme. Over plain HTTP, anybody on the way would read the client's nonce.
  if (url.protocol !== 'https:' && !isLocal(url)) return false
  return sites.some((site) => isBelow(url, site, canonicalSite))
}

/** Whether the URL's site is this one, or its path is inside of the site's folder. */
const isBelow = (url: URL, site: string, canonicalSite: (text: string) => string): boolean => {
  const host = canonicalSite(url.origin)
  // A site has no port where its scheme's own is meant, and `:80` is dropped from any scheme.
  if (host.endsWith(`:${url.port}`) !== (url.port !== '')) return false
  if (!/[.:]/.test(host) || !(site === host || site.startsWith(`${host}/`))) return false
  const folder = site.slice(host.length)
  if (folder !== '' && HIDDEN_DOTS.test(url.pathname)) return false
  const path = canonicalSite(url.origin + url.pathname).slice(host.length)
  return path === folder || path.startsWith(`${folder}/`)
}

const bareHost = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1')

const isLocal = (url: URL): boolean => {
  const name = bareHost(url)
  return isIP(name) === 0 ? LOCAL_NAME.test(name) : LOCAL_RANGES.has(ipaddr.process(name).range())
}

const isLoopback = (url: URL): boolean => {
  const name = bareHost(url)
  if (isIP(name) !== 0) return ipaddr.process(name).range() === 'loopback'
  return name === 'localhost' || name.endsWith('.localhost')
}

/** The address to return to, with the result at the end of its query. Clients compare the rest with what they sent. */
export const withResult = (
  returnTo: string,
  result: { readonly connection: string; readonly connect_left_out?: string } | { readonly connect_error: string },
): string => {
  const separator = !returnTo.includes('?') ? '?' : /[?&]$/.test(returnTo) ? '' : '&'
  return `${returnTo}${separator}${new URLSearchParams(result)}`
}
