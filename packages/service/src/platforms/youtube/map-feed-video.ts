// A video as the feed of a channel tells it, in the form of any feed → the post that the API would tell, as far as it goes.

import { buildMedia, buildProfile } from '../../post/build-post.ts'
import { hashtagsOf } from '../../post/describe-text.ts'
import type { PlatformPost, Profile } from '../../post/post.ts'
import { uniqueTags } from '../../post/unique-tags.ts'
import { isVideoId } from './canonicalize-channel.ts'
import { describeHtml } from './describe-text.ts'
import { channelUrl, mapOwner } from './map-channel.ts'
import { embedUrl } from './video-urls.ts'

const VIDEO = /^yt:video:(?<id>.+)$/
const CHANNEL = /^yt:channel:/
const CHANNEL_PAGE = /\/channel\/(?<id>UC[\w-]{22})$/

/** Whether YouTube shows it as a Short: a feed tells that by the address alone. */
export const isShort = ({ url }: PlatformPost): boolean => url?.includes('/shorts/') === true

/** The post under the id that the API gives it; null when the entry is none of a video. */
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
    // The size and the address that the feed tells are those of a Flash player.
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

/** The channel `id`, as its feed tells it; the feed of its list of uploads has the list's title. */
export const mapFeedChannel = (reported: Profile, id: string): Profile =>
  buildProfile({
    id,
    handle: id,
    displayName: CHANNEL.test(reported.id ?? '') ? reported.displayName : null,
    url: channelUrl(id, null),
  })
