// Maps a pin of the API to a post, and the account to the profile. Pure. Every field except the id may be missing.

import { type JsonObject, jsonList, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import {
  buildAuthor,
  buildMedia,
  buildPost,
  buildProfile,
  countOrNull,
  pixelsOrNull,
  stringOrNull,
} from '../../post/build-post.ts'
import { describeText, hashtagsOf } from '../../post/describe-text.ts'
import type { Author, Media, PlatformPost, PlatformProfile, PostKind } from '../../post/post.ts'
import { plainText, textToHtml } from '../../post/text.ts'
import { uniqueMedia } from '../../post/unique-media.ts'
import { SITE } from './urls.ts'

const ID = /^\d{5,24}$/

export const pinUrl = (id: string): string => `${SITE}/pin/${id}/`
export const isPinId = (id: unknown): id is string => typeof id === 'string' && ID.test(id)

/** Hashtags link to a search for them. */
export const htmlOf = (text: string | null): string | null =>
  describeText(text, { tag: (tag) => `${SITE}/search/pins/?q=%23${encodeURIComponent(tag)}` })

export const mapAccount = (account: JsonObject, handle: string): PlatformProfile => {
  const bio = plainText(account.about)
  const name = stringOrNull(account.username) ?? handle
  return buildProfile({
    id: stringOrNull(account.id),
    handle: name,
    displayName: plainText(account.business_name) ?? name,
    url: `${SITE}/${encodeURIComponent(name)}/`,
    avatarUrl: absoluteUrl(account.profile_image),
    bio: { text: bio, html: textToHtml(bio) },
    counts: {
      followers: countOrNull(account.follower_count),
      following: countOrNull(account.following_count),
      posts: countOrNull(account.pin_count),
    },
  })
}

export const authorNamed = (name: string): Author =>
  buildAuthor({ handle: name, url: `${SITE}/${encodeURIComponent(name)}/` })

/** null when the pin has no id. `note` is private to the owner and not mapped. */
export const mapPin = (pin: JsonObject, author: Author | null): PlatformPost | null => {
  const { id, parent_pin_id: parent } = pin
  if (!isPinId(id)) return null
  const text = plainText(pin.description)
  const title = plainText(pin.title)
  const media = mediaOf(id, jsonObject(pin.media), plainText(pin.alt_text))
  const target = absoluteUrl(pin.link)
  const metrics = jsonObject(jsonObject(pin.pin_metrics).lifetime_metrics)
  return buildPost({
    id,
    url: pinUrl(id),
    kind: kindOf(media, target),
    title,
    text,
    html: htmlOf(text),
    tags: [...hashtagsOf(title), ...hashtagsOf(text)],
    publishedAt: parseTime(pin.created_at),
    author,
    media,
    link:
      target === null || target === pinUrl(id) ? null : { url: target, title: null, description: null, imageUrl: null },
    metrics: {
      likes: countOrNull(metrics.reaction),
      comments: countOrNull(metrics.comment),
      views: countOrNull(metrics.impression),
    },
    repostOf: isPinId(parent) ? { id: parent, url: pinUrl(parent), author: null } : null,
  })
}

/** The media decide the kind, whatever the text says. */
const kindOf = ([first, second]: readonly Media[], target: string | null): PostKind => {
  if (first === undefined) return target === null ? 'text' : 'link'
  if (second !== undefined) return 'gallery'
  return first.type === 'video' ? 'video' : 'image'
}

const mediaOf = (id: string, media: JsonObject, alt: string | null): Media[] => {
  const items = jsonList(media.items).map(jsonObject)
  const all = (items.length > 0 ? items : [media]).flatMap((item, at) => mapItem(id, item, at === 0 ? alt : null) ?? [])
  return uniqueMedia(all)
}

const mapItem = (id: string, item: JsonObject, alt: string | null): Media | null => {
  const isVideo =
    item.media_type === 'video' || item.item_type === 'video' || stringOrNull(item.cover_image_url) !== null
  const sizes = Object.values(jsonObject(item.images))
    .map(jsonObject)
    .flatMap(({ url, width, height }) => {
      const source = absoluteUrl(url)
      return source === null ? [] : [{ url: source, width: pixelsOrNull(width), height: pixelsOrNull(height) }]
    })
    .toSorted((one, other) => (other.width ?? 0) - (one.width ?? 0))
  const [largest, smaller] = sizes
  if (!isVideo) return largest ? buildMedia({ type: 'image', ...largest, previewUrl: smaller?.url, alt }) : null
  const milliseconds = countOrNull(item.duration)
  return buildMedia({
    type: 'video',
    // Only a few applications get the file's URL. The player is always available.
    url: absoluteUrl(item.video_url),
    previewUrl: absoluteUrl(item.cover_image_url) ?? largest?.url ?? null,
    embedUrl: `https://assets.pinterest.com/ext/embed.html?id=${id}`,
    width: pixelsOrNull(item.width),
    height: pixelsOrNull(item.height),
    durationSeconds: milliseconds === null ? null : milliseconds / 1_000,
    alt,
  })
}
