// A DriveFile → media. Files that are neither seen nor heard are downloads, and none.

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

/** Older servers report the size as the camera stored it, and beside it how the picture is turned (EXIF's 5 to 8 lie on their
 * side); newer ones report no orientation. */
const asShown = ({ width, height, orientation }: JsonObject): Pick<JsonObject, 'width' | 'height'> =>
  Number(orientation) >= 5 ? { width: height, height: width } : { width, height }

/** null when it is no medium, or has no address. */
export const mapFile = (value: unknown, origin: string): Media | null => {
  const file = jsonObject(value)
  const type = typeOf(file.type)
  const url = absoluteUrl(file.url, origin)
  const previewUrl = absoluteUrl(file.thumbnailUrl, origin)
  if (type === undefined || (url === null && previewUrl === null)) return null
  const { width, height } = asShown(jsonObject(file.properties))
  return buildMedia({
    type,
    url,
    previewUrl,
    width: pixelsOrNull(width),
    height: pixelsOrNull(height),
    alt: plainText(file.comment),
  })
}
