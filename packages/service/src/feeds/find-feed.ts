// Finds the feed of a site: at the URL itself, in the links of its page, then at the usual paths.

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
/** What marks a link without a type as a feed: its relation or its path. */
const [ALTERNATE, FEED] = [/^alternat(?:e|ive)$/, /^(?:service\.)?(?:feed|rss|atom)$/]
const FEED_PATH = /\.(?:rss|atom|rdf)$|\/(?:feed|rss|atom|index\.rdf)(?:\.(?:xml|json))?\/?$/i
/** Paths at which sites have their feed without a link, the most likely first; requested in rounds of four. */
const USUAL_PATHS = ['feed', 'rss.xml', 'atom.xml', 'feed.xml', 'index.xml', 'rss', 'feed.json', 'blog/feed']
const ROUND = 4
const MOST_LINKED = 2
/** A page that only redirects is short. */
const [MOST_HOPS, MOST_CHARACTERS] = [5, 64 * 1024]

/** The feed at or behind a URL. Throws Refused: `absent` if there is none, and errors of the URL itself. */
export const findFeed = async (send: Send, address: string): Promise<Feed> => {
  const { page, at } = await requestForPage(send, address)
  const direct = feedOf(page)
  if (direct) return direct
  requirePage(page)
  const linked = await firstFeed(send, feedLinks(page).slice(0, MOST_LINKED)).catch(ifBroken)
  if (linked) return linked
  const usual = usualPlaces(at)
  for (let from = 0; from < usual.length; from += ROUND) {
    const guesses = usual.slice(from, from + ROUND).map((url) => tryFeed(send, url).catch(ifBroken))
    const tries = await Promise.allSettled(guesses)
    const found = tries.find((result) => result.status === 'fulfilled' && result.value !== undefined)
    if (found?.status === 'fulfilled' && found.value) return found.value
    for (const result of tries) if (result.status === 'rejected') throw result.reason
  }
  // The page may also be a challenge for browsers.
  const message = 'There is no feed at this URL, and its page links to none.'
  throw new Refused('absent', { message, evidence: 'none' })
}

/** The page at a URL, or the target of its refresh: sites that moved leave such pages, also in place of feeds. */
const requestForPage = async (send: Send, address: string, hops = 0): Promise<{ page: Response; at: string }> => {
  const page = await requestForFeed(send, address)
  const next = hops === MOST_HOPS || feedOf(page) !== undefined ? undefined : refreshOf(page)
  return next === undefined ? { page, at: address } : requestForPage(send, next, hops + 1)
}

const refreshOf = (page: Response): string | undefined => {
  const text = page.text().slice(0, MOST_CHARACTERS)
  return findRefresh({ url: page.url, header: page.headers.refresh, text })?.target.href
}

/** Content at a guessed URL that is not a feed only means that the guess was wrong. */
const ifBroken = (error: unknown): undefined => {
  if (!isRefused(error, 'broken')) throw error
}

/** The feeds that a page links to, the most likely first; feeds of comments last. */
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

/** A body with a feed's type that is not a feed is a broken response, not a page without a feed. */
const requirePage = ({ headers }: Response) => {
  const type = readMediaType(headers['content-type'])?.essence ?? ''
  if (FEED_TYPE.test(type) || JSON_TYPE.test(type) || /^application\/feed\+json/.test(type))
    throw new Refused('broken', { message: 'The URL looks like a feed but does not contain one.' })
}

const usualPlaces = (address: string): string[] => {
  const { origin, pathname } = new URL(address)
  const folder = pathname.endsWith('/') ? pathname : `${pathname}/`
  const inside = folder === '/' ? [] : [`${folder}feed`, `${folder}rss.xml`]
  return [...inside, ...USUAL_PATHS.map((path) => `/${path}`)].map((path) => origin + path)
}
