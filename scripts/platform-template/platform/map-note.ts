// Maps a note of Acme to the normalized post. A missing or malformed field is null.

import { jsonList, jsonObject } from '@central-api/service/parsing/json-value.ts'
import { parseTime } from '@central-api/service/parsing/parse-time.ts'
import { absoluteUrl } from '@central-api/service/post/absolute-url.ts'
import { buildMedia, buildPost, countOrNull, pixelsOrNull, stringOrNull } from '@central-api/service/post/build-post.ts'
import { walkHtml } from '@central-api/service/post/markup/walk-html.ts'
import type { Media, PlatformPost } from '@central-api/service/post/post.ts'
import { plainText } from '@central-api/service/post/text.ts'
import { mapAuthor } from './map-user.ts'

/** null when the note has no id: without one, clients cannot tell posts apart. */
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
      .map(mapPicture)
      .filter((media) => media !== null),
    metrics: { likes: countOrNull(note.likes) },
  })
}

const mapPicture = (value: unknown): Media | null => {
  const picture = jsonObject(value)
  const url = absoluteUrl(picture.url)
  if (url === null) return null
  const [width, height] = [pixelsOrNull(picture.width), pixelsOrNull(picture.height)]
  return buildMedia({ type: 'image', url, width, height, alt: plainText(picture.alt) })
}
