// Maps the media of a submission: images, galleries, videos, players, from the many fields that Reddit uses. Ignores `post_hint`,
// which most posts lack.

import { type JsonObject, jsonList, jsonObject } from '../../parsing/json-value.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { MAX_MEDIA } from '../../post/bound-html.ts'
import { buildMedia, pixelsOrNull } from '../../post/build-post.ts'
import type { Media } from '../../post/post.ts'
import { plainText } from '../../post/text.ts'
import { uniqueFiles } from '../../post/unique-media.ts'
import { isEmote } from './emotes.ts'

const SITE = 'https://www.reddit.com'
/** The maximum width of a preview, in pixels. */
const PREVIEW_WIDTH = 640
/** Media of one text, including emotes. */
const MAX_ENTRIES = 1_000
const IMAGE_FILE = /\.(?:jpe?g|png|webp|gif)$/i
/** The quantifiers are bounded, so that an unclosed tag costs no more than a closed one. */
const FRAME = /<iframe\s[^<>]{0,2000}?\bsrc="((?:https:)?\/\/[^"<>]{1,2000})"/i

/** Media in the order of the post. */
export const mapMedia = (post: JsonObject): Media[] => {
  const gallery = mapGallery(post)
  if (gallery.length > 0) return gallery
  const video = mapVideo(jsonObject(mediaOf(post).reddit_video), post)
  const single = video ?? mapPlayer(post) ?? mapImage(post) ?? mapVideoPreview(post) ?? mapUnready(post)
  return single === null ? mapInline(post) : [single]
}

/** The URL that a submission points to; null for its own page. */
export const targetOf = (post: JsonObject): string | null =>
  post.is_self === true ? null : (absoluteUrl(post.url_overridden_by_dest, SITE) ?? absoluteUrl(post.url, SITE))

/** Whether the URL is that of an image file. */
export const isImage = (url: string): boolean => IMAGE_FILE.test(new URL(url).pathname)

/** The largest thumbnail of a submission. */
export const thumbnailOf = (post: JsonObject): string | null =>
  absoluteUrl(jsonObject(previewOf(post).source).url) ?? absoluteUrl(post.thumbnail)

/** Reddit's oEmbed data of the linked page, when it shows a player. */
export const oembedOf = (post: JsonObject): JsonObject => jsonObject(mediaOf(post).oembed)

const mediaOf = (post: JsonObject): JsonObject => jsonObject(post.secure_media ?? post.media)

const previewOf = (post: JsonObject): JsonObject => jsonObject(jsonList(jsonObject(post.preview).images)[0])

/** The items have the order and the captions, the metadata the files. Both may be null after a moderator removed the post. */
const mapGallery = (post: JsonObject): Media[] => {
  const files = jsonObject(post.media_metadata)
  const items = jsonList(jsonObject(post.gallery_data).items).slice(0, MAX_MEDIA).map(jsonObject)
  return uniqueFiles(items.flatMap((item) => mapFile(entryOf(files, item.media_id), plainText(item.caption)) ?? []))
}

/** Images and GIFs in a text. */
export const mapInline = (thing: JsonObject): Media[] => {
  const files = Object.entries(jsonObject(thing.media_metadata))
    .slice(0, MAX_ENTRIES)
    .map(([key, file]) => [key, jsonObject(file)] as const)
    .filter(([key, file]) => !isEmote(key, file))
    .slice(0, MAX_MEDIA)
  return uniqueFiles(files.flatMap(([, file]) => mapFile(file, null) ?? []))
}

const entryOf = (object: JsonObject, name: unknown): JsonObject =>
  typeof name === 'string' && Object.hasOwn(object, name) ? jsonObject(object[name]) : {}

