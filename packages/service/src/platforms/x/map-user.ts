// Maps an account of X to the profile, and to the author of posts. Pure.

import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { buildAuthor, buildProfile, countOrNull, stringOrNull } from '../../post/build-post.ts'
import type { Author, PlatformProfile } from '../../post/post.ts'
import { plainText, textToHtml } from '../../post/text.ts'
import { readRichText } from './rich-text.ts'

export const SITE = 'https://x.com'

/** null when the account has no id. */
export const mapUser = (user: JsonObject): PlatformProfile | null => {
  const { id, handle, ...author } = mapAuthor(user)
  if (id === null) return null
  const metrics = jsonObject(user.public_metrics)
  const { text, html } = readRichText(user.description, jsonObject(user.entities).description)
  return buildProfile({
    ...author,
    id,
    handle: handle ?? `i/user/${id}`,
    bannerUrl: absoluteUrl(user.profile_banner_url),
    bio: { text, html },
    verified: typeof user.verified === 'boolean' ? user.verified : null,
    createdAt: parseTime(user.created_at),
    counts: {
      followers: countOrNull(metrics.followers_count),
      following: countOrNull(metrics.following_count),
      posts: countOrNull(metrics.tweet_count) ?? countOrNull(metrics.post_count),
    },
  })
}

type Named = { readonly id: string; readonly handle: string }

/** `users`: the included ones, with its owner. X reports no image of a list. */
export const mapList = (list: JsonObject, users: ReadonlyMap<unknown, JsonObject>, named: Named): PlatformProfile => {
  const bio = plainText(list.description)
  const owner = users.get(list.owner_id)
  return buildProfile({
    ...named,
    displayName: plainText(list.name),
    url: `${SITE}/i/lists/${named.handle.split('/').at(-1) ?? ''}`,
    owner: owner === undefined ? null : mapAuthor(owner),
    bio: { text: bio, html: textToHtml(bio) },
    createdAt: parseTime(list.created_at),
    counts: { followers: countOrNull(list.follower_count), following: countOrNull(list.member_count) },
  })
}

/** X allows 15 characters today; the limit is higher, so that no name is lost. */
const HANDLE = /^\w{1,50}$/

const handleOf = (value: unknown): string | null => (typeof value === 'string' && HANDLE.test(value) ? value : null)

export const mapAuthor = (user: JsonObject): Author => {
  const id = stringOrNull(user.id)
  const handle = handleOf(user.username)
  const page = handle === null ? `${SITE}/i/user/${id}` : `${SITE}/${encodeURIComponent(handle)}`
  return buildAuthor({
    id,
    handle,
    displayName: plainText(user.name),
    url: id === null && handle === null ? null : page,
    avatarUrl: avatarOf(user.profile_image_url),
  })
}

/** X returns the size of 48 pixels. The same image in 400 pixels has a similar URL. */
const avatarOf = (value: unknown): string | null =>
  absoluteUrl(value)?.replace(/_normal(?<ending>\.[a-z]{3,4})$/, '_400x400$<ending>') ?? null
