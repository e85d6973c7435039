// A photo or video of Flickr's API, from a list or single → the normalized form. Pure. The time when it was taken has
// no time zone and is not the time of publishing. The time of the last change moves with every comment.

import { type JsonObject, jsonList, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { buildMedia, buildPost, countOrNull, pixelsOrNull, stringOrNull } from '../../post/build-post.ts'
import type { Media, PlatformPost } from '../../post/post.ts'
import { oneLine, plainText } from '../../post/text.ts'
import { contentOf } from './call-api.ts'
import { describe, mapOwner } from './map-person.ts'

/** Largest first. The original may have any size and format, so it is used only when it is small or the only one. */
const SIZES = ['k', 'h', 'l', 'c', 'z', 'm'] as const
const PREVIEWS = ['n', 'q'] as const
const LARGEST_ORIGINAL = 2_048

type Size = { readonly url: string; readonly width: number | null; readonly height: number | null }

/** Returns null when the photo has no id, and for a video that is not processed yet or failed. */
export const mapPhoto = (value: unknown): PlatformPost | null => {
  const photo = jsonObject(value)
  const id = stringOrNull(photo.id)
  if (id === null || isUnready(photo)) return null
  const author = mapOwner(photo)
  const page = author?.url == null ? null : absoluteUrl(`${id}/`, author.url)
  const text = plainText(contentOf(photo.title))
  const title = text === null ? null : oneLine(text)
  const medium = mapMedium(photo, page, title)
  return buildPost({
    id,
    url: page,
    ...(medium !== null && { kind: medium.type === 'video' ? 'video' : 'image' }),
    title,
    ...describe(photo.description),
    tags: tagsOf(photo),
    publishedAt:
      parseTime(photo.dateupload) ?? parseTime(photo.dateuploaded) ?? parseTime(jsonObject(photo.dates).posted),
    author,
    media: medium === null ? [] : [medium],
    metrics: {
      likes: countOrNull(photo.count_faves),
      comments: countOrNull(photo.count_comments) ?? countOrNull(contentOf(photo.comments)),
      views: countOrNull(photo.views),
    },
    // Flickr returns only safe photos to callers without a login.
    sensitive: false,
  })
}

const mapMedium = (photo: JsonObject, page: string | null, alt: string | null): Media | null => {
  const preview = firstOf(photo, PREVIEWS)
  if (photo.media === 'video') {
    const video = jsonObject(photo.video)
    const still = firstOf(photo, SIZES)
    const [previewUrl, embedUrl] = [still?.url ?? preview?.url ?? null, page === null ? null : `${page}player/`]
    if (previewUrl === null && embedUrl === null) return null
    const seconds = Number(video.duration)
    return buildMedia({
      type: 'video',
      previewUrl,
      embedUrl,
      width: pixelsOrNull(video.width) ?? pixelsOrNull(photo.o_width),
      height: pixelsOrNull(video.height) ?? pixelsOrNull(photo.o_height),
      durationSeconds: seconds > 0 && Number.isFinite(seconds) ? seconds : null,
      alt,
    })
  }
  const file = fileOf(photo) ?? preview
  if (!file) return null
  const previewUrl = preview === undefined || preview.url === file.url ? null : preview.url
  return buildMedia({ type: 'image', ...file, previewUrl, alt })
}

/** The original if it is small and has the orientation of the other sizes, or is the only one; otherwise the largest
 * size. */
const fileOf = (photo: JsonObject): Size | undefined => {
  const original = sizeOf(photo, 'o') ?? undefined
  const large = firstOf(photo, SIZES)
  if (original === undefined) return large
  const shown = large ?? firstOf(photo, PREVIEWS)
  if (isRotated(photo, original, shown)) return large ?? (shown && shapeOf(shown) !== 0 ? shown : original)
  return isSmall(original) ? original : (large ?? original)
}

const isSmall = ({ width, height }: Size): boolean => width !== null && Math.max(width, height ?? 0) <= LARGEST_ORIGINAL

/** Whether the original is rotated. It is as the camera made it; the owner's or camera's rotation applies to all other
 * sizes.
 * `rotation` exists for single photos and in some lists. */
const isRotated = ({ rotation }: JsonObject, original: Size, shown: Size | undefined): boolean =>
  [90, 180, 270].includes(Number(rotation)) || (shown !== undefined && shapeOf(original) * shapeOf(shown) < 0)

/** 1: landscape. -1: portrait. 0: square, a square crop, or unknown. */
const shapeOf = ({ width, height }: Size): number => Math.sign((width ?? 0) - (height ?? 0)) * (height === null ? 0 : 1)

const isUnready = ({ media, media_status: status, video }: JsonObject): boolean =>
  media === 'video' && ((stringOrNull(status) ?? 'ready') !== 'ready' || Number(jsonObject(video).ready ?? 1) === 0)

/** A list has up to nine sizes of each photo. */
const firstOf = (photo: JsonObject, sizes: readonly string[]): Size | undefined => {
  for (const size of sizes) {
    const found = sizeOf(photo, size)
    if (found !== null) return found
  }
  return undefined
}

const sizeOf = (photo: JsonObject, size: string): Size | null => {
  const url = absoluteUrl(photo[`url_${size}`])
  return url === null
    ? null
    : { url, width: pixelsOrNull(photo[`width_${size}`]), height: pixelsOrNull(photo[`height_${size}`]) }
}

/** A list has cleaned tags, separated by blanks. A single photo has them as they were written. */
const tagsOf = ({ tags }: JsonObject): readonly unknown[] =>
  typeof tags === 'string'
    ? tags.slice(0, 20_000).split(' ')
    : jsonList(jsonObject(tags).tag)
        .map(jsonObject)
        .filter(({ machine_tag: machine }) => machine !== 1 && machine !== '1' && machine !== true)
        .map(({ raw, _content: clean }) => stringOrNull(raw) ?? clean)

/** Label of a size in the response for a single photo → its letter in lists. */
const LABELS: ReadonlyMap<unknown, string> = new Map([
  ['Large Square', 'q'],
  ['Small 320', 'n'],
  ['Medium', 'm'],
  ['Medium 640', 'z'],
  ['Medium 800', 'c'],
  ['Large', 'l'],
  ['Large 1600', 'h'],
  ['Large 2048', 'k'],
  ['Original', 'o'],
])

/** The sizes of a single photo, as the fields that a list has. */
export const fieldsOfSizes = (response: unknown): JsonObject =>
  Object.fromEntries(
    jsonList(jsonObject(jsonObject(response).sizes).size)
      .map(jsonObject)
      .flatMap(({ label, source, width, height, media }) => {
        const size = LABELS.get(label)
        if (size === undefined || media === 'video') return []
        return [
          [`url_${size}`, source],
          [`width_${size}`, width],
          [`height_${size}`, height],
        ]
      }),
  )

/** The markup that mapping parses. */
export const textsOf = (value: unknown): readonly string[] => {
  const text = contentOf(jsonObject(value).description)
  return typeof text === 'string' ? [text] : []
}
