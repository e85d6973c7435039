// Maps a post of X, in both dialects, and the included objects to the normalized form. Pure. A repost has no content of its own: its
// text is the shortened original. The result has the original's content, and the reposter's date and author.

import { type JsonObject, jsonList, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { buildPost, countOrNull, stringOrNull } from '../../post/build-post.ts'
import type { Author, LinkCard, PlatformPost, PostReference } from '../../post/post.ts'
import { plainText } from '../../post/text.ts'
import { uniqueMedia } from '../../post/unique-media.ts'
import { mapMedium, mapPoll } from './map-media.ts'
import { mapAuthor, SITE } from './map-user.ts'
import { readRichText, unescapeText } from './rich-text.ts'

type ById = ReadonlyMap<unknown, JsonObject>

/** The objects that a response includes besides its posts. */
export type Includes = { readonly posts: ById; readonly users: ById; readonly media: ById; readonly polls: ById }

/** The account whose list contains the post. */
export type Owner = { readonly author: Author; readonly pinnedId: string | null }

const ID = /^\d{1,24}$/
/** Codes that are no languages: undetermined, no words, and X's own for images, tags, links and cards. */
const NO_LANGUAGE = new Set(['und', 'zxx', 'qme', 'qht', 'qam', 'qct', 'qst', 'art'])
/** X counts views since this date. Older posts have 0. */
const VIEWS_SINCE = '2022-12-15'

export const readIncludes = (value: unknown): Includes => {
  const { tweets, posts, users, media, polls } = jsonObject(value)
  const by = (field: string, ...lists: readonly unknown[]): ById =>
    new Map(
      lists
        .flatMap(jsonList)
        .map(jsonObject)
        .map((item) => [item[field], item]),
    )
  return {
    posts: by('id', tweets, posts),
    users: by('id', users),
    media: by('media_key', media),
    polls: by('id', polls),
  }
}

/** null when the post has no id. */
export const mapPost = (post: JsonObject, includes: Includes, owner?: Owner): PlatformPost | null => {
  const id = stringOrNull(post.id)
  if (id === null || !ID.test(id)) return null
  const repostOf = referenceOf(post, 'retweeted', includes)
  const content = repostedIn(post, includes) ?? post
  const isOriginal = content === post
  const quoteOf = referenceOf(content, 'quoted', includes)
  const author = authorOf(post, includes) ?? owner?.author ?? null
  const note = jsonObject(content.note_tweet ?? content.note_post)
  const isLong = typeof note.text === 'string'
  const entities = jsonObject(isLong ? note.entities : content.entities)
  const { text, html, tags } = readRichText(isLong ? note.text : content.text, entities, (link) =>
    isRedundantLink(link, quoteOf?.id),
  )
  const metrics = jsonObject(content.public_metrics)
  const url = urlOf(id, author)
  const [poll] = attached(content, 'poll_ids', includes.polls).map(mapPoll)
  const media = attached(content, 'media_keys', includes.media).flatMap((medium) => mapMedium(medium) ?? [])
  return buildPost({
    id,
    url,
    title: plainText(jsonObject(content.article).title),
    text,
    html,
    tags,
    language: languageOf(content.lang),
    publishedAt: parseTime(post.created_at),
    author,
    media: uniqueMedia(media),
    link: mapCard(entities, quoteOf?.id),
    poll: poll ?? null,
    metrics: {
      likes: countOrNull(metrics.like_count),
      comments: countOrNull(metrics.reply_count),
      shares: sumOf(metrics.retweet_count ?? metrics.repost_count, metrics.quote_count),
      views: viewsOf(metrics.impression_count, parseTime(content.created_at)),
    },
    repostOf,
    replyTo: isOriginal && repostOf === null ? replyOf(post, includes) : null,
    quoteOf,
    pinned: owner === undefined ? null : owner.pinnedId === id,
    sensitive: typeof content.possibly_sensitive === 'boolean' ? content.possibly_sensitive : null,
  })
}

const authorOf = (post: JsonObject, { users }: Includes): Author | null => {
  const user = users.get(post.author_id)
  return user === undefined ? null : mapAuthor(user)
}

/** X ignores the name in the URL; the id decides. */
const urlOf = (id: string, author: Author | null): string => {
  const name = author?.handle ?? null
  return name === null ? `${SITE}/i/status/${id}` : `${SITE}/${encodeURIComponent(name)}/status/${id}`
}

/** Also refers to a deleted or protected post, by its id. */
const referenceOf = (post: JsonObject, type: string, includes: Includes): PostReference | null => {
  const found = jsonList(post.referenced_tweets ?? post.referenced_posts)
    .map(jsonObject)
    .find((reference) => reference.type === type || (type === 'retweeted' && reference.type === 'reposted'))
  const id = stringOrNull(found?.id)
  if (id === null || !ID.test(id)) return null
  const author = authorOf(includes.posts.get(id) ?? {}, includes)
  return { id, url: urlOf(id, author), author }
}

/** The original of a repost, if it is included. */
export const repostedIn = (post: JsonObject, includes: Includes): JsonObject | undefined =>
  includes.posts.get(referenceOf(post, 'retweeted', includes)?.id)

/** The author of the replied-to post is known even when that post is not included. */
const replyOf = (post: JsonObject, includes: Includes): PostReference | null => {
  const reference = referenceOf(post, 'replied_to', includes)
  if (reference === null || reference.id === null || reference.author !== null) return reference
  const author = authorOf({ author_id: post.in_reply_to_user_id }, includes)
  return { ...reference, url: urlOf(reference.id, author), author }
}

const attached = (post: JsonObject, field: string, known: ById): readonly JsonObject[] =>
  jsonList(jsonObject(post.attachments)[field]).flatMap((key): JsonObject[] => {
    const item = known.get(key)
    return item === undefined ? [] : [item]
  })

const OWN_MEDIA = /^https:\/\/(?:x|twitter)\.com\/\w+\/status\/\d+\/(?:photo|video)\/\d+$/

/** Links to things that the post already shows: its own media, and the quoted post. */
const isRedundantLink = (link: JsonObject, quotedId: string | null | undefined): boolean => {
  const url = absoluteUrl(link.expanded_url) ?? ''
  if (typeof link.media_key === 'string' || OWN_MEDIA.test(url)) return true
  return typeof quotedId === 'string' && new RegExp(`^https://(?:x|twitter)\\.com/\\w+/status/${quotedId}\\b`).test(url)
}

/** The first link with a preview. */
const mapCard = (entities: JsonObject, quotedId: string | null | undefined): LinkCard | null => {
  for (const link of jsonList(entities.urls).map(jsonObject)) {
    const url = absoluteUrl(link.unwound_url) ?? absoluteUrl(link.expanded_url)
    const title = unescaped(link.title)
    const [image] = jsonList(link.images).map((each) => absoluteUrl(jsonObject(each).url))
    if (url === null || isRedundantLink(link, quotedId) || (title === null && !image)) continue
    return { url, title, description: unescaped(link.description), imageUrl: image ?? null }
  }
  return null
}

const unescaped = (value: unknown): string | null => plainText(typeof value === 'string' ? unescapeText(value) : null)

const languageOf = (value: unknown): string | null => {
  const language = stringOrNull(value)
  return language === null || NO_LANGUAGE.has(language) ? null : language
}

const sumOf = (...values: readonly unknown[]): number | null => {
  const counts = values.map(countOrNull).filter((count) => count !== null)
  return counts.length === 0 ? null : counts.reduce((sum, count) => sum + count, 0)
}

const viewsOf = (value: unknown, publishedAt: string | null): number | null => {
  const views = countOrNull(value)
  return views === 0 && publishedAt !== null && publishedAt < VIEWS_SINCE ? null : views
}
