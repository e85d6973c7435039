// Converts a post of a blog's feed to what the API would return, as far as the feed has the data.

import { buildAuthor, buildPost } from '../../post/build-post.ts'
import type { PlatformPost, PlatformProfile } from '../../post/post.ts'

/** A feed gives every post a title, mostly the beginning of its text. */
const isInText = (title: string, text: string | null): boolean => {
  const fold = (part: string) => part.replace(/\s+/g, ' ').trim()
  const [beginning = ''] = fold(title).split(/…$|\.{3}$/, 1)
  return text !== null && fold(text.slice(0, 10_000)).includes(beginning.trim())
}

/** null when the entry is no post. */
export const adaptEntry = (
  post: PlatformPost,
  { handle, profile }: { readonly handle: string; readonly profile: PlatformProfile },
): PlatformPost | null => {
  const id = /\/post\/(?<id>\d{1,20})(?:\/|$)/.exec(post.url ?? post.id)?.groups?.id
  if (id === undefined) return null
  const { title, kind, ...rest } = post
  const isVideo = kind === 'video' || kind === 'audio'
  return buildPost({
    ...rest,
    id,
    ...(isVideo && { kind }),
    title: title === null || title === 'Photo' || title === 'Video' || isInText(title, post.text) ? null : title,
    author: buildAuthor({ handle, displayName: profile.displayName, url: profile.url }),
  })
}
