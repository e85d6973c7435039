// URLs in platforms' responses → absolute http(s) URLs, or null. It never lets another scheme through.

/** Characters of a URL. */
const LONGEST = 2048

/** For a URL that was built from valid parts: null if it is too long. */
export const boundUrl = (url: string | null | undefined): string | null =>
  url === undefined || url === null || url.length > LONGEST ? null : url

/** Matches most URLs as they are usually written, which a parser would return unchanged (https://url.spec.whatwg.org/):
 * a lower-case host that is not a number and has no Punycode, no port, no path segment that may be `.` or `..`, and no
 * character that is escaped after the host. A parser takes four times as long. */
const AS_PARSED =
  /^https?:\/\/(?:(?!xn--)[a-z\d-]+\.)+[a-z]{2,}(?:\/(?!\.|%2[eE])[\w\-.~!$&'()*+,;=:@%]*)+(?:\?[\w\-.~!$&()*+,;=:@/?%]*)?$/

/** Without a base, `//host/path` is https, since all APIs are read over https (RFC 3986, section 4.2). */
const withScheme = (address: string, base: string | URL | undefined): string =>
  base === undefined && address.startsWith('//') ? `https:${address}` : address

/** Resolves the URL against `base`. null if it is invalid, not http(s), has credentials, or is longer than 2,048
 * characters. Without a base, a URL without a scheme is https, and a relative one is null. */
export const absoluteUrl = (value: unknown, base?: string | URL): string | null => {
  if (typeof value !== 'string') return null
  const address = withScheme(value.trim(), base)
  if (address === '') return null
  if (address.length <= LONGEST && AS_PARSED.test(address)) return address
  const url = URL.parse(address, base)
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null
  if (url.username !== '' || url.password !== '' || url.href.length > LONGEST) return null
  return url.href
}
