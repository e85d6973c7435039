// From an address of a site to its feed: the address itself, what its page links, then the usual places.

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
/** What calls a link a feed without a type: its relation, or its path. */
const [ALTERNATE, FEED] = [/^alternat(?:e|ive)$/, /^(?:service\.)?(?:feed|rss|atom)$/]
const FEED_PATH = /\.(?:rss|atom|rdf)$|\/(?:feed|rss|atom|index\.rdf)(?:\.(?:xml|json))?\/?$/i
/** Where sites keep their feed without saying so, likeliest first; asked in rounds of four. */
const USUAL_PATHS = ['feed', 'rss.xml', 'atom.xml', 'feed.xml', 'index.xml', 'rss', 'feed.json', 'blog/feed']
const ROUND = 4
const MOST_LINKED = 2
/** Where a page only leads on, it is short. */
const [MOST_HOPS, MOST_CHARACTERS] = [5, 64 * 1024]

/** The feed at or behind an address. Throws Refused: `absent` when there is none, and what the address itself answers. */
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
  // The page may be a challenge for browsers as well.
  const message = 'There is no feed at this address, nor does its page link one.'
  throw new Refused('absent', { message, evidence: 'none' })
}

/** What stands at an address, or where its page sends visitors on: moved sites leave such pages behind, in place of feeds too. */
const requestForPage = async (send: Send, address: string, hops = 0): Promise<{ page: Response; at: string }> => {
  const page = await requestForFeed(send, address)
  const next = hops === MOST_HOPS || feedOf(page) !== undefined ? undefined : refreshOf(page)
  return next === undefined ? { page, at: address } : requestForPage(send, next, hops + 1)
}

const refreshOf = (page: Response): string | undefined => {
  const text = page.text().slice(0, MOST_CHARACTERS)
  return findRefresh({ url: page.url, header: page.headers.refresh, text })?.target.href
}

/** What is no feed at a guessed address means no more than that the guess was wrong. */
const ifBroken = (error: unknown): undefined => {
  if (!isRefused(error, 'broken')) throw error
}

/** The feeds that a page links, likeliest first: those of the comments come last. */
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

/** A body that says to be data and is not is a broken answer, not a page without a feed. */
const requirePage = ({ headers }: Response) => {
  const type = readMediaType(headers['content-type'])?.essence ?? ''
  if (FEED_TYPE.test(type) || JSON_TYPE.test(type) || /^application\/feed\+json/.test(type))
    throw new Refused('broken', { message: 'The address says to be a feed and is none.' })
}

const usualPlaces = (address: string): string[] => {
  const { origin, pathname } = new URL(address)
  const folder = pathname.endsWith('/') ? pathname : `${pathname}/`
  const inside = folder === '/' ? [] : [`${folder}feed`, `${folder}rss.xml`]
  return [...inside, ...USUAL_PATHS.map((path) => `/${path}`)].map((path) => origin + path)
}
