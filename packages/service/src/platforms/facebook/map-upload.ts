// A photo, a video or an album of a Facebook Page → the normalized form. Pure. Facebook omits fields that are not set or
// that the token may not read.

import { type JsonObject, jsonList, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { buildMedia, buildPost, buildProfile, countOrNull, pixelsOrNull, stringOrNull } from '../../post/build-post.ts'
import { describeText, hashtagsOf } from '../../post/describe-text.ts'
import type { Media, PlatformPost, PlatformProfile } from '../../post/post.ts'
import { plainText } from '../../post/text.ts'
import { LINKS, SITE } from './map-page.ts'
import { mapSender, totalOf } from './map-post.ts'

/** The files of one image in several sizes. */
const largestOf = (list: unknown): JsonObject => {
  const [largest = {}] = jsonList(list)
    .map(jsonObject)
    .toSorted((one, other) => (pixelsOrNull(other.width) ?? 0) - (pixelsOrNull(one.width) ?? 0))
  return largest
}

const sizeOf = ({ width, height }: JsonObject): Pick<Media, 'width' | 'height'> => ({
  width: pixelsOrNull(width),
  height: pixelsOrNull(height),
})

const metricsOf = ({ reactions, likes, comments }: JsonObject) => ({
  likes: totalOf(reactions) ?? totalOf(likes),
  comments: totalOf(comments),
})

/** Returns null when the photo has no id. */
export const mapPhoto = (photo: JsonObject): PlatformPost | null => {
  const id = stringOrNull(photo.id)
  if (id === null) return null
  const text = plainText(photo.name)
  const image = largestOf(photo.images)
  const url = absoluteUrl(image.source)
  const alt = plainText(photo.alt_text_custom) ?? plainText(photo.alt_text)
  return buildPost({
    id,
    url: absoluteUrl(photo.link, SITE) ?? `${SITE}/photo.php?fbid=${encodeURIComponent(id)}`,
    text,
    html: describeText(text, LINKS),
    tags: hashtagsOf(text),
    publishedAt: parseTime(photo.created_time),
    author: mapSender(photo.from),
    media: url === null ? [] : [buildMedia({ type: 'image', url, ...sizeOf(image), alt })],
    metrics: metricsOf(photo),
  })
}

/** Returns null when the video has no id or is not published. */
export const mapVideo = (video: JsonObject): PlatformPost | null => {
  const id = stringOrNull(video.id)
  if (id === null || video.published === false) return null
  const text = plainText(video.description)
  const { picture, ...still } = largestOf(video.format)
  const seconds = typeof video.length === 'number' && video.length > 0 ? Math.round(video.length) : null
  return buildPost({
    id,
    kind: 'video',
    url: absoluteUrl(video.permalink_url, SITE) ?? `${SITE}/video.php?v=${encodeURIComponent(id)}`,
    title: plainText(video.title),
    text,
    html: describeText(text, LINKS),
    tags: hashtagsOf(text),
    publishedAt: parseTime(video.created_time),
    author: mapSender(video.from),
    media: [
      buildMedia({
        type: 'video',
        url: absoluteUrl(video.source),
        previewUrl: absoluteUrl(picture) ?? absoluteUrl(video.picture),
        ...sizeOf(still),
        durationSeconds: seconds,
      }),
    ],
    metrics: metricsOf(video),
  })
}

/** `named`: the account's id and handle. */
export const mapAlbum = (
  album: JsonObject,
  named: { readonly id: string; readonly handle: string },
): PlatformProfile => {
  const text = plainText(album.description)
  return buildProfile({
    ...named,
    displayName: plainText(album.name),
    url: absoluteUrl(album.link, SITE),
    owner: mapSender(album.from),
    avatarUrl: absoluteUrl(largestOf(jsonObject(album.cover_photo).images).source),
    bio: { text, html: describeText(text, LINKS) },
    createdAt: parseTime(album.created_time),
    counts: { posts: countOrNull(album.count) },
  })
}
