// Maps a video or a photo post of either API to a post. Pure. There is no file: TikTok's player plays it.

import { type JsonObject, jsonList } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { buildMedia, buildPost, countOrNull, pixelsOrNull, stringOrNull } from '../../post/build-post.ts'
import { ownTitle } from '../../post/own-title.ts'
import type { Author, PlatformPost } from '../../post/post.ts'
import { plainText } from '../../post/text.ts'
import { captionHtml, hashtagsOf, SITE } from './caption.ts'

const ID = /^\d{8,24}$/
const POST = /^https:\/\/www\.tiktok\.com\/@[\w.]*\/(?:video|photo)\/\d+$/

/** null when the video has no id. */
export const mapVideo = (video: JsonObject, author: Author | null): PlatformPost | null => {
  const id = stringOrNull(video.id)
  if (id === null || !ID.test(id)) return null
  const url = urlOf(video.share_url) ?? `${SITE}/@${author?.handle ?? ''}/video/${id}`
  // Undocumented: photo posts have `/photo/` in their URL, or a duration of 0.
  const type = url.includes('/photo/') || video.duration === 0 ? 'image' : 'video'
  const text = plainText(video.video_description)
  const title = plainText(video.title)
  return buildPost({
    id,
    url,
    kind: type,
    // Most titles are the beginning of the description, and are dropped.
    title: ownTitle(title, text),
    text,
    html: captionHtml(text),
    tags: [...hashtagsOf(title), ...hashtagsOf(text), ...jsonList(video.hashtag_names)],
    publishedAt: parseTime(video.create_time),
    author,
    media: [
      buildMedia({
        type,
        previewUrl: absoluteUrl(video.cover_image_url),
        embedUrl: `${SITE}/player/v1/${id}`,
        width: pixelsOrNull(video.width),
        height: pixelsOrNull(video.height),
        durationSeconds: type === 'image' ? null : (countOrNull(video.duration) ?? countOrNull(video.video_duration)),
      }),
    ],
    metrics: {
      likes: countOrNull(video.like_count),
      comments: countOrNull(video.comment_count),
      shares: countOrNull(video.share_count),
      views: countOrNull(video.view_count),
    },
  })
}

/** Without the query, which says where it was shared. */
const urlOf = (value: unknown): string | null => {
  const url = absoluteUrl(value)?.split(/[?#]/, 1)[0] ?? ''
  return POST.test(url) ? url : null
}
