// The public feed of a channel: its newest fifteen videos, without a key. Its URL needs the channel's id.

import type { FeedReading } from '../../feeds/feed-reader.ts'
import { findChannelId } from './find-channel-id.ts'
import { isShort, mapFeedChannel, mapFeedVideo } from './map-feed-video.ts'
import { SITE } from './urls.ts'

const feedOf = (field: string, value: string): string => `${SITE}/feeds/videos.xml?${field}=${value}`
const listOf = (id: string, prefix: string): string => feedOf('playlist_id', prefix + id.slice(2))

/** The URLs to try. YouTube responds with the same 404 to a missing feed and to a temporary failure, so there is a second URL. The
 * playlists of tabs contain more of their kind, but may be missing. */
const FEED_URLS: ReadonlyMap<string, (id: string) => readonly string[]> = new Map([
  ['posts', (id: string) => [feedOf('channel_id', id), listOf(id, 'UU')]],
  ['videos', (id: string) => [listOf(id, 'UULF'), feedOf('channel_id', id)]],
  ['shorts', (id: string) => [listOf(id, 'UUSH'), feedOf('channel_id', id)]],
])

export const feed: FeedReading = {
  hasStoredTitles: true,
  known: findChannelId,
  address: (id, variant) => FEED_URLS.get(variant)?.(id),
  // A stream looks like any other video in a feed.
  wants: { shorts: isShort, videos: (post) => !isShort(post) },
  identify: (_, id) => ({ id, handle: id }),
  profile: mapFeedChannel,
  adapt: mapFeedVideo,
}
