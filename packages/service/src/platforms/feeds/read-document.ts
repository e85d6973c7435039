// One document of a feed, read and mapped.

import type { PlatformHttp } from '../platform.ts'
import type { Feed } from './feed.ts'
import { FEED_ACCEPT } from './find-feed.ts'
import { mapFeed } from './map-feed.ts'
import type { FeedDocument } from './page-feed.ts'
import { parseFeed } from './parse-feed.ts'
import { requireReadable } from './require-readable.ts'

export const documentOf = (feed: Feed, handle: string): FeedDocument => ({
  ...mapFeed(feed, handle),
  nextUrl: feed.nextUrl,
})

/** The document at an address, as `handle`'s; undefined when there is no feed any more, as behind a chain's end. */
export const readDocument = async (
  http: PlatformHttp,
  url: string,
  handle: string,
): Promise<FeedDocument | undefined> => {
  const answer = await http.get(url, { accept: FEED_ACCEPT })
  if (answer.status === 404 || answer.status === 410) return undefined
  const feed = parseFeed(requireReadable(answer))
  return feed && documentOf(feed, handle)
}
