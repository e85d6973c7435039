// The public feed of a channel, or of a playlist: fifteen videos, without a key. Its URL needs the id.

import type { FeedReading } from '../../feeds/feed-reader.ts'
import { playlistIdOf } from './canonicalize-playlist.ts'
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
  known: async (send, handle) => (playlistIdOf(handle) === undefined ? findChannelId(send, handle) : handle),
  address(handle, variant) {
    const playlist = playlistIdOf(handle)
    return playlist === undefined ? FEED_URLS.get(variant)?.(handle) : feedOf('playlist_id', playlist)
  },
  keepsOrder: (handle) => playlistIdOf(handle) !== undefined,
  // A stream looks like any other video in a feed.
  wants: { shorts: isShort, videos: (post) => !isShort(post) },
  identify(_, handle) {
    const playlist = playlistIdOf(handle)
    return { id: playlist === undefined ? handle : `collection ${playlist}`, handle }
  },
  profile: mapFeedChannel,
  adapt: mapFeedVideo,
}
