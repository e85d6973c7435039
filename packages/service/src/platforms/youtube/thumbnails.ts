// The thumbnails of a video or a channel. The larger ones are often missing.

import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { pixelsOrNull } from '../../post/build-post.ts'

/** Largest first. */
const SIZES = ['maxres', 'standard', 'high', 'medium', 'default'] as const

export type Thumbnail = { readonly url: string; readonly width: number | null; readonly height: number | null }

export const bestThumbnail = (snippet: JsonObject): Thumbnail | null => {
  const thumbnails = jsonObject(snippet.thumbnails)
  for (const size of SIZES) {
    const { url, width, height } = jsonObject(thumbnails[size])
    const thumbnailUrl = absoluteUrl(url)
    if (thumbnailUrl !== null) return { url: thumbnailUrl, width: pixelsOrNull(width), height: pixelsOrNull(height) }
  }
  return null
}
