// Addresses found in platforms' answers → absolute http(s) addresses, or null. Never lets another scheme through.

/** Characters of an address. */
const LONGEST = 2048

/** Of an address that was put together of parts which are sound; null where they make it too long. */
export const boundUrl = (url: string | null | undefined): string | null =>
  url === undefined || url === null || url.length > LONGEST ? null : url

/** Most addresses as they are mostly written, which a parser would give back as they are (https://url.spec.whatwg.org/): a
 * host of small letters that is no number and is not written in Punycode, no port, no segment of a path that may be `.` or
 * `..`, and no character that is escaped anywhere behind the host. A parser takes four times as long to find that out. */
const AS_PARSED =
  /^https?:\/\/(?:(?!xn--)[a-z\d-]+\.)+[a-z]{2,}(?:\/(?!\.|%2[eE])[\w\-.~!$&'()*+,;=:@%]*)+(?:\?[\w\-.~!$&()*+,;=:@/?%]*)?$/

/** Where a response names no page, it was read over https, and so a URL without a scheme is of https (RFC 3986, 4.2). */
const withScheme = (address: string, base: string | URL | undefined): string =>
  base === undefined && address.startsWith('//') ? `https:${address}` : address

/** The URL resolved against `base`; null when it is none, not http(s), carries credentials, or is longer than 2,048 characters.
 * Without a base, a URL without a scheme is of https, and a relative one is none. */
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
