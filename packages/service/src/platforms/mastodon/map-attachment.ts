// A MediaAttachment entity → media. https://docs.joinmastodon.org/entities/MediaAttachment/

import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import { lookUp } from '../../parsing/look-up.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { buildMedia, pixelsOrNull, stringOrNull } from '../../post/build-post.ts'
import type { Media } from '../../post/post.ts'
import { plainText } from '../../post/text.ts'
import { fileNames } from '../../urls/file-names.ts'

type Type = Media['type']

/** As attachments are called, and as media types begin. */
const TYPES: Readonly<Record<string, Type>> = { image: 'image', gifv: 'gif', video: 'video', audio: 'audio' }

const EXTENSIONS: readonly (readonly [RegExp, Type])[] = [
  [/\.(?:jpe?g|jfif|png|webp|gif|avif|heic|heif|jxl|bmp)$/i, 'image'],
  [/\.(?:mp4|m4v|mov|webm|ogv|mkv)$/i, 'video'],
  [/\.(?:mp3|ogg|oga|opus|m4a|aac|flac|wav)$/i, 'audio'],
]
const ANY_EXTENSION = /\.[a-z0-9]{2,5}$/i

const ADDRESSES = ['url', 'remote_url', 'preview_url', 'preview_remote_url'] as const

/** One attachment; null when nobody could tell what it is, or when it is a download. `base` is where the server is: some leave
 * their own host out. */
export const mapAttachment = (value: unknown, base: string | undefined): Media | null => {
  const reported = jsonObject(value)
  const addresses = ADDRESSES.map((name) => [name, absoluteUrl(reported[name], base)] as const)
  return mapAbsolute({ ...reported, ...Object.fromEntries(addresses) })
}

const mapAbsolute = (attachment: JsonObject): Media | null => {
  const meta = jsonObject(attachment.meta)
  const original = jsonObject(meta.original)
  const reported = lookUp(TYPES, String(attachment.type))
  const type = reported ?? typeOf(attachment)
  const { url, previewUrl } = reported === undefined ? placeOfUnfetched(attachment) : placeOf(attachment)
  if (type === undefined || (url === null && previewUrl === null)) return null
  return buildMedia({
    type,
    url,
    previewUrl,
    width: pixelsOrNull(original.width),
    height: pixelsOrNull(original.height),
    durationSeconds: secondsOrNull(original.duration) ?? secondsOrNull(meta.duration),
    alt: plainText(attachment.description),
  })
}

type Place = { readonly url: string | null; readonly previewUrl: string | null }

const placeOf = ({ url, remote_url, preview_url }: JsonObject): Place => ({
  url: absoluteUrl(url) ?? absoluteUrl(remote_url),
  previewUrl: absoluteUrl(preview_url),
})

/** A server says `unknown` of media that it has not fetched: its own URLs may lead to nothing, those of the origin do not. */
const placeOfUnfetched = (attachment: JsonObject): Place => {
  const place = placeOf(attachment)
  const remote = absoluteUrl(attachment.remote_url)
  return remote === null || remote === place.url || typeByName(place.url) !== undefined
    ? place
    : { url: remote, previewUrl: null }
}

/** What is told of an attachment besides its type, the surest first; undefined where one of them says that it is a download. */
const typeOf = (attachment: JsonObject): Type | undefined => {
  const mime = mimeOf(attachment)
  if (mime !== undefined) return lookUp(TYPES, mime.split('/', 1)[0]?.toLowerCase() ?? '')
  const addresses = [absoluteUrl(attachment.url), absoluteUrl(attachment.remote_url)]
  const byName = addresses.map(typeByName).find((type) => type !== undefined)
  if (byName !== undefined) return byName === 'file' ? undefined : byName
  return typeByMeta(jsonObject(attachment.meta)) ?? typeByPreview(attachment)
}

/** Pleroma and Akkoma name the media type apart; others put it where the type is due. */
const mimeOf = ({ type, mime_type, pleroma, akkoma }: JsonObject): string | undefined =>
  [jsonObject(pleroma).mime_type, jsonObject(akkoma).mime_type, mime_type, type]
    .map(stringOrNull)
    .find((each) => each?.includes('/') && !/^application\/octet-stream\b/i.test(each)) ?? undefined

const typeByName = (url: string | null): Type | 'file' | undefined => {
  for (const name of url === null ? [] : fileNames(url)) {
    const known = EXTENSIONS.find(([pattern]) => pattern.test(name))?.[1]
    if (known !== undefined || ANY_EXTENSION.test(name)) return known ?? 'file'
  }
  return undefined
}

const typeByMeta = (meta: JsonObject): Type | undefined => {
  const { width, duration, frame_rate } = jsonObject(meta.original)
  const hasSize = pixelsOrNull(width) !== null
  const lasts = secondsOrNull(duration) ?? secondsOrNull(meta.duration)
  if (lasts !== null || typeof frame_rate === 'string') return hasSize ? 'video' : 'audio'
  return hasSize ? 'image' : undefined
}

/** A preview that is a picture by its name is mostly a smaller form of one. */
const typeByPreview = ({ preview_url, preview_remote_url }: JsonObject): Type | undefined =>
  [preview_url, preview_remote_url].some((each) => typeByName(absoluteUrl(each)) === 'image') ? 'image' : undefined

const secondsOrNull = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : null
