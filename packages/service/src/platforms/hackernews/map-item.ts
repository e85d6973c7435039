// A story, job, poll or comment → the normalized post. The search and the API name the same fields differently.

import { type JsonObject, jsonList, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { buildPost, countOrNull, stringOrNull } from '../../post/build-post.ts'
import { walkHtml } from '../../post/markup/walk-html.ts'
import type { PlatformPost } from '../../post/post.ts'
import { plainText } from '../../post/text.ts'
import { mapAuthor } from './map-user.ts'
import { SITE_ORIGIN } from './urls.ts'

/** The fields of both APIs, under one name each. */
type Item = {
  readonly id: string | null
  readonly author: unknown
  readonly title: unknown
  readonly html: unknown
  readonly link: unknown
  readonly time: unknown
  readonly parent: unknown
  readonly points: unknown
  readonly comments: unknown
}

const ID = /^[1-9]\d{0,11}$/

const idOf = (value: unknown): string | null => {
  const id = typeof value === 'number' ? String(value) : value
  return typeof id === 'string' && ID.test(id) ? id : null
}

const itemUrl = (id: string): string => `${SITE_ORIGIN}/item?id=${id}`

/** null when the hit has no id. */
export const mapHit = (hit: JsonObject): PlatformPost | null =>
  mapFields({
    id: idOf(hit.objectID),
    author: hit.author,
    title: hit.title,
    html: textOf(hit),
    link: hit.url,
    time: hit.created_at_i ?? hit.created_at,
    parent: hit.parent_id,
    points: hit.points,
    comments: hit.num_comments,
  })

/** null when the item has no id, was deleted, or was removed by moderators. */
export const mapItem = (value: unknown): PlatformPost | null => {
  const item = jsonObject(value)
  if (item.deleted === true || item.dead === true) return null
  return mapFields({
    id: idOf(item.id),
    author: item.by,
    title: item.title,
    html: item.text,
    link: item.url,
    time: item.time,
    parent: item.parent ?? item.poll,
    points: item.score,
    comments: item.descendants,
  })
}

const mapFields = ({
  id,
  author,
  title,
  html: source,
  link,
  time,
  parent,
  points,
  comments,
}: Item): PlatformPost | null => {
  if (id === null) return null
  const { text, html } = walkHtml(stringOrNull(source) ?? '', SITE_ORIGIN)
  const [linked, repliesTo] = [absoluteUrl(link), idOf(parent)]
  return buildPost({
    ...{ id, url: itemUrl(id), title: plainText(title), text, html },
    ...(linked !== null && { kind: 'link' as const }),
    publishedAt: parseTime(time),
    author: mapAuthor(author),
    link: linked === null ? null : { url: linked, title: null, description: null, imageUrl: null },
    replyTo: repliesTo === null ? null : { id: repliesTo, url: itemUrl(repliesTo), author: null },
    metrics: { likes: countOrNull(points), comments: countOrNull(comments) },
  })
}

const textOf = ({ story_text: story, comment_text: comment }: JsonObject): unknown => story ?? comment

/** Of a hit. */
export const keyOf = (hit: JsonObject): string => String(hit.objectID)
export const textsOf = (hit: JsonObject): readonly string[] => [textOf(hit)].filter((text) => typeof text === 'string')
export const timeOf = (hit: JsonObject): string | null => parseTime(hit.created_at_i ?? hit.created_at)

/** Whether the search reports this tag of the hit. It has no error for a filter that it does not know. */
export const hasTag = (hit: JsonObject, tag: string): boolean => jsonList(hit._tags).includes(tag)

/** An item of the API in the form of a hit, so that one list can have both. */
export const toHit = (value: unknown): JsonObject | undefined => {
  const item = jsonObject(value)
  if (mapItem(item) === null) return undefined
  return {
    ...{ objectID: String(item.id), author: item.by, title: item.title, url: item.url, story_text: item.text },
    ...{ created_at_i: item.time, points: item.score, num_comments: item.descendants, _tags: [item.type] },
  }
}
