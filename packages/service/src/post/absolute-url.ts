// Addresses found in platforms' answers → absolute http(s) addresses, or null. Never lets another scheme through.

/** The address resolved against `base`; null when it is none, not http(s), carries credentials, or is longer than 2,048 characters. */
export const absoluteUrl = (value: unknown, base?: string | URL): string | null => {
  if (typeof value !== 'string' || value.trim() === '') return null
  const url = URL.parse(value.trim(), base)
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null
  if (url.username !== '' || url.password !== '' || url.href.length > 2048) return null
  return url.href
}
