// One document of a feed, read. An answer that is given twice, to the account and to its posts, is parsed once.

import { createWeakMetadata } from '../runtime/collections/weak-metadata.ts'
import type { Response, Send } from '../upstream/contract/call.ts'
import { isRefused, Refused } from '../upstream/contract/refusal.ts'
import type { Feed } from './feed.ts'
import { parseFeed } from './parse-feed.ts'

export const FEED_ACCEPT =
  'application/atom+xml, application/rss+xml, application/feed+json, application/xml;q=0.9, text/xml;q=0.9, application/json;q=0.8, text/html;q=0.7, */*;q=0.5'

const parsed = createWeakMetadata<Response, Feed>()

/** undefined when the answer is something else. Throws Refused (`broken`) when it is a feed that cannot be read. */
export const feedOf = (response: Response): Feed | undefined => {
  const held = parsed.get(response)
  if (held) return held
  const feed = parseFeed(response)
  if (feed) parsed.set(response, feed)
  return feed
}

/** What stands at an address. Throws Refused. */
export const requestForFeed = (send: Send, url: string, answers?: readonly number[]): Promise<Response> =>
  send({ url, accept: FEED_ACCEPT, revalidate: true, mayBeCut: true, ...(answers && { answers }) })

/** Statuses of an address at which there is simply no feed, rather than that something went wrong. */
export const NO_FEED = [400, 404, 405, 406, 410, 501]

/** The feed at an address, if there is one. Throws Refused: `broken` when something else is there. */
export const tryFeed = async (send: Send, url: string): Promise<Feed | undefined> => {
  const response = await requestForFeed(send, url, NO_FEED)
  return NO_FEED.includes(response.status) ? undefined : requireFeed(response)
}

/** That of the first of several places that has one. Throws Refused: what was wrong at one of them, when none has one. */
export const firstFeed = async (
  send: Send,
  places: Iterable<string> | AsyncIterable<string>,
): Promise<Feed | undefined> => {
  let problem: Refused | undefined
  for await (const place of places) {
    try {
      const feed = await tryFeed(send, place)
      if (feed) return feed
    } catch (error) {
      // Many servers answer an unknown path with their front page, or refuse it.
      if (!isRefused(error, 'broken')) throw error
      problem ??= error
    }
  }
  if (problem) throw problem
  return undefined
}

/** The feed at an address. Throws Refused. */
export const readFeed = async (send: Send, url: string): Promise<Feed> => requireFeed(await requestForFeed(send, url))

/** Throws Refused (`broken`). */
export const requireFeed = (response: Response): Feed => {
  const feed = feedOf(response)
  if (feed === undefined) throw new Refused('broken', { message: 'The site’s answer is not the feed it should be.' })
  return feed
}

/** The document behind another one; undefined behind a chain's end, where there is no feed any more. Throws Refused. */
export const readFurther = async (send: Send, url: string): Promise<Feed | undefined> => {
  try {
    return feedOf(await requestForFeed(send, url))
  } catch (error) {
    if (isRefused(error, 'absent')) return undefined
    throw error
  }
}
