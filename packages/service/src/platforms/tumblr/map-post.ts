// Maps a post of the API to the normalized form. Pure. A reblog without words contains the reblogged content; one with words quotes
// it. `note_count` is the sum of likes, reblogs and replies, so it is not a metric.

import { type JsonObject, jsonList, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { MAX_MEDIA } from '../../post/bound-html.ts'
import { buildPost, stringOrNull } from '../../post/build-post.ts'
import { walkHtml } from '../../post/markup/walk-html.ts'
import type { LinkCard, Media, PlatformPost, Poll, PostKind, PostReference } from '../../post/post.ts'
import { plainText } from '../../post/text.ts'
import { uniqueMedia } from '../../post/unique-media.ts'
import { blocksHtml, orderBlocks, type ShownBlock, signedBy } from './blocks-html.ts'
import { mapCard, mapPoll } from './map-blocks.ts'
import { mapAuthor } from './map-blog.ts'
import { type Content, mapLegacy } from './map-legacy.ts'

export type Around = {
  /** The blog of the response that contains the post. */
  readonly blog: unknown
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** The number exceeds what JavaScript reads exactly, so the id comes from the URL or from `id_string`. */
export const idOf = (post: JsonObject): string | null =>
  stringOrNull(post.id_string) ?? /\/(\d{1,20})(?:\/|$)/.exec(String(post.post_url ?? ''))?.[1] ?? null

/** null when the post has no id. */
export const mapPost = (value: unknown, { blog, now }: Around): PlatformPost | null => {
  const post = jsonObject(value)
  const id = idOf(post)
  if (id === null) return null
  const url = absoluteUrl(post.post_url)
  const isReblog = stringOrNull(post.parent_post_url) !== null || referenceId(post.reblogged_from_id) !== null
  const hasWords = jsonList(post.content).length > 0
  const { media = [], poll = null, link = null, views, title, html } = contentOf(post, isReblog && !hasWords, now)
  const walked = walkHtml(html, url ?? undefined)
  const shown = uniqueMedia([...media, ...walked.media]).slice(0, MAX_MEDIA)
  return buildPost({
    id,
    url,
    ...kindOf(shown, poll),
    title: plainText(title),
    text: walked.text,
    html: walked.html,
    tags: jsonList(post.tags),
    publishedAt: parseTime(post.timestamp) ?? parseTime(post.date),
    author: authorOf(post, blog),
    media: shown,
    link,
    poll,
    metrics: { views },
    repostOf: isReblog && !hasWords ? parentOf(post) : null,
    quoteOf: isReblog && hasWords ? quotedOf(post) : null,
    pinned: typeof post.is_pinned === 'boolean' ? post.is_pinned : null,
    sensitive: walked.hides || isLabeled(post) || (typeof post.is_nsfw === 'boolean' ? post.is_nsfw : null),
  })
}

/** Labels that the author or Tumblr set: adult content, violence, addiction. */
const isLabeled = (post: JsonObject): boolean => jsonObject(post.community_labels).has_community_label === true

/** A video or audio decides the kind, whatever else the post contains. */
const kindOf = (media: readonly Media[], poll: Poll | null): { readonly kind?: PostKind } => {
  const types = new Set(media.map(({ type }) => type))
  if (poll !== null) return { kind: 'poll' }
  if (types.has('video')) return { kind: 'video' }
  return types.has('audio') ? { kind: 'audio' } : {}
}

type Mapped = Content & { readonly poll?: Poll | null }

const contentOf = (post: JsonObject, isBareReblog: boolean, now: number): Mapped => {
  const isBlocks = Array.isArray(post.content)
  const legacy = isBlocks ? undefined : mapLegacy(post)
  if (legacy !== undefined) return legacy
  if (!isBareReblog) return mapBlocks(post, post.timestamp, now)
  const items = jsonList(post.trail).map(jsonObject)
  const parts = items.map((item) => mapBlocks(item, jsonObject(item.post).timestamp, now))
  const [first] = parts
  const [only] = items
  if (first && items.length === 1 && nameOf(only ?? {}) === stringOrNull(post.reblogged_from_name)) return first
  return {
    html: items.map((item, index) => quoted(item, parts[index]?.html ?? '', parts[index]?.title)).join(''),
    media: parts.flatMap(({ media = [] }) => media),
    link: parts.find(({ link }) => link)?.link ?? null,
    poll: parts.find(({ poll }) => poll)?.poll ?? null,
  }
}

const quoted = (item: JsonObject, html: string, title: unknown): string => {
  // An item without text needs no name before it.
  if (!jsonList(item.content).some((block) => stringOrNull(jsonObject(block).text) !== null)) return html
  const blog = Object.keys(jsonObject(item.blog)).length > 0 ? jsonObject(item.blog) : { name: item.broken_blog_name }
  const heading = typeof title === 'string' ? blocksHtml([headingOf(title)], () => false) : ''
  return `${signedBy(blog)}<blockquote>${heading}${html}</blockquote>`
}

const headingOf = (text: string): ShownBlock => ({
  block: { type: 'text', subtype: 'heading1', text },
  medium: null,
  asker: undefined,
})

const mapBlocks = ({ content, layout }: JsonObject, timestamp: unknown, now: number): Mapped => {
  const shown = orderBlocks(content, layout)
  const firstContent = shown.find(({ block }) => block.type !== 'text' || stringOrNull(block.text) !== null)
  const title =
    firstContent && firstContent.asker === undefined && firstContent.block.subtype === 'heading1'
      ? firstContent.block
      : undefined
  const cards = shown.map(({ block, medium }) => [block, mapCard(block, medium)] as const)
  const [cardBlock, link] = cards.find((pair): pair is readonly [JsonObject, LinkCard] => pair[1] !== null) ?? []
  return {
    title: title?.text,
    html: blocksHtml(shown, (block) => block === title || block === cardBlock),
    media: shown.flatMap(({ medium }) => medium ?? []),
    link: link ?? null,
    poll: shown.map(({ block }) => mapPoll(block, timestamp, now)).find((poll) => poll !== null) ?? null,
  }
}

/** Members of a community write in its blog. */
const authorOf = (post: JsonObject, blog: unknown) => {
  const own = jsonObject(blog)
  const name = stringOrNull(post.blog_name)
  const author = mapAuthor(post.author_blog) ?? mapAuthor({ name: post.post_author })
  if (author !== null) return author
  return name === null || name === own.name ? mapAuthor(own) : mapAuthor({ name })
}

const referenceId = (value: unknown): string | null =>
  typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : stringOrNull(value)

/** Numeric ids of current size are not exact; the URL's id is. */
const idIn = (url: string | null): string | null => (url === null ? null : idOf({ post_url: url }))

const reference = (url: string | null, id: unknown, blog: JsonObject): PostReference | null => {
  const known = idIn(url) ?? referenceId(id)
  return url === null && known === null ? null : { id: known, url, author: mapAuthor(blog) }
}

const relative = (post: JsonObject, which: 'reblogged_from' | 'reblogged_root'): PostReference | null =>
  reference(absoluteUrl(post[`${which}_url`]), post[`${which}_id`], {
    uuid: post[`${which}_uuid`],
    name: post[`${which}_name`],
    title: post[`${which}_title`],
  })

const parentOf = (post: JsonObject): PostReference | null =>
  relative({ ...post, reblogged_from_url: post.reblogged_from_url ?? post.parent_post_url }, 'reblogged_from')

const nameOf = ({ blog, broken_blog_name: broken }: JsonObject): string | null =>
  stringOrNull(jsonObject(blog).name) ?? stringOrNull(broken)

/** The post that the words comment on: the last of the trail that still exists. */
const quotedOf = (post: JsonObject): PostReference | null => {
  const last = jsonList(post.trail)
    .map(jsonObject)
    .findLast((item) => stringOrNull(jsonObject(item.post).id) !== null)
  if (last === undefined) return relative(post, 'reblogged_root') ?? parentOf(post)
  const [id, name] = [stringOrNull(jsonObject(last.post).id), nameOf(last)]
  const url = name === null || id === null ? null : absoluteUrl(`https://${name}.tumblr.com/post/${id}`)
  return reference(url, id, jsonObject(last.blog))
}

/** The texts that the mapping parses as markup. */
export const textsOf = (value: unknown): readonly string[] => {
  const post = jsonObject(value)
  const blocks = [post, ...jsonList(post.trail).map(jsonObject)].flatMap(({ content }) => jsonList(content))
  const legacy = [post.body, post.caption, post.text, post.description, post.question, post.answer]
  return [...blocks.map((block) => jsonObject(block).text), ...legacy].filter((text) => typeof text === 'string')
}
