// A MediaAttachment entity → media. https://docs.joinmastodon.org/entities/MediaAttachment/

import { jsonObject } from '../../parsing/json-value.ts'
import { lookUp } from '../../parsing/look-up.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { buildMedia, pixelsOrNull } from '../../post/build-post.ts'
import type { Media } from '../../post/post.ts'
import { plainText } from '../../post/text.ts'

const TYPES: Readonly<Record<string, Media['type']>> = { image: 'image', gifv: 'gif', video: 'video', audio: 'audio' }

/** A server says `unknown` of media that it has not fetched; then only the name of the file tells. */
const EXTENSIONS: readonly (readonly [RegExp, Media['type']])[] = [
  [/\.(?:jpe?g|png|webp|gif|avif|heic)$/i, 'image'],
  [/\.(?:mp4|m4v|mov|webm|ogv)$/i, 'video'],
  [/\.(?:mp3|ogg|oga|opus|m4a|flac|wav)$/i, 'audio'],
]

/** One attachment; null when nobody could tell what it is. */
export const mapAttachment = (value: unknown): Media | null => {
  const attachment = jsonObject(value)
  const meta = jsonObject(attachment.meta)
  const original = jsonObject(meta.original)
  const url = absoluteUrl(attachment.url) ?? absoluteUrl(attachment.remote_url)
  const type = lookUp(TYPES, String(attachment.type)) ?? typeOfFile(url)
  const previewUrl = absoluteUrl(attachment.preview_url)
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

const typeOfFile = (url: string | null): Media['type'] | undefined =>
  url === null ? undefined : EXTENSIONS.find(([pattern]) => pattern.test(new URL(url).pathname))?.[1]

const secondsOrNull = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : null
