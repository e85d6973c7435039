// Maps a profile of Threads to the normalized form. Pure. All counts except followers are those of the last seven days, so they are
// not mapped.

import type { JsonObject } from '../../parsing/json-value.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { buildProfile, countOrNull } from '../../post/build-post.ts'
import { describeText } from '../../post/describe-text.ts'
import type { PlatformProfile } from '../../post/post.ts'
import { plainText } from '../../post/text.ts'

export const SITE = 'https://www.threads.com'
export const LINKS = { name: (name: string) => `${SITE}/@${name.toLowerCase()}` }

export const mapProfile = (profile: JsonObject, handle: string): PlatformProfile => {
  const text = plainText(profile.biography)
  return buildProfile({
    handle,
    displayName: plainText(profile.name),
    url: `${SITE}/@${handle}`,
    avatarUrl: absoluteUrl(profile.profile_picture_url),
    bio: { text, html: describeText(text, LINKS) },
    verified: typeof profile.is_verified === 'boolean' ? profile.is_verified : null,
    counts: { followers: countOrNull(profile.follower_count) },
  })
}
