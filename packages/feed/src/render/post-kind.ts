// Which design a post gets. It follows from what the post has, so that a post of an unknown kind gets one too.

import type { FeedPost } from './types.ts'

export type PostKind = 'photo' | 'gallery' | 'video' | 'audio' | 'article' | 'link' | 'poll' | 'text'

/** A text of at most so many characters is set in large type. */
const SHORT_TEXT = 140

/** Design of a post's only medium, by its type. */
const MEDIA: ReadonlyMap<string, PostKind> = new Map([
  ['image', 'photo'],
  ['video', 'video'],
  ['gif', 'video'],
  ['audio', 'audio'],
])

export const kindOf = ({ kind, media, poll, link, title }: FeedPost): PostKind => {
  const count = media?.length ?? 0
  if (poll) return 'poll'
  if (kind === 'article') return 'article'
  if (count > 1) return 'gallery'
  if (count === 1) return MEDIA.get(media?.[0]?.type ?? '') ?? 'photo'
  if (link) return 'link'
  return typeof title === 'string' ? 'article' : 'text'
}

/** Emoji and signs alone, which stand in type of several times the size. */
const EMOJI = /^[^\p{L}]{1,12}$/u

/** Whether the post is little but a short text. */
export const isShort = (post: FeedPost): boolean =>
  kindOf(post) === 'text' && !post.quoteOf && [...(post.text ?? post.summary ?? '')].length <= SHORT_TEXT

/** Whether the text of a short post is emoji alone. */
export const isEmoji = (post: FeedPost): boolean => isShort(post) && EMOJI.test(post.text ?? post.summary ?? '')
