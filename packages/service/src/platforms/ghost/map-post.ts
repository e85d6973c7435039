// A post of Ghost's Content API → the normalized form. Pure. Members-only content is an empty string, which becomes
// null.

import { type JsonObject, jsonList, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { MAX_MEDIA } from '../../post/bound-html.ts'
import { buildAuthor, buildMedia, buildPost, stringOrNull } from '../../post/build-post.ts'
import { walkHtml } from '../../post/markup/walk-html.ts'
import type { Author, Media, PlatformPost } from '../../post/post.ts'
import { plainText } from '../../post/text.ts'
import { pageOf } from './page-of.ts'
import { readCards } from './read-cards.ts'

export type Where = {
  /** Resolves relative URLs of a post that has no URL. */
  readonly base: string
  /** Of the site; posts have no language. */
  readonly language: string | null
}

/** Returns null when the post has no id. */
export const mapPost = (value: unknown, { base, language }: Where): PlatformPost | null => {
  const post = jsonObject(value)
  const id = stringOrNull(post.id)
  if (id === null) return null
  const url = pageOf(post.url, base)
  const html = stringOrNull(post.html) ?? ''
  const walked = walkHtml(html, url ?? base)
  const text = plainText(post.plaintext) ?? walked.text
  const cards = readCards(html, url ?? base)
  const publishedAt = parseTime(post.published_at)
  const updatedAt = parseTime(post.updated_at)
  return buildPost({
    id,
    url,
    // A members-only post has no body to derive the kind from.
    kind: 'article',
    title: plainText(post.title),
    summary: summaryOf(post, text),
    text,
    html: walked.html,
    language,
    tags: tagsOf(post),
    publishedAt,
    // Every save changes it. The post was edited if it is later than the time of publishing.
    editedAt: updatedAt !== null && publishedAt !== null && updatedAt > publishedAt ? updatedAt : null,
    author: mapAuthor(post.primary_author ?? jsonList(post.authors)[0], base),
    media: uniqueFiles([...featureOf(post, base), ...cards.media]).slice(0, MAX_MEDIA),
    link: cards.link,
  })
}

/** The markup that mapping parses. */
export const textsOf = (value: unknown): readonly string[] => {
  const { html } = jsonObject(value)
  return typeof html === 'string' ? [html] : []
}

/** The handle of an author is the slug. */
export const mapAuthor = (value: unknown, base: string): Author | null => {
  const author = jsonObject(value)
  const [id, handle, displayName] = [stringOrNull(author.id), stringOrNull(author.slug), plainText(author.name)]
  if (id === null && handle === null && displayName === null) return null
  return buildAuthor({
    id,
    handle,
    displayName,
    url: pageOf(author.url, base),
    avatarUrl: absoluteUrl(author.profile_image, base),
  })
}

/** The custom excerpt, or Ghost's own if it is not just the start of the text. */
const summaryOf = (post: JsonObject, text: string | null): string | null => {
  const own = plainText(post.custom_excerpt)
  if (own !== null) return own
  const excerpt = plainText(post.excerpt)
  return excerpt === null || begins(text ?? '', excerpt) ? null : excerpt
}

/** Plain text has URLs in brackets after links. */
const BRACKETED_URL = /\[https?:[^\s\]]{1,2000}\]/g

const begins = (text: string, excerpt: string): boolean => {
  const start = text.slice(0, 4 * excerpt.length + 4_000)
  return fold(start).startsWith(fold(excerpt)) || fold(withoutUrls(start)).startsWith(fold(withoutUrls(excerpt)))
}

const withoutUrls = (text: string): string => text.replace(BRACKETED_URL, '')
const fold = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** The primary tag comes first. Internal tags (`#name`) are marks for themes. */
const tagsOf = (post: JsonObject): readonly unknown[] =>
  [post.primary_tag, ...jsonList(post.tags)]
    .map(jsonObject)
    .filter(({ visibility, name }) => visibility !== 'internal' && !(typeof name === 'string' && name.startsWith('#')))
    .map(({ name }) => name)

const featureOf = (post: JsonObject, base: string): Media[] => {
  const url = absoluteUrl(post.feature_image, base)
  if (url === null) return []
  const type = /\.gif$/i.test(new URL(url).pathname) ? 'gif' : 'image'
  return [buildMedia({ type, url, alt: plainText(post.feature_image_alt) })]
}

/** Each size of an image has its own folder. */
const keyOf = ({ url, embedUrl, previewUrl }: Media): string | null =>
  url?.replace(/\/content\/images\/size\/[a-z0-9]+\//, '/content/images/') ?? embedUrl ?? previewUrl

const uniqueFiles = (media: readonly Media[]): Media[] => {
  const seen = new Set<string | null>()
  return media.filter((each) => {
    const key = keyOf(each)
    const isNew = !seen.has(key)
    seen.add(key)
    return isNew
  })
}
