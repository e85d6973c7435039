// Reads a feed by its URL, or by the URL of a page that links to it or is known to have one.

import type { Feed } from '../../feeds/feed.ts'
import type { FeedReading } from '../../feeds/feed-reader.ts'
import { findFeed } from '../../feeds/find-feed.ts'
import type { Send } from '../../upstream/contract/call.ts'
import { findPodcast } from './find-podcast.ts'
import { applePodcastOf, knownFeedOf } from './known-sites.ts'

const find = async (send: Send, handle: string): Promise<Feed> => {
  const podcast = applePodcastOf(handle)
  const url = podcast === undefined ? (knownFeedOf(handle) ?? handle) : await findPodcast(send, podcast)
  return findFeed(send, url)
}

export const feed: FeedReading = { find, wants: { media: ({ media }) => media.length > 0 } }
