// Maps a post of Threads to the normalized form; a post without an id is null. Pure. For posts of other accounts, the API returns
// no metrics, and only the id of quoted and reposted posts.

import { type JsonObject, jsonList, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { MAX_MEDIA } from '../../post/bound-html.ts'
import { buildAuthor, buildMedia, buildPoll, buildPost, countOrNull, stringOrNull } from '../../post/build-post.ts'
import { describeText } from '../../post/describe-text.ts'
import type { Author, LinkCard, Media, PlatformPost, PlatformProfile, Poll, PostReference } from '../../post/post.ts'
import { plainText } from '../../post/text.ts'
import { uniqueMedia } from '../../post/unique-media.ts'
import { LINKS, SITE } from './map-profile.ts'

export const authorOf = ({ handle, displayName, url, avatarUrl }: PlatformProfile): Author =>
  buildAuthor({ handle, displayName, url, avatarUrl })

/** `now` is in milliseconds since the epoch. Without an `author`, the fields of the post name it. */
export const mapPost = (
  post: JsonObject,
  now: number,
  author: Author | null = mapAuthor(post),
): PlatformPost | null => {
  const id = stringOrNull(post.id)
  if (id === null) return null
  const text = mapText(post)
  const url = mapUrl(post, author)
  return buildPost({
    id,
    url,
    text,
    html: describeText(text, LINKS),
    tags: [post.topic_tag],
    publishedAt: parseTime(post.timestamp),
    author,
    media: mapMedia(post),
    link: mapLink(post, url),
    poll: mapPoll(jsonObject(post.poll_attachment), now),
    repostOf: mapReference(post.reposted_post),
    replyTo: mapReference(post.replied_to),
    quoteOf: mapReference(post.quoted_post),
    sensitive: isSensitive(post),
  })
}

const mapAuthor = (post: JsonObject): Author | null => {
  const handle = stringOrNull(post.username)?.toLowerCase() ?? null
  if (handle === null) return null
  const avatarUrl = absoluteUrl(post.profile_picture_url)
  return buildAuthor({ handle, url: absoluteUrl(`/@${encodeURIComponent(handle)}`, SITE), avatarUrl })
}

/** The API omits the URL of a post whose media were removed for copyright, but not its short code. */
const mapUrl = ({ permalink, shortcode, username }: JsonObject, author: Author | null): string | null => {
  const reported = absoluteUrl(permalink)
  const [code, name] = [stringOrNull(shortcode), author?.handle ?? stringOrNull(username)]
  if (reported !== null || code === null || name === null) return reported
  return absoluteUrl(`/@${encodeURIComponent(name)}/post/${encodeURIComponent(code)}`, SITE)
}

/** The short text, followed by the long text that may be attached to it. */
const mapText = (post: JsonObject): string | null => {
  const parts = [plainText(post.text), plainText(jsonObject(post.text_attachment).plaintext)]
  return plainText(parts.filter((part) => part !== null).join('\n\n'))
}

const mapMedia = (post: JsonObject): Media[] => {
  const children = jsonList(jsonObject(post.children).data).slice(0, MAX_MEDIA).map(jsonObject)
  const all = children.flatMap((child) => mapMedium(child) ?? [])
  return uniqueMedia(all.length > 0 ? all : [mapMedium(post) ?? []].flat())
}

const TYPES: ReadonlyMap<unknown, Media['type']> = new Map([
  ['IMAGE', 'image'],
  // An album without its children still has the first image.
  ['CAROUSEL_ALBUM', 'image'],
  ['VIDEO', 'video'],
  ['AUDIO', 'audio'],
  ['GIF', 'gif'],
])

/** A video under a copyright claim has no URL, but may have a thumbnail. */
const mapMedium = ({ media_type, media_url, gif_url, thumbnail_url, alt_text }: JsonObject): Media | null => {
  const gif = absoluteUrl(gif_url)
  const type = gif === null ? TYPES.get(media_type) : 'gif'
  if (type === undefined) return null
  const url = gif ?? absoluteUrl(media_url)
  const previewUrl = absoluteUrl(thumbnail_url)
  if (url === null && previewUrl === null) return null
  const shown = media_type === 'CAROUSEL_ALBUM' && previewUrl !== null ? 'video' : type
  return buildMedia({ type: shown, url, previewUrl, alt: plainText(alt_text) })
}

const mapLink = (post: JsonObject, own: string | null): LinkCard | null => {
  const url = absoluteUrl(post.link_attachment_url) ?? absoluteUrl(jsonObject(post.text_attachment).link_attachment_url)
  return url === null || url === own ? null : { url, title: null, description: null, imageUrl: null }
}

/** Shares are fractions of 1. */
const mapPoll = (poll: JsonObject, now: number): Poll | null => {
  const votes = countOrNull(poll.total_votes)
  const endsAt = parseTime(poll.expiration_timestamp)
  return buildPoll({
    options: ['a', 'b', 'c', 'd'].flatMap((name) => {
      const text = plainText(poll[`option_${name}`])
      return text === null ? [] : [{ text, votes: votesOf(poll[`option_${name}_votes_percentage`], votes) }]
    }),
    votes,
    multiple: false,
    endsAt,
    closed: endsAt === null ? null : Date.parse(endsAt) <= now,
  })
}

const votesOf = (share: unknown, votes: number | null): number | null =>
  typeof share === 'number' && share >= 0 && share <= 1 && votes !== null ? Math.round(share * votes) : null

const mapReference = (other: unknown): PostReference | null => {
  const id = stringOrNull(jsonObject(other).id)
  return id === null ? null : { id, url: null, author: null }
}

const isSensitive = ({ is_spoiler_media, text_entities }: JsonObject): boolean | null => {
  const entities = jsonList(jsonObject(text_entities).data).map(jsonObject)
  if (is_spoiler_media === true || entities.some(({ entity_type }) => entity_type === 'SPOILER')) return true
  return is_spoiler_media === false ? false : null
}
