// Maps an account of either API to the profile. Pure. The Display API returns some fields only with the owner's consent.

import type { JsonObject } from '../../parsing/json-value.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { buildAuthor, buildProfile, countOrNull, stringOrNull } from '../../post/build-post.ts'
import type { Author, PlatformProfile } from '../../post/post.ts'
import { plainText } from '../../post/text.ts'
import { captionHtml, SITE } from './caption.ts'

export const mapUser = (user: JsonObject, handle: string): PlatformProfile => {
  const bio = plainText(user.bio_description)
  const name = stringOrNull(user.username) ?? handle
  return buildProfile({
    id: stringOrNull(user.open_id),
    handle: name,
    displayName: plainText(user.display_name),
    url: `${SITE}/@${encodeURIComponent(name)}`,
    avatarUrl: absoluteUrl(user.avatar_large_url) ?? absoluteUrl(user.avatar_url) ?? absoluteUrl(user.avatar_url_100),
    bio: { text: bio, html: captionHtml(bio) },
    verified: typeof user.is_verified === 'boolean' ? user.is_verified : null,
    counts: {
      followers: countOrNull(user.follower_count),
      following: countOrNull(user.following_count),
      posts: countOrNull(user.video_count),
    },
  })
}

/** The author when only the name is known. */
export const authorNamed = (name: string): Author =>
  buildAuthor({ handle: name, url: `${SITE}/@${encodeURIComponent(name)}` })
