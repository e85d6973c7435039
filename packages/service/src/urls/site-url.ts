// The URL of a page at a platform's site, as people paste it, taken apart. Reads text only.

export type SiteUrl = {
  readonly host: string
  /** Without slashes at the end and doubled ones; empty at the front page. `@` and `:` are written out. */
  readonly path: string
  readonly query: URLSearchParams
  /** What is behind `#`. */
  readonly fragment: string
}

/** Any name of two labels or more. */
const ANY_HOST = /^[^.]+\./

/** Marks that nobody sees, as a browser encodes them into the path of a URL that was pasted with them. */
const ENCODED_MARKS =
  /%(?:C2%AD|D8%9C|E1%A0%8E|E2%80%8[BEF]|E2%80%A[A-E]|E2%81%A[0-9]|EF%BB%BF)|(?:%20|%C2%A0|%E2%80%8[CD])$/gi

/** With or without its scheme. Undefined where the host is none of the site, and where there is a port, a user name or a
 * password. */
export const readSiteUrl = (text: string, site: RegExp = ANY_HOST): SiteUrl | undefined => {
  if (/[\s\\]/.test(text)) return undefined
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`)
  if (url === null || url.port !== '' || url.username !== '' || url.password !== '') return undefined
  const host = url.hostname.replace(/\.$/, '')
  if (!site.test(host)) return undefined
  return { host, path: cleanPath(url.pathname), query: url.searchParams, fragment: url.hash.slice(1) }
}

/** The named groups of the first pattern that a text fits. */
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

/** A path whose names stand without the `@` that people put before them. */
export const withoutAt = (path: string): string => path.replaceAll('/@', '/')

/** Undefined where the escapes are none of UTF-8. */
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
