// Finds the feed of a site's URL: at the URL itself, through the links of its page, then at common paths.

import { findRefresh } from '../parsing/find-refresh.ts'
import { readMediaType } from '../parsing/read-media-type.ts'
import type { Response, Send } from '../upstream/contract/call.ts'
import { isRefused, Refused } from '../upstream/contract/refusal.ts'
import { commentsRank } from './comments-rank.ts'
import type { Feed } from './feed.ts'
import { linksOf, type PageLink } from './page-links.ts'
import { feedOf, firstFeed, requestForFeed, tryFeed } from './read-document.ts'

const FEED_TYPE = /^(?:application|text)\/(?:(?:x-)?(?:rss|atom|rdf)(?:[+-]xml)?|feed\+json|xml)(?:;|$)/
const JSON_TYPE = /^application\/json(?:;|$)/
/** Relations and paths that mark a link as a feed without a type. */
const [ALTERNATE, FEED] = [/^alternat(?:e|ive)$/, /^(?:service\.)?(?:feed|rss|atom)$/]
const FEED_PATH = /\.(?:rss|atom|rdf)$|\/(?:feed|rss|atom|index\.rdf)(?:\.(?:xml|json))?\/?$/i
/** Common paths of feeds that are not linked, most likely first. Requested four at a time. */
const COMMON_PATHS = ['feed', 'rss.xml', 'atom.xml', 'feed.xml', 'index.xml', 'rss', 'feed.json', 'blog/feed']
const ROUND = 4
const MAX_LINKED = 2
/** Pages that only redirect are short. */
const [MAX_HOPS, MAX_CHARACTERS] = [5, 64 * 1024]

/** The feed at a URL, or of its page. Throws Refused: `absent` when there is none, and the refusal of the URL itself. */
export const findFeed = async (send: Send, url: string): Promise<Feed> => {
  const { page, at } = await requestForPage(send, url)
  const direct = feedOf(page)
  if (direct) return direct
  requirePage(page)
  const linked = await firstFeed(send, feedLinks(page).slice(0, MAX_LINKED)).catch(ifBroken)
  if (linked) return linked
  const common = commonUrls(at)
  for (let from = 0; from < common.length; from += ROUND) {
    const guesses = common.slice(from, from + ROUND).map((url) => tryFeed(send, url).catch(ifBroken))
    const tries = await Promise.allSettled(guesses)
    const found = tries.find((result) => result.status === 'fulfilled' && result.value !== undefined)
    if (found?.status === 'fulfilled' && found.value) return found.value
    for (const result of tries) if (result.status === 'rejected') throw result.reason
  }
  // The page may be a challenge for browsers.
  const message = 'No feed found at this URL, and its page does not link to one.'
  throw new Refused('absent', { message, evidence: 'none' })
}

/** The response for a URL, after HTML redirects. Sites that moved leave such pages behind, even in place of feeds. */
const requestForPage = async (send: Send, url: string, hops = 0): Promise<{ page: Response; at: string }> => {
  const page = await requestForFeed(send, url)
  const next = hops === MAX_HOPS || feedOf(page) !== undefined ? undefined : refreshOf(page)
  return next === undefined ? { page, at: url } : requestForPage(send, next, hops + 1)
}

const refreshOf = (page: Response): string | undefined => {
  const text = page.text().slice(0, MAX_CHARACTERS)
  return findRefresh({ url: page.url, header: page.headers.refresh, text })?.target.href
}

/** At a guessed URL, a body that is not a feed only means that the guess was wrong. */
const ifBroken = (error: unknown): undefined => {
  if (!isRefused(error, 'broken')) throw error
}

/** The URLs of the feeds that a page links to, most likely first; feeds of comments come last. */
export const feedLinks = (page: Response): string[] => {
  const rank = (link: PageLink) => 2 * commentsRank(link) + (JSON_TYPE.test(link.type) ? 1 : 0)
  const links = linksOf(page).filter(isFeedLink)
  return [...new Set(links.toSorted((one, other) => rank(one) - rank(other)).map(({ url }) => url))]
}

const isFeedLink = ({ rel, type, url }: PageLink): boolean => {
  if (FEED.test(rel)) return true
  if (!ALTERNATE.test(rel)) return false
  if (type === '') return FEED_PATH.test(new URL(url).pathname)
  return FEED_TYPE.test(type) || (JSON_TYPE.test(type) && !/wp-json|rest_route/.test(url))
}

/** A body whose type is that of a feed, but which contains none, is broken, not a page without a feed. */
const requirePage = ({ headers }: Response) => {
  const type = readMediaType(headers['content-type'])?.essence ?? ''
  if (FEED_TYPE.test(type) || JSON_TYPE.test(type) || /^application\/feed\+json/.test(type))
    throw new Refused('broken', { message: 'The URL looks like a feed but does not contain one.' })
}

const commonUrls = (url: string): string[] => {
  const { origin, pathname } = new URL(url)
  const folder = pathname.endsWith('/') ? pathname : `${pathname}/`
  const inside = folder === '/' ? [] : [`${folder}feed`, `${folder}rss.xml`]
  return [...inside, ...COMMON_PATHS.map((path) => `/${path}`)].map((path) => origin + path)
}
