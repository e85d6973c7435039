// A media object of Instagram → the normalized form; null for what has no id. Pure. What its owner hides (likes, films under
// a license) is left out of the answer, and is unknown here: never zero.

import { type JsonObject, jsonList, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { MOST_MEDIA } from '../../post/bound-html.ts'
import { buildMedia, buildPost, countOrNull, stringOrNull } from '../../post/build-post.ts'
import { describeText, hashtagsOf } from '../../post/describe-text.ts'
import type { Author, Media, PlatformPost } from '../../post/post.ts'
import { plainText } from '../../post/text.ts'
import { uniqueMedia } from '../../post/unique-media.ts'
import { LINKS } from './map-account.ts'

export const mapMedia = (post: JsonObject, author: Author): PlatformPost | null => {
  const id = stringOrNull(post.id)
  if (id === null) return null
  const text = plainText(post.caption)
  return buildPost({
    id,
    url: absoluteUrl(post.permalink),
    text,
    html: describeText(text, LINKS),
    tags: hashtagsOf(text),
    publishedAt: parseTime(post.timestamp),
    author,
    media: filesOf(post),
    metrics: {
      likes: countOrNull(post.like_count),
      comments: countOrNull(post.comments_count),
      shares: countOrNull(post.reposts_count),
      views: countOrNull(post.view_count),
    },
  })
}

/** Of an album every picture; its own where nobody told them. */
const filesOf = (post: JsonObject): Media[] => {
  const children = jsonList(jsonObject(post.children).data).slice(0, MOST_MEDIA).map(jsonObject)
  const all = children.flatMap((child) => mapFile(child) ?? [])
  return uniqueMedia(all.length > 0 ? all : [mapFile(post) ?? []].flat())
}

/** Films whose music is licensed, and reels that may not be downloaded, have only a still. */
const mapFile = ({ media_type, media_url, thumbnail_url, alt_text }: JsonObject): Media | null => {
  const type = media_type === 'VIDEO' ? 'video' : 'image'
  const url = absoluteUrl(media_url)
  const previewUrl = absoluteUrl(thumbnail_url)
  if (url === null && previewUrl === null) return null
  return buildMedia({ type, url, previewUrl, alt: plainText(alt_text) })
}
