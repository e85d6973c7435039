// A note of Acme → the normalized post. Missing values and values of a wrong type become null.

import { jsonList, jsonObject } from '@central-api/service/parsing/json-value.ts'
import { parseTime } from '@central-api/service/parsing/parse-time.ts'
import { absoluteUrl } from '@central-api/service/post/absolute-url.ts'
import { buildMedia, buildPost, countOrNull, pixelsOrNull, stringOrNull } from '@central-api/service/post/build-post.ts'
import { walkHtml } from '@central-api/service/post/markup/walk-html.ts'
import type { Media, PlatformPost } from '@central-api/service/post/post.ts'
import { plainText } from '@central-api/service/post/text.ts'
import { mapAuthor } from './map-user.ts'

/** Returns null when the note has no id, because clients could not tell it from others. */
export const mapNote = (value: unknown): PlatformPost | null => {
  const note = jsonObject(value)
  const id = stringOrNull(note.id)
  if (id === null) return null
  const author = mapAuthor(jsonObject(note.user))
  const { text, html, tags } = walkHtml(stringOrNull(note.body) ?? '', author.url ?? undefined)
  return buildPost({
    id,
    url: author.url === null ? null : absoluteUrl(`${author.url}/${id}`),
    text,
    html,
    tags,
    publishedAt: parseTime(note.date),
    author,
    media: jsonList(note.pictures)
      .map(mapImage)
      .filter((media) => media !== null),
    metrics: { likes: countOrNull(note.likes) },
  })
}

const mapImage = (value: unknown): Media | null => {
  const image = jsonObject(value)
  const url = absoluteUrl(image.url)
  if (url === null) return null
  const [width, height] = [pixelsOrNull(image.width), pixelsOrNull(image.height)]
  return buildMedia({ type: 'image', url, width, height, alt: plainText(image.alt) })
}
