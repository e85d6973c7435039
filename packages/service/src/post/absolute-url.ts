// Addresses found in platforms' answers → absolute http(s) addresses, or null. Never lets another scheme through.

/** Characters of an address. */
const LONGEST = 2048

/** Of an address that was put together of parts which are sound; null where they make it too long. */
export const boundUrl = (url: string | null | undefined): string | null =>
  url === undefined || url === null || url.length > LONGEST ? null : url

/** The address resolved against `base`; null when it is none, not http(s), carries credentials, or is longer than 2,048 characters. */
export const absoluteUrl = (value: unknown, base?: string | URL): string | null => {
  if (typeof value !== 'string' || value.trim() === '') return null
  const url = URL.parse(value.trim(), base)
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null
  if (url.username !== '' || url.password !== '' || url.href.length > LONGEST) return null
  return url.href
}
