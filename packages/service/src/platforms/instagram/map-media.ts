// A media object of Instagram → the normalized form. Pure. Instagram omits what the owner hides (likes, licensed
// videos); it is null here, never zero.

import { type JsonObject, jsonList, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { MAX_MEDIA } from '../../post/bound-html.ts'
import { buildMedia, buildPost, countOrNull, stringOrNull } from '../../post/build-post.ts'
import { describeText, hashtagsOf } from '../../post/describe-text.ts'
import type { Author, Media, PlatformPost, PostKind } from '../../post/post.ts'
import { plainText } from '../../post/text.ts'
import { uniqueMedia } from '../../post/unique-media.ts'
import { LINKS } from './map-account.ts'

export const mapMedia = (post: JsonObject, author: Author | null): PlatformPost | null => {
  const id = stringOrNull(post.id)
  if (id === null) return null
  const text = plainText(post.caption)
  const media = filesOf(post)
  return buildPost({
    id,
    url: absoluteUrl(post.permalink),
    ...(media.length > 0 && { kind: KINDS.get(post.media_type) }),
    text,
    html: describeText(text, LINKS),
    tags: hashtagsOf(text),
    publishedAt: parseTime(post.timestamp),
    author,
    media,
    metrics: {
      likes: countOrNull(post.like_count),
      comments: countOrNull(post.comments_count),
      shares: countOrNull(post.reposts_count),
      views: countOrNull(post.view_count),
    },
  })
}

/** The kind does not depend on which files Instagram returns. */
const KINDS: ReadonlyMap<unknown, PostKind> = new Map([
  ['IMAGE', 'image'],
  ['VIDEO', 'video'],
  ['CAROUSEL_ALBUM', 'gallery'],
])

/** All items of an album, or the post's own file if no items are returned. */
const filesOf = (post: JsonObject): Media[] => {
  const children = jsonList(jsonObject(post.children).data).slice(0, MAX_MEDIA).map(jsonObject)
  const all = children.flatMap((child) => mapFile(child) ?? [])
  return uniqueMedia(all.length > 0 ? all : [mapFile(post) ?? []].flat())
}

/** Videos with licensed music, and reels that may not be downloaded, have only a still or the embedded player. */
const mapFile = ({ media_type, media_url, thumbnail_url, alt_text, permalink }: JsonObject): Media | null => {
  const type = media_type === 'VIDEO' ? 'video' : 'image'
  const url = absoluteUrl(media_url)
  const previewUrl = absoluteUrl(thumbnail_url)
  const embedUrl = type === 'video' && url === null ? playerOf(permalink) : null
  if (url === null && previewUrl === null && embedUrl === null) return null
  return buildMedia({ type, url, previewUrl, embedUrl, alt: plainText(alt_text) })
}

const PAGE = /^https:\/\/www\.instagram\.com\/(?:p|reel|reels|tv)\/[\w-]+\/?$/

const playerOf = (permalink: unknown): string | null => {
  const page = absoluteUrl(permalink)
  return page !== null && PAGE.test(page) ? `${page.replace(/\/?$/, '/')}embed/` : null
}
