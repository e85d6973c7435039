// The target of Tumblr's own redirects, which it puts before external links.

import { absoluteUrl } from '../../post/absolute-url.ts'

/** An absolute http(s) URL, or null. */
export const unwrapUrl = (value: unknown): string | null => {
  const url = absoluteUrl(value)
  if (url === null) return null
  const { host, pathname, search, searchParams } = new URL(url)
  if (host === 't.umblr.com' && pathname === '/redirect') return absoluteUrl(searchParams.get('z')) ?? url
  if (host === 'href.li' && search.startsWith('?http')) return absoluteUrl(search.slice(1)) ?? url
  return url
}
