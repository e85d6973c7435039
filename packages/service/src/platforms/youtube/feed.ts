// The public feed of a channel: its newest fifteen videos, without a key. A feed knows channels by their ids.

import type { FeedReading } from '../../feeds/feed-reader.ts'
import { SITE } from './addresses.ts'
import { findChannelId } from './find-channel-id.ts'
import { isShort, mapFeedChannel, mapFeedVideo } from './map-feed-video.ts'

const feedOf = (field: string, value: string): string => `${SITE}/feeds/videos.xml?${field}=${value}`
const listOf = (id: string, prefix: string): string => feedOf('playlist_id', prefix + id.slice(2))

/** What is not there and what is not there at the moment look alike: the second address is another try. The lists of the
 * tabs hold more of what they are about, and may be missing. */
const ADDRESSES: ReadonlyMap<string, (id: string) => readonly string[]> = new Map([
  ['posts', (id: string) => [feedOf('channel_id', id), listOf(id, 'UU')]],
  ['videos', (id: string) => [listOf(id, 'UULF'), feedOf('channel_id', id)]],
  ['shorts', (id: string) => [listOf(id, 'UUSH'), feedOf('channel_id', id)]],
])

export const feed: FeedReading = {
  hasStoredTitles: true,
  known: findChannelId,
  address: (id, variant) => ADDRESSES.get(variant)?.(id),
  // A stream looks like any other video.
  wants: { shorts: isShort, videos: (post) => !isShort(post) },
  identify: (_, id) => ({ id, handle: id }),
  profile: mapFeedChannel,
  adapt: mapFeedVideo,
}