/** A file that failed, or is still processed, has neither a type nor a URL. */
const mapFile = (file: JsonObject, alt: string | null): Media | null => {
  const source = jsonObject(file.s)
  const previewUrl = smallerOf(jsonList(file.p))
  const known = { width: pixelsOrNull(source.x), height: pixelsOrNull(source.y), alt }
  if (file.e === 'RedditVideo') {
    const url = absoluteUrl(file.hlsUrl)
    const size = { width: pixelsOrNull(file.x), height: pixelsOrNull(file.y) }
    return url === null ? null : buildMedia({ type: file.isGif === true ? 'gif' : 'video', url, ...size, alt })
  }
  if (file.e === 'AnimatedImage') {
    const url = absoluteUrl(source.mp4) ?? absoluteUrl(source.gif)
    return url === null ? null : buildMedia({ type: 'gif', url, previewUrl, ...known })
  }
  const url = absoluteUrl(source.u)
  return url === null ? null : buildMedia({ type: 'image', url, previewUrl, ...known })
}

/** The widest size that is small enough for a preview. Sizes are `[{ u | url, x | width }]`, in ascending order. */
const smallerOf = (sizes: readonly unknown[]): string | null => {
  const fitting = sizes.map(jsonObject).filter((size) => Number(size.x ?? size.width) <= PREVIEW_WIDTH)
  const largest = fitting.at(-1)
  return absoluteUrl(largest?.u ?? largest?.url)
}

const previewUrlOf = (post: JsonObject): string | null => smallerOf(jsonList(previewOf(post).resolutions))

/** Only the HLS playlist has audio; a silent video is complete in its file. A video that failed to transcode has no URL, and its
 * size is null. */
const mapVideo = (video: JsonObject, post: JsonObject): Media | null => {
  const playlist = absoluteUrl(video.hls_url)
  const file = absoluteUrl(video.fallback_url)
  const isSilent = video.is_gif === true || video.has_audio === false
  const url = isSilent ? (file ?? playlist) : (playlist ?? file)
  if (url === null) return null
  return buildMedia({
    type: video.is_gif === true ? 'gif' : 'video',
    url,
    previewUrl: previewUrlOf(post) ?? thumbnailOf(post),
    width: pixelsOrNull(video.width),
    height: pixelsOrNull(video.height),
    durationSeconds: typeof video.duration === 'number' && video.duration > 0 ? video.duration : null,
  })
}

/** A video that Reddit still processes has no file, and at most a thumbnail. */
const mapUnready = (post: JsonObject): Media | null => {
  const previewUrl = isRedditVideo(post) ? thumbnailOf(post) : null
  return previewUrl === null ? null : buildMedia({ type: 'video', previewUrl })
}

/** Whether the submission is a video hosted by Reddit. */
export const isRedditVideo = (post: JsonObject): boolean => {
  const url = targetOf(post)
  return url !== null && new URL(url).hostname === 'v.redd.it'
}

/** Whether the submission is a gallery, whose images Reddit may still process. */
export const isGallery = (post: JsonObject): boolean => {
  const url = targetOf(post)
  return url !== null && /^https:\/\/www\.reddit\.com\/gallery\//.test(url)
}

/** A video of another site, in that site's player. */
const mapPlayer = (post: JsonObject): Media | null => {
  const { type, html, width, height, thumbnail_url: thumbnail } = oembedOf(post)
  const frame = type === 'video' && typeof html === 'string' ? FRAME.exec(html)?.[1] : undefined
  const embedUrl = absoluteUrl(frame?.replaceAll('&amp;', '&'), SITE)
  if (embedUrl === null) return null
  const size = { width: pixelsOrNull(width), height: pixelsOrNull(height) }
  return buildMedia({ type: 'video', embedUrl, previewUrl: absoluteUrl(thumbnail) ?? thumbnailOf(post), ...size })
}

const mapImage = (post: JsonObject): Media | null => {
  const url = targetOf(post)
  if (url === null || !isImage(url)) return null
  const preview = previewOf(post)
  const source = jsonObject(preview.source)
  const mp4 = absoluteUrl(jsonObject(jsonObject(jsonObject(preview.variants).mp4).source).url)
  return buildMedia({
    type: /\.gif$/i.test(new URL(url).pathname) ? 'gif' : 'image',
    url: mp4 ?? url,
    previewUrl: previewUrlOf(post),
    width: pixelsOrNull(source.width),
    height: pixelsOrNull(source.height),
  })
}

/** Short videos of other sites that Reddit converted, such as `gifv`. */
const mapVideoPreview = (post: JsonObject): Media | null =>
  mapVideo(jsonObject(jsonObject(post.preview).reddit_video_preview), post)
