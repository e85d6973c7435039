// Converts an entry of a channel's feed to the post that the API would return, as far as the feed has the data.

import { buildMedia, buildProfile } from '../../post/build-post.ts'
import { hashtagsOf } from '../../post/describe-text.ts'
import type { PlatformPost, PlatformProfile } from '../../post/post.ts'
import { uniqueTags } from '../../post/unique-tags.ts'
import { isVideoId } from './canonicalize-channel.ts'
import { playlistIdOf } from './canonicalize-playlist.ts'
import { describeHtml } from './describe-text.ts'
import { channelUrl, mapOwner } from './map-channel.ts'
import { embedUrl, playlistUrl } from './video-urls.ts'

const VIDEO = /^yt:video:(?<id>.+)$/
const CHANNEL = /^yt:channel:/
const CHANNEL_PAGE = /\/channel\/(?<id>UC[\w-]{22})$/

/** Whether YouTube shows the video as a Short. In a feed, only the URL says so. */
export const isShort = ({ url }: PlatformPost): boolean => url?.includes('/shorts/') === true

/** The post with the API's id; null when the entry is no video. */
export const mapFeedVideo = (post: PlatformPost): PlatformPost | null => {
  const id = VIDEO.exec(post.id)?.groups?.id
  if (!isVideoId(id)) return null
  const { title, text, author, media } = post
  return {
    ...post,
    id,
    kind: 'video',
    html: describeHtml(text),
    tags: uniqueTags([...post.tags, ...hashtagsOf(title), ...hashtagsOf(text)]),
    author: mapOwner(CHANNEL_PAGE.exec(author?.url ?? '')?.groups?.id, author?.displayName),
    // The size and the URL of the medium in the feed are those of a Flash player.
    media: [
      buildMedia({
        type: 'video',
        previewUrl: media.find(({ previewUrl }) => previewUrl !== null)?.previewUrl ?? null,
        embedUrl: embedUrl(id),
      }),
    ],
    link: null,
  }
}

/** The channel or playlist of a feed, by its id or handle. The title of an uploads playlist is the playlist's, not the channel's. */
export const mapFeedChannel = (feed: PlatformProfile, id: string): PlatformProfile => {
  const playlist = playlistIdOf(id)
  if (playlist !== undefined)
    return buildProfile({
      ...{ id: `collection ${playlist}`, handle: id, url: playlistUrl(playlist) },
      displayName: feed.displayName,
    })
  return buildProfile({
    id,
    handle: id,
    displayName: CHANNEL.test(feed.id ?? '') ? feed.displayName : null,
    url: channelUrl(id, null),
  })
}
