// The root of a site's REST API, and the URLs below it.
// https://developer.wordpress.org/rest-api/using-the-rest-api/discovery/

import { linksOf } from '../../feeds/page-links.ts'
import type { Response } from '../../upstream/contract/call.ts'
import { decodeSafely } from '../../urls/repair-url.ts'

/** As the site names it: `https://site/wp-json/`, or `https://site/?rest_route=/` without permalinks. */
export type RestRoot = string

export const API_RELATION = 'https://api.w.org/'

export const usualRoot = (base: string): RestRoot => `${base}/wp-json/`

/** wordpress.com serves the API of all sites that it hosts. */
export const hostedRoot = (hosted: string): RestRoot => `https://public-api.wordpress.com/wp/v2/sites/${hosted}/`

/** The root that a response links to, even an error page. */
export const linkedRoot = (response: Response): RestRoot | undefined =>
  linksOf(response).find(({ rel }) => rel === API_RELATION)?.url

/** Parameter → value; percent-encoded only where necessary. */
export type RestQuery = Readonly<Record<string, string | number>>

/** The URL of a route (`wp/v2/posts`) under a root of either form. */
export const restUrl = (root: RestRoot, route: string, query: RestQuery = {}): string => {
  const url = new URL(root)
  const path = isHosted(url) ? route.replace(/^wp\/v2\//, '') : route
  const plain = url.searchParams.get('rest_route')
  if (plain === null) url.pathname = `${url.pathname.replace(/\/$/, '')}/${path}`
  else url.searchParams.set('rest_route', `${plain.replace(/\/$/, '')}/${path}`)
  const parameters = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  // A comma needs no escape (RFC 3986, section 2.2), which would make lists of ids much longer.
  const added = parameters.join('&').replaceAll('%2C', ',').replaceAll('%3A', ':')
  const search = [url.search.slice(1).replaceAll('%2F', '/'), added].filter((part) => part !== '').join('&')
  return `${url.origin}${url.pathname}${search === '' ? '' : `?${search}`}`
}

const isHosted = ({ host, pathname }: URL): boolean =>
  host === 'public-api.wordpress.com' && pathname.startsWith('/wp/v2/sites/')

export type SelfRoute = {
  readonly url: string
  /** `posts`, `pages`, `users`, `categories`, or a custom type of the site. */
  readonly kind: string
  readonly id: string
}

/** The route that a page links to as its own (`…/wp/v2/posts/12`), in WordPress 5.5 and later. */
export const selfRoute = (response: Response): SelfRoute | undefined => {
  for (const { rel, type, url } of linksOf(response)) {
    if (rel !== 'alternate' || !type.startsWith('application/json')) continue
    const [, kind, id] = /\/wp\/v2\/([\w-]+)\/(\d+)\/?$/.exec(decodeSafely(url)) ?? []
    if (kind !== undefined && id !== undefined) return { url, kind, id }
  }
  return undefined
}
