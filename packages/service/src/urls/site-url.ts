// Parses the URL of a page at a platform's site, as people paste it. Sends no request.

export type SiteUrl = {
  readonly host: string
  /** Without trailing or doubled slashes; empty for the front page. `@` and `:` are decoded. */
  readonly path: string
  readonly query: URLSearchParams
  /** The part behind `#`. */
  readonly fragment: string
}

/** Any host with two labels or more. */
const ANY_HOST = /^[^.]+\./

/** Invisible characters that were pasted along with a URL, as a browser percent-encodes them in its path. */
const ENCODED_MARKS =
  /%(?:C2%AD|D8%9C|E1%A0%8E|E2%80%8[BEF]|E2%80%A[A-E]|E2%81%A[0-9]|EF%BB%BF)|(?:%20|%C2%A0|%E2%80%8[CD])$/gi

/** The scheme may be missing. undefined when the host is not the site's, and when there is a port, a user name or a password. */
export const readSiteUrl = (text: string, site: RegExp = ANY_HOST): SiteUrl | undefined => {
  if (/[\s\\]/.test(text)) return undefined
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`)
  if (url === null || url.port !== '' || url.username !== '' || url.password !== '') return undefined
  const host = url.hostname.replace(/\.$/, '')
  if (!site.test(host)) return undefined
  return { host, path: cleanPath(url.pathname), query: url.searchParams, fragment: url.hash.slice(1) }
}

/** The named groups of the first pattern that matches. */
export const firstGroups = (
  patterns: readonly RegExp[],
  text: string,
): Readonly<Record<string, string | undefined>> | undefined => {
  for (const pattern of patterns) {
    const groups = pattern.exec(text)?.groups
    if (groups) return groups
  }
  return undefined
}

/** Removes the `@` before names in a path. */
export const withoutAt = (path: string): string => path.replaceAll('/@', '/')

/** undefined when the escapes are not valid UTF-8. */
export const decodeText = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

const cleanPath = (path: string): string =>
  path
    .replace(ENCODED_MARKS, '')
    .replace(/%3a/gi, ':')
    .replaceAll('%40', '@')
    .replace(/\/{2,}/g, '/')
    .replace(/\/$/, '')
