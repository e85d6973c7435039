// A topic of a list, with its first post if that was read → the normalized post.

import { type JsonObject, jsonList, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { buildMedia, buildPost, countOrNull, stringOrNull } from '../../post/build-post.ts'
import { walkHtml } from '../../post/markup/walk-html.ts'
import type { Author, PlatformPost } from '../../post/post.ts'
import { plainText } from '../../post/text.ts'
import { mapAuthor } from './map-user.ts'

/** `author`: from the list’s users. `first`: the first post, if it was read. */
export type Topic = { readonly topic: JsonObject; readonly author: Author | null; readonly first?: JsonObject }

const numberOf = (value: unknown): string | null =>
  Number.isSafeInteger(value) && Number(value) > 0 ? String(value) : null

export const keyOf = ({ topic }: Topic): string => String(topic.id)
export const timeOf = ({ topic }: Topic): string | null => parseTime(topic.created_at)
export const textsOf = ({ first }: Topic): readonly string[] =>
  [first?.cooked].filter((text) => typeof text === 'string')

/** Since 2026, a tag of a list is an object. */
const tagsOf = (topic: JsonObject): readonly unknown[] =>
  jsonList(topic.tags).map((tag) => (typeof tag === 'string' ? tag : jsonObject(tag).name))

/** The likes of a topic count those of its replies. */
const likesOf = (first: JsonObject | undefined): number | null => {
  const LIKE = 2
  const like = jsonList(first?.actions_summary)
    .map(jsonObject)
    .find(({ id }) => id === LIKE)
  return countOrNull(like?.count)
}

/** The topics of a list, with their authors. The first poster started the topic. */
export const topicsIn = (body: JsonObject, topics: readonly unknown[], host: string): readonly Topic[] => {
  const users = new Map(jsonList(body.users).map((user) => [jsonObject(user).id, user]))
  return topics.map(jsonObject).map((topic) => {
    const [poster] = jsonList(topic.posters)
    return { topic, author: mapAuthor(users.get(jsonObject(poster).user_id), host) }
  })
}

/** null when it has no id, or is not listed. */
export const mapTopic = ({ topic, author, first }: Topic, host: string): PlatformPost | null => {
  const id = numberOf(topic.id)
  if (id === null || topic.visible === false) return null
  const base = `https://${host}/`
  const { text, html, media } = walkHtml(stringOrNull(first?.cooked) ?? '', base)
  const slug = stringOrNull(topic.slug)
  const image = first === undefined ? absoluteUrl(topic.image_url, base) : null
  const replies = countOrNull(topic.posts_count)
  const linked = absoluteUrl(topic.featured_link)
  return buildPost({
    id: `${host}/t/${id}`,
    url: absoluteUrl(slug === null ? `/t/${id}` : `/t/${encodeURIComponent(slug.toWellFormed())}/${id}`, base),
    ...{ title: plainText(topic.title), text, html, tags: tagsOf(topic) },
    // Only pinned topics have one, unless the forum shows excerpts.
    summary: typeof topic.excerpt === 'string' ? walkHtml(topic.excerpt, base).text : null,
    publishedAt: parseTime(topic.created_at),
    author: mapAuthor(first, host) ?? author,
    media: image === null ? [...media] : [buildMedia({ type: 'image', url: image })],
    link: linked === null ? null : { url: linked, title: null, description: null, imageUrl: null },
    metrics: {
      likes: likesOf(first),
      comments: replies === null ? null : Math.max(0, replies - 1),
      views: countOrNull(topic.views),
    },
  })
}
