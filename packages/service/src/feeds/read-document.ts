// Reads one document of a feed. A response that serves both the account and its posts is parsed once.

import { createWeakMetadata } from '../runtime/collections/weak-metadata.ts'
import type { Response, Send } from '../upstream/contract/call.ts'
import { isRefused, Refused } from '../upstream/contract/refusal.ts'
import type { Feed } from './feed.ts'
import { parseFeed } from './parse-feed.ts'

export const FEED_ACCEPT =
  'application/atom+xml, application/rss+xml, application/feed+json, application/xml;q=0.9, text/xml;q=0.9, application/json;q=0.8, text/html;q=0.7, */*;q=0.5'

const parsed = createWeakMetadata<Response, Feed>()

/** undefined when the response contains no feed. Throws Refused (`broken`) when the feed cannot be parsed. */
export const feedOf = (response: Response): Feed | undefined => {
  const cached = parsed.get(response)
  if (cached) return cached
  const feed = parseFeed(response)
  if (feed) parsed.set(response, feed)
  return feed
}

/** The response for a URL. Throws Refused. */
export const requestForFeed = (send: Send, url: string, answers?: readonly number[]): Promise<Response> =>
  send({ url, accept: FEED_ACCEPT, revalidate: true, mayBeCut: true, ...(answers && { answers }) })

/** Statuses that mean that a URL has no feed, and that nothing failed. */
export const NO_FEED = [400, 404, 405, 406, 410, 501]

/** The feed at a URL, if there is one. Throws Refused: `broken` for another document. */
export const tryFeed = async (send: Send, url: string): Promise<Feed | undefined> => {
  const response = await requestForFeed(send, url, NO_FEED)
  return NO_FEED.includes(response.status) ? undefined : requireFeed(response)
}

/** The feed at the first URL that has one. Throws Refused, the first problem, when there is none. */
export const firstFeed = async (
  send: Send,
  urls: Iterable<string> | AsyncIterable<string>,
): Promise<Feed | undefined> => {
  let problem: Refused | undefined
  for await (const url of urls) {
    try {
      const feed = await tryFeed(send, url)
      if (feed) return feed
    } catch (error) {
      // Many servers respond to an unknown path with their front page, or refuse it.
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
  if (feed === undefined) throw new Refused('broken', { message: 'The site’s response is not the expected feed.' })
  return feed
}

/** The next document; undefined when it does not exist or is no feed. Throws Refused. */
export const readFurther = async (send: Send, url: string): Promise<Feed | undefined> => {
  try {
    return feedOf(await requestForFeed(send, url))
  } catch (error) {
    if (isRefused(error, 'absent')) return undefined
    throw error
  }
}
