// Views of an account → the normalized profile and author. Lexicon: app.bsky.actor.defs

import { jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { buildAuthor, buildProfile, countOrNull, stringOrNull } from '../../post/build-post.ts'
import type { Author, PlatformProfile } from '../../post/post.ts'
import { plainText, textToHtml } from '../../post/text.ts'

const SITE = 'https://bsky.app'

/** `handle.invalid` marks a handle that does not resolve to the account now. */
const handleOf = (handle: unknown): string | null => (handle === 'handle.invalid' ? null : stringOrNull(handle))

export const profileUrl = (actor: string): string => `${SITE}/profile/${actor}`

/** Returns null when the view has no DID. */
export const mapAuthor = (value: unknown): Author | null => {
  const view = jsonObject(value)
  const did = stringOrNull(view.did)
  if (did === null) return null
  const handle = handleOf(view.handle)
  return buildAuthor({
    id: did,
    handle,
    displayName: plainText(view.displayName),
    url: absoluteUrl(profileUrl(handle ?? did)),
    avatarUrl: absoluteUrl(view.avatar),
  })
}

/** `requestedHandle` is the canonical handle or DID of the request. */
export const mapProfile = (value: unknown, requestedHandle: string): PlatformProfile => {
  const view = jsonObject(value)
  const author = mapAuthor(value)
  const bio = plainText(view.description)
  return buildProfile({
    ...author,
    handle: author?.handle ?? requestedHandle,
    bannerUrl: absoluteUrl(view.banner),
    bio: { text: bio, html: textToHtml(bio) },
    verified: isVerified(view.verification),
    createdAt: parseTime(view.createdAt),
    counts: {
      followers: countOrNull(view.followersCount),
      following: countOrNull(view.followsCount),
      posts: countOrNull(view.postsCount),
    },
  })
}

/** Verified accounts and accounts that may verify others. */
const isVerified = (value: unknown): boolean | null => {
  if (value === undefined || value === null) return null
  const { verifiedStatus, trustedVerifierStatus } = jsonObject(value)
  return verifiedStatus === 'valid' || trustedVerifierStatus === 'valid'
}
