// Items of a feed and single posts → posts. Lexicon: app.bsky.feed.defs A repost has the content of the original. Its
// author and time are those of the repost, and `repostOf` names the original.

import { type JsonObject, jsonList, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { buildPost, countOrNull, stringOrNull } from '../../post/build-post.ts'
import type { PlatformPost, PostReference } from '../../post/post.ts'
import { plainText } from '../../post/text.ts'
import { isPublicPost, isSensitive } from './labels.ts'
import { mapEmbed } from './map-embed.ts'
import { mapAuthor } from './map-profile.ts'
import { richTextToHtml, tagsOf } from './rich-text.ts'
import { postUrl } from './urls.ts'

const REPOST = 'app.bsky.feed.defs#reasonRepost'
export const PIN = 'app.bsky.feed.defs#reasonPin'

/** Why the item is in the feed: a repost, a pin. */
export const reasonOf = (item: unknown): JsonObject => jsonObject(jsonObject(item).reason)
export const postOf = (item: unknown): JsonObject => jsonObject(jsonObject(item).post)
export const uriOf = (item: unknown): string | null => stringOrNull(postOf(item).uri)
export const isRepost = (item: unknown): boolean => reasonOf(item).$type === REPOST

/** Returns null when the item has no id or is not public. `pinnedUri` is the profile's pinned post, `owner` as in
 * `isPublicPost`. */
export const mapFeedItem = (value: unknown, pinnedUri: string | null, owner?: string): PlatformPost | null => {
  const item = jsonObject(value)
  const post = mapPost(item.post, item.reply, owner)
  if (post === null) return null
  if (!isRepost(item)) return { ...post, pinned: post.id === pinnedUri || reasonOf(item).$type === PIN }
  const { uri, by, indexedAt } = reasonOf(item)
  const author = mapAuthor(by)
  return {
    ...post,
    // Older AppViews omit the repost's URI; the post and the account together identify the repost.
    id: stringOrNull(uri) ?? `${post.id}#${author?.id ?? ''}`,
    author,
    publishedAt: parseTime(indexedAt),
    repostOf: { id: post.id, url: post.url, author: post.author },
    replyTo: null,
    pinned: false,
  }
}

/** Returns null when the post has no id or is not public. `reply` is the feed's view of the parent post. */
export const mapPost = (value: unknown, reply?: unknown, owner?: string | null): PlatformPost | null => {
  const view = jsonObject(value)
  const id = stringOrNull(view.uri)
  if (id === null || !isPublicPost(view, owner)) return null
  const record = jsonObject(view.record)
  const author = mapAuthor(view.author)
  const [language] = jsonList(record.langs)
  const text = typeof record.text === 'string' ? record.text : ''
  return buildPost({
    id,
    url: postUrl(id, author?.handle ?? null),
    text: plainText(text),
    html: richTextToHtml(text, record.facets),
    language: stringOrNull(language),
    tags: [...tagsOf(record.facets), ...jsonList(record.tags)],
    publishedAt: earlier(record.createdAt, view.indexedAt),
    author,
    ...mapEmbed(view.embed),
    metrics: {
      likes: countOrNull(view.likeCount),
      comments: countOrNull(view.replyCount),
      shares: countOrNull(view.repostCount),
    },
    replyTo: mapReply(jsonObject(reply).parent, jsonObject(jsonObject(record.reply).parent), owner),
    sensitive: isSensitive(view),
  })
}

/** `createdAt` is written by the author's app and may be wrong. The post is never newer than `indexedAt`. */
export const earlier = (createdAt: unknown, indexedAt: unknown): string | null => {
  const [created, indexed] = [parseTime(createdAt), parseTime(indexedAt)]
  if (created === null || indexed === null) return created ?? indexed
  return created < indexed ? created : indexed
}

/** The parent post: the feed's view where there is one (for deleted and blocked posts it has only a URI), otherwise the
 * record's reference. */
const mapReply = (
  parentView: unknown,
  parentReference: JsonObject,
  owner: string | null | undefined,
): PostReference | null => {
  const view = jsonObject(parentView)
  const id = stringOrNull(view.uri) ?? stringOrNull(parentReference.uri)
  if (id === null) return null
  const author = isPublicPost(view, owner) && view.record !== undefined ? mapAuthor(view.author) : null
  return {
    id,
    url: view.notFound === true || view.blocked === true ? null : postUrl(id, author?.handle ?? null),
    author,
  }
}
