// A MediaAttachment entity → media. https://docs.joinmastodon.org/entities/MediaAttachment/

import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import { lookUp } from '../../parsing/look-up.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { buildMedia, pixelsOrNull, stringOrNull } from '../../post/build-post.ts'
import type { Media } from '../../post/post.ts'
import { plainText } from '../../post/text.ts'
import { fileNames } from '../../urls/file-names.ts'

type Type = Media['type']

/** Types of attachments, and the first parts of media types. */
const TYPES: Readonly<Record<string, Type>> = { image: 'image', gifv: 'gif', video: 'video', audio: 'audio' }

const EXTENSIONS: readonly (readonly [RegExp, Type])[] = [
  [/\.(?:jpe?g|jfif|png|webp|gif|avif|heic|heif|jxl|bmp)$/i, 'image'],
  [/\.(?:mp4|m4v|mov|webm|ogv|mkv)$/i, 'video'],
  [/\.(?:mp3|ogg|oga|opus|m4a|aac|flac|wav)$/i, 'audio'],
]
const ANY_EXTENSION = /\.[a-z0-9]{2,5}$/i

const URL_FIELDS = ['url', 'remote_url', 'preview_url', 'preview_remote_url'] as const

/** Returns null when the type is unknown or the attachment is a download. `base` resolves relative URLs of servers that
 * omit their own host. */
export const mapAttachment = (value: unknown, base: string | undefined): Media | null => {
  const attachment = jsonObject(value)
  const urls = URL_FIELDS.map((name) => [name, absoluteUrl(attachment[name], base)] as const)
  return mapAbsolute({ ...attachment, ...Object.fromEntries(urls) })
}

const mapAbsolute = (attachment: JsonObject): Media | null => {
  const meta = jsonObject(attachment.meta)
  const original = jsonObject(meta.original)
  const declared = lookUp(TYPES, String(attachment.type))
  const type = declared ?? typeOf(attachment)
  const { url, previewUrl } = declared === undefined ? urlsOfUnfetched(attachment) : urlsOf(attachment)
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

type Urls = { readonly url: string | null; readonly previewUrl: string | null }

const urlsOf = ({ url, remote_url, preview_url }: JsonObject): Urls => ({
  url: absoluteUrl(url) ?? absoluteUrl(remote_url),
  previewUrl: absoluteUrl(preview_url),
})

/** Type `unknown` means that the server has not fetched the file. Its own URLs may be broken; those of the origin are
 * not. */
const urlsOfUnfetched = (attachment: JsonObject): Urls => {
  const urls = urlsOf(attachment)
  const remote = absoluteUrl(attachment.remote_url)
  return remote === null || remote === urls.url || typeByName(urls.url) !== undefined
    ? urls
    : { url: remote, previewUrl: null }
}

/** Derives the type from other fields, most reliable first. Returns undefined when one of them says that it is a
 * download. */
const typeOf = (attachment: JsonObject): Type | undefined => {
  const mime = mimeOf(attachment)
  if (mime !== undefined) return lookUp(TYPES, mime.split('/', 1)[0]?.toLowerCase() ?? '')
  const urls = [absoluteUrl(attachment.url), absoluteUrl(attachment.remote_url)]
  const byName = urls.map(typeByName).find((type) => type !== undefined)
  if (byName !== undefined) return byName === 'file' ? undefined : byName
  return typeByMeta(jsonObject(attachment.meta)) ?? typeByPreview(attachment)
}

/** Pleroma and Akkoma have a field for the media type; other servers write it into `type`. */
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

/** A preview with an image's file name usually belongs to an image. */
const typeByPreview = ({ preview_url, preview_remote_url }: JsonObject): Type | undefined =>
  [preview_url, preview_remote_url].some((each) => typeByName(absoluteUrl(each)) === 'image') ? 'image' : undefined

const secondsOrNull = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : null
