// The variants: what to ask a server for, and what to keep of what it sends.

import { lookUp } from '../../parsing/look-up.ts'
import type { PlatformPost } from '../../post/post.ts'

export type Selection = {
  readonly query: Readonly<Record<string, string>>
  /** Not every server knows every filter, so each is applied here as well. */
  readonly keeps: (post: PlatformPost, accountId: string) => boolean
}

const isOwn = ({ repostOf }: PlatformPost) => repostOf === null

/** An answer to oneself continues a thread: Mastodon's own filter leaves it in. */
const isNoResponseToOthers = ({ replyTo }: PlatformPost, accountId: string) =>
  replyTo === null || replyTo.author?.id === accountId

const POSTS: Selection = {
  query: { exclude_replies: 'true', exclude_reblogs: 'true' },
  keeps: (post, accountId) => isOwn(post) && isNoResponseToOthers(post, accountId),
}

const SELECTIONS: Readonly<Record<string, Selection>> = {
  posts: POSTS,
  replies: { query: { exclude_reblogs: 'true' }, keeps: isOwn },
  media: {
    query: { only_media: 'true', exclude_reblogs: 'true' },
    keeps: (post) => isOwn(post) && post.media.length > 0,
  },
  all: { query: {}, keeps: () => true },
}

export const selectionOf = (variant: string): Selection => lookUp(SELECTIONS, variant) ?? POSTS
