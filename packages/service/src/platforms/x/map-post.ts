// A post of X, in either dialect, with what came beside it → the normalized form. A repost has no content of its own: its
// text is the original's, cut off, so that the original is shown, dated and signed by whoever reposted. Pure.

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

/** What an answer tells beside its posts. */
export type Includes = { readonly posts: ById; readonly users: ById; readonly media: ById; readonly polls: ById }

/** Whose list it stands in, where it stands in one. */
export type Owner = { readonly author: Author; readonly pinnedId: string | null }

const ID = /^\d{1,24}$/
/** Codes that name no language: undetermined, no words, and X's own for pictures, tags, links and cards. */
const NO_LANGUAGE = new Set(['und', 'zxx', 'qme', 'qht', 'qam', 'qct', 'qst', 'art'])
/** Views were not counted before; 0 says so. */
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

/** null when it has no id. */
export const mapPost = (post: JsonObject, includes: Includes, owner?: Owner): PlatformPost | null => {
  const id = stringOrNull(post.id)
  if (id === null || !ID.test(id)) return null
  const repostOf = referenceOf(post, 'retweeted', includes)
  const content = includes.posts.get(repostOf?.id) ?? post
  const isOriginal = content === post
  const quoteOf = referenceOf(content, 'quoted', includes)
  const author = authorOf(post, includes) ?? owner?.author ?? null
  const note = jsonObject(content.note_tweet ?? content.note_post)
  const isLong = typeof note.text === 'string'
  const entities = jsonObject(isLong ? note.entities : content.entities)
  const { text, html, tags } = readRichText(isLong ? note.text : content.text, entities, (link) =>
    isShownOtherwise(link, quoteOf?.id),
  )
  const metrics = jsonObject(content.public_metrics)
  const url = addressOf(id, author)
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

/** An unknown name makes no difference to X: it goes by the number. */
const addressOf = (id: string, author: Author | null): string => {
  const name = author?.handle ?? null
  return name === null ? `${SITE}/i/status/${id}` : `${SITE}/${encodeURIComponent(name)}/status/${id}`
}

/** Also to a post that is gone or protected, by its number. */
const referenceOf = (post: JsonObject, type: string, includes: Includes): PostReference | null => {
  const found = jsonList(post.referenced_tweets ?? post.referenced_posts)
    .map(jsonObject)
    .find((reference) => reference.type === type || (type === 'retweeted' && reference.type === 'reposted'))
  const id = stringOrNull(found?.id)
  if (id === null || !ID.test(id)) return null
  const author = authorOf(includes.posts.get(id) ?? {}, includes)
  return { id, url: addressOf(id, author), author }
}

/** Whom it answers is told also where the post is not. */
const replyOf = (post: JsonObject, includes: Includes): PostReference | null => {
  const reference = referenceOf(post, 'replied_to', includes)
  if (reference === null || reference.id === null || reference.author !== null) return reference
  const author = authorOf({ author_id: post.in_reply_to_user_id }, includes)
  return { ...reference, url: addressOf(reference.id, author), author }
}

const attached = (post: JsonObject, field: string, known: ById): readonly JsonObject[] =>
  jsonList(jsonObject(post.attachments)[field]).flatMap((key): JsonObject[] => {
    const item = known.get(key)
    return item === undefined ? [] : [item]
  })

const OWN_MEDIA = /^https:\/\/(?:x|twitter)\.com\/\w+\/status\/\d+\/(?:photo|video)\/\d+$/

/** Links to what the post shows itself: its own media, and the post that it quotes. */
const isShownOtherwise = (link: JsonObject, quotedId: string | null | undefined): boolean => {
  const url = absoluteUrl(link.expanded_url) ?? ''
  if (typeof link.media_key === 'string' || OWN_MEDIA.test(url)) return true
  return typeof quotedId === 'string' && new RegExp(`^https://(?:x|twitter)\\.com/\\w+/status/${quotedId}\\b`).test(url)
}

/** The first link that X has read the page of. */
const mapCard = (entities: JsonObject, quotedId: string | null | undefined): LinkCard | null => {
  for (const link of jsonList(entities.urls).map(jsonObject)) {
    const url = absoluteUrl(link.unwound_url) ?? absoluteUrl(link.expanded_url)
    const title = unescaped(link.title)
    const [image] = jsonList(link.images).map((each) => absoluteUrl(jsonObject(each).url))
    if (url === null || isShownOtherwise(link, quotedId) || (title === null && !image)) continue
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
