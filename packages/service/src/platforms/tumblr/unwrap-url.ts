// The address behind Tumblr's own redirects, which stand in front of links that leave it.

import { absoluteUrl } from '../../post/absolute-url.ts'

/** An absolute http(s) address, or null. */
export const unwrapUrl = (value: unknown): string | null => {
  const address = absoluteUrl(value)
  if (address === null) return null
  const { host, pathname, search, searchParams } = new URL(address)
  if (host === 't.umblr.com' && pathname === '/redirect') return absoluteUrl(searchParams.get('z')) ?? address
  if (host === 'href.li' && search.startsWith('?http')) return absoluteUrl(search.slice(1)) ?? address
  return address
}
