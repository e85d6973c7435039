// Reads one batch of an account's feed. The AppView's cursor is opaque and represents a time, so new posts do not shift
// it.
// https://docs.bsky.app/docs/api/app-bsky-feed-get-author-feed

import { jsonObject } from '../../parsing/json-value.ts'
import { stringOrNull } from '../../post/build-post.ts'
import { requireList } from '../../upstream/contract/require-list.ts'
import type { PostsRequest } from '../../upstream/contract/source.ts'
import { callAppView } from './call-appview.ts'

type FeedQuery = {
  readonly filter: string
  readonly cursor?: string
  /** Whether the pinned post comes first, in addition to `limit` posts. */
  readonly includePins?: boolean
}

/** `cursor` is null on the last page. Throws Refused (`broken`) when the response has no feed. */
export const readAuthorFeed = async (
  { send, handle, limit }: Pick<PostsRequest<unknown>, 'send' | 'handle' | 'limit'>,
  { filter, cursor, includePins = false }: FeedQuery,
): Promise<{ readonly items: readonly unknown[]; readonly cursor: string | null }> => {
  const response = await callAppView(send, 'app.bsky.feed.getAuthorFeed', {
    actor: handle,
    filter,
    limit: String(limit),
    includePins: String(includePins),
    ...(cursor !== undefined && { cursor }),
  })
  const body = jsonObject(response.json())
  return { items: requireList(body.feed), cursor: stringOrNull(body.cursor) }
}
