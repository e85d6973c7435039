// The variants: the query for the server, and the posts to keep from the response.

import { lookUp } from '../../parsing/look-up.ts'
import type { PlatformPost } from '../../post/post.ts'
import { foldTag } from '../../urls/tags.ts'

export type Selection = {
  readonly query: Readonly<Record<string, string>>
  /** Not every server supports every filter, so each is applied here as well. */
  readonly matches: (post: PlatformPost, accountId: string) => boolean
}

const isOwn = ({ repostOf }: PlatformPost) => repostOf === null

/** A reply to oneself continues a thread. Mastodon's own filter keeps it, too. */
const isNoReplyToOthers = ({ replyTo }: PlatformPost, accountId: string) =>
  replyTo === null || replyTo.author?.id === accountId

const POSTS: Selection = {
  query: { exclude_replies: 'true', exclude_reblogs: 'true' },
  matches: (post, accountId) => isOwn(post) && isNoReplyToOthers(post, accountId),
}

const SELECTIONS: Readonly<Record<string, Selection>> = {
  posts: POSTS,
  replies: { query: { exclude_reblogs: 'true' }, matches: isOwn },
  media: {
    query: { only_media: 'true', exclude_reblogs: 'true' },
    matches: (post) => isOwn(post) && post.media.length > 0,
  },
  all: { query: {}, matches: () => true },
}

/** Replies count, too. Not every server supports the filter. */
export const selectionOfTag = (tag: string): Selection => ({
  query: { tagged: tag, exclude_reblogs: 'true' },
  matches: (post) => isOwn(post) && post.tags.some((each) => foldTag(each) === tag),
})

export const selectionOf = (variant: string): Selection => lookUp(SELECTIONS, variant) ?? POSTS
