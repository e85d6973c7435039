// Reads one document of a feed. A response that is used twice, for the account and its posts, is parsed once.

import { createWeakMetadata } from '../runtime/collections/weak-metadata.ts'
import type { Response, Send } from '../upstream/contract/call.ts'
import { isRefused, Refused } from '../upstream/contract/refusal.ts'
import type { Feed } from './feed.ts'
import { parseFeed } from './parse-feed.ts'

export const FEED_ACCEPT =
  'application/atom+xml, application/rss+xml, application/feed+json, application/xml;q=0.9, text/xml;q=0.9, application/json;q=0.8, text/html;q=0.7, */*;q=0.5'

const parsed = createWeakMetadata<Response, Feed>()

/** undefined if the response is something else. Throws Refused (`broken`) if it is a feed that cannot be read. */
export const feedOf = (response: Response): Feed | undefined => {
  const cached = parsed.get(response)
  if (cached) return cached
  const feed = parseFeed(response)
  if (feed) parsed.set(response, feed)
  return feed
}

/** The response at a URL. Throws Refused. */
export const requestForFeed = (send: Send, url: string, answers?: readonly number[]): Promise<Response> =>
  send({ url, accept: FEED_ACCEPT, revalidate: true, mayBeCut: true, ...(answers && { answers }) })

/** Statuses of a URL without a feed, rather than of an error. */
export const NO_FEED = [400, 404, 405, 406, 410, 501]

/** The feed at a URL, if there is one. Throws Refused: `broken` if something else is there. */
export const tryFeed = async (send: Send, url: string): Promise<Feed | undefined> => {
  const response = await requestForFeed(send, url, NO_FEED)
  return NO_FEED.includes(response.status) ? undefined : requireFeed(response)
}

/** The first feed at several URLs. Throws Refused with the first problem if none has one. */
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
      // Many servers respond to unknown paths with their front page, or refuse them.
      if (!isRefused(error, 'broken')) throw error
      problem ??= error
    }
  }
  if (problem) throw problem
  return undefined
}

/** The feed at a URL. Throws Refused. */
export const readFeed = async (send: Send, url: string): Promise<Feed> => requireFeed(await requestForFeed(send, url))

/** Throws Refused (`broken`). */
export const requireFeed = (response: Response): Feed => {
  const feed = feedOf(response)
  if (feed === undefined) throw new Refused('broken', { message: 'The site’s answer is not the feed it should be.' })
  return feed
}

/** The next document of a feed; undefined after the last one. Throws Refused. */
export const readFurther = async (send: Send, url: string): Promise<Feed | undefined> => {
  try {
    return feedOf(await requestForFeed(send, url))
  } catch (error) {
    if (isRefused(error, 'absent')) return undefined
    throw error
  }
}
