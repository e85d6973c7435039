// The public feed of an account, for servers whose API requires a login. It has the newest notes, without renotes,
// quotes and counts.

import type { FeedReading } from '../../feeds/feed-reader.ts'
import { buildAuthor, buildPost, buildProfile } from '../../post/build-post.ts'
import type { PlatformPost, PlatformProfile } from '../../post/post.ts'
import { textToHtml } from '../../post/text.ts'
import { splitActor } from '../../urls/actor.ts'

/** `Name (@user@host)`. */
const TITLE_END = /\s\(@[^\s()]{1,200}\)$/
/** `12 Notes, 3 Following, ? Followers · ` before the bio. */
const COUNTS = /^[\d?]{1,12} Notes, [\d?]{1,12} Following, [\d?]{1,12} Followers(?: · |$)/

const adaptProfile = ({ displayName, url, avatarUrl, bio }: PlatformProfile, handle: string): PlatformProfile => {
  const text = bio.text?.replace(COUNTS, '').trim() || null
  return buildProfile({
    handle,
    displayName: displayName?.replace(TITLE_END, '') ?? null,
    url,
    avatarUrl,
    bio: { text, html: textToHtml(text) },
  })
}

/** The title only names the author, so it is dropped. */
const adaptNote = (
  post: PlatformPost,
  { handle, profile: { displayName, url, avatarUrl } }: { readonly handle: string; readonly profile: PlatformProfile },
): PlatformPost =>
  buildPost({
    ...post,
    title: null,
    kind: undefined,
    author: buildAuthor({ handle, displayName, url, avatarUrl }),
  })

export const feed: FeedReading = {
  address(handle) {
    const { name, host } = splitActor(handle)
    return `https://${host}/@${name}.atom`
  },
  wants: { media: ({ media }) => media.length > 0 },
  adapt: adaptNote,
  profile: adaptProfile,
}
