// A page of an account's feed. The AppView's cursor is opaque and stands for a moment in time, so that new posts shift
// nothing. A pinned post comes at the head of the first page and again later where it belongs: there it is dropped.

import { type JsonObject, jsonList, jsonObject } from '../../parsing/json-value.ts'
import { parseJson } from '../../parsing/parse-json.ts'
import { stringOrNull } from '../../post/build-post.ts'
import { Refused } from '../contract/refusal.ts'
import type { PostsRequest } from '../contract/source.ts'
import { callAppView } from './call-appview.ts'
import { isRepost, PIN, reasonOf, uriOf } from './map-post.ts'

export type FeedPage = { readonly items: readonly unknown[]; readonly next: string | undefined }

type FeedRequest = Pick<PostsRequest<unknown>, 'ask' | 'handle' | 'variant' | 'after' | 'limit'>

type Selection = { readonly filter: string; readonly hasPins: boolean }

const POSTS: Selection = { filter: 'posts_no_replies', hasPins: true }

/** As the tabs of a profile show them, reposts included. The tab of posts also shows whole threads of the author's own, but
 * `posts_and_author_threads` decides by page what is whole: posts would be lost between pages. */
const SELECTIONS: Readonly<Record<string, Selection>> = {
  posts: POSTS,
  replies: { filter: 'posts_with_replies', hasPins: true },
  media: { filter: 'posts_with_media', hasPins: false },
  videos: { filter: 'posts_with_video', hasPins: false },
}

/** Behind what the next page begins: the AppView's cursor, and the post that was given ahead of its place. */
type Position = { readonly cursor: string; readonly pinnedUri: string | null }

export const readFeed = async ({ ask, handle, variant, after, limit }: FeedRequest): Promise<FeedPage> => {
  const position = after === undefined ? undefined : decode(after)
  const { filter, hasPins } = (Object.hasOwn(SELECTIONS, variant) && SELECTIONS[variant]) || POSTS
  const asksForPin = hasPins && position === undefined && limit > 1
  const answer = await callAppView(ask, 'app.bsky.feed.getAuthorFeed', {
    actor: handle,
    filter,
    // The pin comes on top of what was asked for.
    limit: String(asksForPin ? limit - 1 : limit),
    includePins: String(asksForPin),
    ...(position && { cursor: position.cursor }),
  })
  const { feed, cursor } = readBody(answer.json())
  const pin = feed.find((item) => reasonOf(item).$type === PIN)
  const pinnedUri = position?.pinnedUri ?? uriOf(pin)
  const items = feed.filter((item) => item === pin || isRepost(item) || pinnedUri === null || uriOf(item) !== pinnedUri)
  // A cursor that the AppView does not understand is answered with an empty feed and no cursor: the end as well.
  const isEnd = cursor === null || cursor === position?.cursor
  return { items: items.slice(0, limit), next: isEnd ? undefined : encode({ cursor, pinnedUri }) }
}

const readBody = (body: unknown): { feed: readonly unknown[]; cursor: string | null } => {
  const { feed, cursor }: JsonObject = jsonObject(body)
  if (!Array.isArray(feed)) throw new Refused('broken')
  return { feed: jsonList(feed), cursor: stringOrNull(cursor) }
}

const encode = ({ cursor, pinnedUri }: Position): string => JSON.stringify([cursor, pinnedUri])

const decode = (after: string): Position => {
  try {
    const [cursor, pinnedUri] = jsonList(parseJson(after))
    if (typeof cursor === 'string') return { cursor, pinnedUri: stringOrNull(pinnedUri) }
  } catch {
    // Told below, as any other position that is none.
  }
  throw new Refused('invalid_cursor')
}
