// A DriveFile → media. Files other than images, videos and audio are downloads, not media.

import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { buildMedia, pixelsOrNull } from '../../post/build-post.ts'
import type { Media } from '../../post/post.ts'
import { plainText } from '../../post/text.ts'

const TYPES: ReadonlyMap<string, Media['type']> = new Map([
  ['image', 'image'],
  ['video', 'video'],
  ['audio', 'audio'],
])

const typeOf = (type: unknown): Media['type'] | undefined => {
  const name = String(type).toLowerCase()
  return name === 'image/gif' ? 'gif' : TYPES.get(name.split('/', 1)[0] ?? '')
}

/** Older servers report the size that the camera stored and the EXIF orientation; 5 to 8 swap width and height. Newer
 * servers report no orientation. */
const displayedSize = ({ width, height, orientation }: JsonObject): Pick<JsonObject, 'width' | 'height'> =>
  Number(orientation) >= 5 ? { width: height, height: width } : { width, height }

/** Returns null when the file is not media or has no URL. */
export const mapFile = (value: unknown, origin: string): Media | null => {
  const file = jsonObject(value)
  const type = typeOf(file.type)
  const url = absoluteUrl(file.url, origin)
  const previewUrl = absoluteUrl(file.thumbnailUrl, origin)
  if (type === undefined || (url === null && previewUrl === null)) return null
  const { width, height } = displayedSize(jsonObject(file.properties))
  return buildMedia({
    type,
    url,
    previewUrl,
    width: pixelsOrNull(width),
    height: pixelsOrNull(height),
    alt: plainText(file.comment),
  })
}
