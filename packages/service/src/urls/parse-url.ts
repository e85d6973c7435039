// Splits a URL into the parts that patterns match, after it is repaired and unwrapped. Scheme, fragment and trailing slashes are
// ignored. A URL with a port or with credentials is never a post's.

import { postOfPlayer } from '../post/markup/players.ts'
import type { ParsedUrl } from './parsed-url.ts'
import { joinFields, splitGluedQuery, unescapeMarkup } from './repair-url.ts'
import { unwrap } from './unwrap.ts'

/** Subdomains that show the same posts in another layout. */
const ALTERNATE_SUBDOMAINS: ReadonlySet<string> = new Set([
  ...['www', 'm', 'mobile', 'touch', 'mbasic', 'lite', 'web', 'amp', 'music', 'gaming', 'old', 'new', 'np', 'beta'],
])

/** https://atproto.com/specs/at-uri-scheme: not parsed as a URL, since its authority may be a DID. */
const AT_URI = /^at:\/\/(?<authority>[^/?#]+)(?<path>(?:\/[^?#]*)?)$/

/** Wrappers nest: a login page, around a consent page, around a redirect. */
const MAX_WRAPPERS = 4

/** The host names to try, the most likely first. */
export const hostForms = (hostname: string): readonly string[] => {
  const [first = '', ...rest] = hostname.split('.')
  return rest.length >= 2 && ALTERNATE_SUBDOMAINS.has(first) ? [rest.join('.'), hostname] : [hostname]
}

const withoutEndSlashes = (path: string): string => {
  let end = path.length
  while (path[end - 1] === '/') end -= 1
  return path.slice(0, end)
}

/** Decodes what browsers show decoded, and removes the empty segments that programs leave when they join paths. */
const readPath = (path: string): string =>
  withoutEndSlashes(
    path
      .replace(/%3a/gi, ':')
      .replace(/%40/g, '@')
      .replace(/%24/g, '$')
      .replace(/\/{2,}/g, '/'),
  )

const routeOf = ({ hash, origin, pathname }: URL): URL | null => {
  const route = pathname === '/' ? /^#!?(\/.*)$/.exec(hash)?.[1] : undefined
  return route === undefined ? null : URL.parse(origin + route)
}

const readWeb = (url: URL): ParsedUrl | undefined => {
  if (!/^https?:$/.test(url.protocol) || url.port !== '' || url.username !== '' || url.password !== '') return undefined
  const route = routeOf(url)
  const { path, fields } = splitGluedQuery(url.pathname)
  const whole = readPath(path)
  const bare = readPath(path.split(/%3f|%23|%26|&/i, 1)[0] ?? '')
  return {
    scheme: 'web',
    url,
    hosts: hostForms(url.hostname),
    paths: bare === whole ? [whole] : [whole, bare],
    route: route === null ? undefined : readPath(route.pathname),
    query: joinFields(url.search, fields, route?.search ?? ''),
    played: readPlayed(url),
  }
}

const readPlayed = (player: URL): ParsedUrl | undefined => {
  const post = postOfPlayer(player)
  return post && post.href !== player.href ? parseUrl(post) : undefined
}

const readAt = (text: string): ParsedUrl | undefined => {
  const { authority, path = '' } = AT_URI.exec(text)?.groups ?? {}
  if (authority === undefined) return undefined
  return {
    scheme: 'at',
    url: null,
    hosts: [authority],
    paths: [path],
    route: undefined,
    query: new URLSearchParams(),
    played: undefined,
  }
}

/** undefined when the text is no URL, or cannot be a post's. */
export const parseUrl = (text: string | URL): ParsedUrl | undefined => {
  const at = typeof text === 'string' ? readAt(text) : undefined
  const url = at ? null : URL.parse(unescapeMarkup(String(text)))
  let parsed = at ?? (url === null ? undefined : readWeb(url))
  for (let at = 0; at < MAX_WRAPPERS && parsed; at += 1) {
    const inner: URL | undefined = unwrap(parsed)
    const next = inner && readWeb(inner)
    if (next === undefined) break
    parsed = next
  }
  return parsed
}
