// From an address of a site to its feed: the address itself, what its page links, then the usual places.

import { ApiError } from '../../errors.ts'
import type { HttpAnswer, PlatformHttp } from '../platform.ts'
import type { Feed } from './feed.ts'
import { linksOf } from './page-links.ts'
import { parseFeed } from './parse-feed.ts'
import { requireReadable } from './require-readable.ts'

export const FEED_ACCEPT =
  'application/atom+xml, application/rss+xml, application/feed+json, application/xml;q=0.9, text/xml;q=0.9, application/json;q=0.8, text/html;q=0.7, */*;q=0.5'

const FEED_TYPE = /^application\/(?:rss\+xml|atom\+xml|rdf\+xml|feed\+json|xml)(?:;|$)|^text\/xml(?:;|$)/
const JSON_TYPE = /^application\/json(?:;|$)/
const COMMENTS = /comment/i
/** Where sites keep their feed without saying so, likeliest first; asked in rounds of four. */
const USUAL_PATHS = ['feed', 'rss.xml', 'atom.xml', 'feed.xml', 'index.xml', 'rss', 'feed.json', 'blog/feed']
const ROUND = 4
const MOST_LINKED = 2

/** The feed at or behind an address. Throws `profile_not_found` when there is none, and what the address itself answers. */
export const findFeed = async (http: PlatformHttp, address: string): Promise<Feed> => {
  const page = requireReadable(await http.get(address, { accept: FEED_ACCEPT }))
  const direct = parseFeed(page)
  if (direct) return direct
  requirePage(page)
  for (const url of feedLinks(page).slice(0, MOST_LINKED)) {
    const linked = await tryFeed(http, url)
    if (linked) return linked
  }
  const usual = usualPlaces(address)
  for (let from = 0; from < usual.length; from += ROUND) {
    const tries = await Promise.allSettled(usual.slice(from, from + ROUND).map((url) => tryFeed(http, url)))
    const found = tries.find((result) => result.status === 'fulfilled' && result.value !== undefined)
    if (found?.status === 'fulfilled' && found.value) return found.value
    for (const result of tries) if (result.status === 'rejected') throw result.reason
  }
  throw new ApiError('profile_not_found', { message: 'There is no feed at this address, nor does its page link one.' })
}

/** The feeds that a page links, likeliest first: those of the comments come last. */
export const feedLinks = (page: HttpAnswer): string[] => {
  const links = linksOf(page).filter(
    ({ rel, type, url }) =>
      (rel === 'alternate' && (FEED_TYPE.test(type) || (JSON_TYPE.test(type) && !/wp-json|rest_route/.test(url)))) ||
      rel === 'feed',
  )
  const rank = ({ type, title, url }: (typeof links)[number]) =>
    (COMMENTS.test(title) || COMMENTS.test(new URL(url).pathname) ? 2 : 0) + (JSON_TYPE.test(type) ? 1 : 0)
  return [...new Set(links.toSorted((one, other) => rank(one) - rank(other)).map(({ url }) => url))]
}

/** A body that says to be data and is not is a broken answer, not a page without a feed. */
const requirePage = ({ headers }: HttpAnswer) => {
  const type = headers['content-type'] ?? ''
  if (FEED_TYPE.test(type) || JSON_TYPE.test(type) || /^application\/feed\+json/.test(type))
    throw new ApiError('platform_error', { message: 'The address says to be a feed and is none.' })
}

/** Statuses that mean that there is no feed here, rather than that something went wrong. */
const ABSENT = new Set([400, 401, 403, 404, 405, 406, 410])

const tryFeed = async (http: PlatformHttp, url: string): Promise<Feed | undefined> => {
  const answer = await http.get(url, { accept: FEED_ACCEPT })
  return ABSENT.has(answer.status) ? undefined : parseFeed(requireReadable(answer))
}

const usualPlaces = (address: string): string[] => {
  const { origin, pathname } = new URL(address)
  const folder = pathname.endsWith('/') ? pathname : `${pathname}/`
  const inside = folder === '/' ? [] : [`${folder}feed`, `${folder}rss.xml`]
  return [...inside, ...USUAL_PATHS.map((path) => `/${path}`)].map((path) => origin + path)
}
