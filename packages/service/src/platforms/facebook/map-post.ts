// A post of a Facebook Page → the normalized form. Pure. `updated_time` changes with comments, so it is not the time of
// an edit.

import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { buildAuthor, buildMedia, buildPost, countOrNull, stringOrNull } from '../../post/build-post.ts'
import { hashtagsOf } from '../../post/describe-text.ts'
import type { Author, Media, PlatformPost, PostReference } from '../../post/post.ts'
import { plainText } from '../../post/text.ts'
import { attachmentsOf, isOwn, mapLink, mapMedia, wordsOf } from './map-attachments.ts'
import { imageOf, SITE } from './map-page.ts'
import { messageHtml } from './message-html.ts'

/** Whether the public can see the post: not unpublished, hidden or expired. */
export const isPublic = (post: JsonObject): boolean =>
  post.is_published !== false && post.is_hidden !== true && post.is_expired !== true

/** Returns null when the post has no id or is not public. `author` defaults to what the post contains. */
export const mapPost = (post: JsonObject, author: Author | null = mapAuthor(post)): PlatformPost | null => {
  const id = stringOrNull(post.id)
  if (id === null || !isPublic(post)) return null
  const message = plainText(post.message)
  const url = absoluteUrl(post.permalink_url, SITE)
  const link = mapLink(post)
  const own = mapMedia(post)
  const media = own.length > 0 || link !== null ? own : stillOf(post)
  const text = message ?? plainText(post.story) ?? (media.length > 0 || link !== null ? null : wordsOf(post))
  return buildPost({
    id,
    url,
    text,
    html: message === null ? undefined : messageHtml(post.message, post.message_tags),
    tags: hashtagsOf(message),
    publishedAt: parseTime(post.created_time),
    author,
    media,
    link,
    metrics: {
      likes: totalOf(post.reactions),
      comments: totalOf(post.comments),
      // Facebook omits the field when there are none.
      shares: post.shares === undefined ? 0 : countOrNull(jsonObject(post.shares).count),
    },
    repostOf: mapOriginal(post),
  })
}

/** `summary.total_count` of an edge. */
export const totalOf = (edge: unknown): number | null => countOrNull(jsonObject(jsonObject(edge).summary).total_count)

const mapAuthor = (post: JsonObject): Author | null => {
  const from = jsonObject(post.from)
  const page = /^(?<page>\d+)_/.exec(String(post.id))?.groups?.page
  return mapSender({ ...from, id: stringOrNull(from.id) ?? page })
}

/** `from` of a post, a photo, a video or an album; null if Facebook omits it. */
export const mapSender = (value: unknown): Author | null => {
  const from = jsonObject(value)
  const number = stringOrNull(from.id)
  if (number === null) return null
  return buildAuthor({
    id: number,
    handle: number,
    displayName: plainText(from.name),
    url: absoluteUrl(`/${number}`, SITE),
    avatarUrl: imageOf(from),
  })
}

/** A fallback for posts whose attachments have no media. */
const stillOf = (post: JsonObject): Media[] => {
  const url = absoluteUrl(post.full_picture)
  if (url === null) return []
  const isVideo = post.status_type === 'added_video'
  return [isVideo ? buildMedia({ type: 'video', previewUrl: url }) : buildMedia({ type: 'image', url })]
}

/** Only the id is known when the original is deleted or not public. */
const mapOriginal = (post: JsonObject): PostReference | null => {
  const parent = stringOrNull(post.parent_id)
  if (parent === null) return null
  const urls = attachmentsOf(post).flatMap((attachment) => absoluteUrl(jsonObject(attachment.target).url) ?? [])
  const page = /^(?<page>\d+)_\d+$/.exec(parent)?.groups?.page
  return {
    id: parent,
    url: urls.find(isOwn) ?? null,
    author: page === undefined ? null : buildAuthor({ id: page, handle: page, url: `${SITE}/${page}` }),
  }
}
