// Articles, users and organizations of DEV → the normalized form. Pure. Lists omit the body, so the caller passes it
// in.

import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { MAX_MEDIA } from '../../post/bound-html.ts'
import { buildAuthor, buildMedia, buildPost, buildProfile, countOrNull, stringOrNull } from '../../post/build-post.ts'
import { walkHtml } from '../../post/markup/walk-html.ts'
import type { Author, Media, PlatformPost, PlatformProfile } from '../../post/post.ts'
import { plainText, textToHtml } from '../../post/text.ts'
import { uniqueMedia } from '../../post/unique-media.ts'
import { SITE } from './urls.ts'

const profileUrl = (name: string | null): string | null =>
  name === null ? null : absoluteUrl(`${SITE}/${encodeURIComponent(name)}`)

const idOf = (value: unknown): string | null => countOrNull(value)?.toString() ?? null

/** `html`: the body from the feed. Returns null when the article has no id. */
export const mapArticle = (article: JsonObject, html?: string): PlatformPost | null => {
  const id = idOf(article.id)
  if (id === null) return null
  const url = absoluteUrl(article.url, SITE)
  const walked = walkHtml(stringOrNull(article.body_html) ?? html ?? '', url ?? SITE)
  return buildPost({
    id,
    url,
    // Lists have no body to derive the kind from.
    kind: 'article',
    title: plainText(article.title),
    summary: plainText(article.description),
    text: walked.text,
    html: walked.html,
    language: stringOrNull(article.language),
    tags: tagsOf(article),
    publishedAt: parseTime(article.published_at) ?? parseTime(article.published_timestamp),
    editedAt: parseTime(article.edited_at),
    author: mapAuthor(article.user),
    media: uniqueMedia([...coverOf(article), ...walked.media]).slice(0, MAX_MEDIA),
    metrics: {
      likes: countOrNull(article.public_reactions_count) ?? countOrNull(article.positive_reactions_count),
      comments: countOrNull(article.comments_count),
    },
  })
}

/** A list has an array in `tag_list` and a string in `tags`. A single article has them the other way around. */
const tagsOf = ({ tag_list: list, tags }: JsonObject): readonly unknown[] => {
  const written = [list, tags].find(Array.isArray) ?? tags ?? list
  if (Array.isArray(written)) return written
  return typeof written === 'string' ? written.split(',', 100) : []
}

/** DEV resizes images and writes the size into the URL. */
const MEASURE = /\/width=(?<width>\d{1,5}),height=(?<height>\d{1,5}),/

/** `social_image` is generated when an article has no cover, so it is not used. */
const coverOf = (article: JsonObject): Media[] => {
  const url = absoluteUrl(article.cover_image, SITE)
  if (url === null) return []
  const { width, height } = MEASURE.exec(url)?.groups ?? {}
  return [buildMedia({ type: 'image', url, ...(width && height && { width: Number(width), height: Number(height) }) })]
}

/** The author is always a user, also for articles of an organization. */
const mapAuthor = (value: unknown): Author | null => {
  const user = jsonObject(value)
  const [id, handle, displayName] = [idOf(user.user_id), stringOrNull(user.username), plainText(user.name)]
  if (id === null && handle === null && displayName === null) return null
  const avatarUrl = absoluteUrl(user.profile_image, SITE)
  return buildAuthor({ id, handle, displayName, url: profileUrl(handle), avatarUrl })
}

/** A user or an organization. Returns null when it has no id or name. */
export const mapAccount = (account: JsonObject): PlatformProfile | null => {
  const [id, handle] = [idOf(account.id), stringOrNull(account.username)]
  if (id === null || handle === null) return null
  const bio = plainText(account.summary) ?? plainText(account.tag_line)
  return buildProfile({
    id,
    handle,
    displayName: plainText(account.name),
    url: profileUrl(handle),
    avatarUrl: absoluteUrl(account.profile_image, SITE),
    bio: { text: bio, html: textToHtml(bio) },
    createdAt: parseTime(account.joined_at),
  })
}
