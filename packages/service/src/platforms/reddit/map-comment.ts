// Maps a comment (`t1`) to a post: a reply to a submission or to another comment. A deleted comment is null.

import type { JsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { buildAuthor, buildPost, countOrNull, stringOrNull } from '../../post/build-post.ts'
import type { PlatformPost, PostReference } from '../../post/post.ts'
import { isExpunged } from './is-expunged.ts'
import { mapInline } from './map-media.ts'
import { anyOf, mapAuthor, mapBody, SITE } from './map-submission.ts'

export const mapComment = (comment: JsonObject): PlatformPost | null => {
  const id = stringOrNull(comment.name)
  if (id === null || isExpunged(comment.body)) return null
  const { media, hides, ...words } = mapBody(comment.body_html, comment.body)
  const files = mapInline(comment)
  return buildPost({
    id,
    url: absoluteUrl(comment.permalink, SITE),
    ...words,
    media: files.length > 0 ? files : media,
    publishedAt: parseTime(comment.created_utc),
    editedAt: typeof comment.edited === 'number' ? parseTime(comment.edited) : null,
    author: mapAuthor(comment),
    metrics: { likes: comment.score_hidden === true ? null : countOrNull(comment.score) },
    replyTo: repliedTo(comment),
    sensitive: hides || anyOf(comment.over_18),
  })
}

/** A comment contains the URL and the author of its submission, but only the id of another comment. */
const repliedTo = (comment: JsonObject): PostReference | null => {
  const id = stringOrNull(comment.parent_id) ?? stringOrNull(comment.link_id)
  if (id === null) return null
  if (id !== comment.link_id) return { id, url: null, author: null }
  const name = stringOrNull(comment.link_author)
  const author = name === null || name === '[deleted]' ? null : buildAuthor({ handle: `u/${name}`, url: userUrl(name) })
  return { id, url: absoluteUrl(comment.link_permalink, SITE), author }
}

const userUrl = (name: string): string | null => absoluteUrl(`/user/${name}/`, SITE)
