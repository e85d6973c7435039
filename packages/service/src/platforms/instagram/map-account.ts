// An Instagram account of Business Discovery → a profile. Pure. Instagram omits empty fields.

import type { JsonObject } from '../../parsing/json-value.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { buildAuthor, buildProfile, countOrNull, stringOrNull } from '../../post/build-post.ts'
import { describeText } from '../../post/describe-text.ts'
import type { Author, PlatformProfile } from '../../post/post.ts'
import { plainText } from '../../post/text.ts'

export const SITE = 'https://www.instagram.com'
export const LINKS = {
  tag: (tag: string) => `${SITE}/explore/tags/${encodeURIComponent(tag)}/`,
  name: (name: string) => `${SITE}/${name.toLowerCase()}/`,
}

/** Instagram itself does not link URLs in a biography. */
export const mapAccount = (account: JsonObject, handle: string): PlatformProfile => {
  const text = plainText(account.biography)
  return buildProfile({
    id: stringOrNull(account.id),
    handle,
    displayName: plainText(account.name),
    url: `${SITE}/${handle}/`,
    avatarUrl: absoluteUrl(account.profile_picture_url),
    bio: { text, html: describeText(text, LINKS) },
    counts: {
      followers: countOrNull(account.followers_count),
      following: countOrNull(account.follows_count),
      posts: countOrNull(account.media_count),
    },
  })
}

export const authorOf = ({ id, handle, displayName, url, avatarUrl }: PlatformProfile): Author =>
  buildAuthor({ id, handle, displayName, url, avatarUrl })
