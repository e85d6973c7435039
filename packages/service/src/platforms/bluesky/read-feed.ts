// A page of an account's feed. A pinned post comes at the head of the first page and again later where it belongs: there it
// is dropped.

import { jsonList } from '../../parsing/json-value.ts'
import { parseJson } from '../../parsing/parse-json.ts'
import { stringOrNull } from '../../post/build-post.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import type { PostsRequest } from '../../upstream/contract/source.ts'
import { visit, wasVisited } from '../../upstream/paging/position.ts'
import { isRepost, PIN, reasonOf, uriOf } from './map-post.ts'
import { readAuthorFeed } from './read-author-feed.ts'

export type FeedPage = { readonly items: readonly unknown[]; readonly next: string | undefined }

type FeedRequest = Pick<PostsRequest<unknown>, 'send' | 'handle' | 'variant' | 'after' | 'limit'>

type Selection = { readonly filter: string; readonly hasPins: boolean }

const POSTS: Selection = { filter: 'posts_no_replies', hasPins: true }

/** As the tabs of a profile show them, reposts included. The tab of posts also shows whole threads of the author's own, but
 * `posts_and_author_threads` decides by page what is whole: posts would be lost between pages. */
const SELECTIONS: Readonly<Record<string, Selection>> = {
  posts: POSTS,
  replies: { filter: 'posts_with_replies', hasPins: true },
  videos: { filter: 'posts_with_video', hasPins: false },
}

/** Behind what the next page begins: the AppView's cursor, and the post that was given ahead of its place. */
type Position = {
  readonly cursor: string
  readonly pinnedUri: string | null
  /** The cursors before. */
  readonly visited: string
}

export const readFeed = async (request: FeedRequest): Promise<FeedPage> => {
  const { variant, after, limit } = request
  const position = after === undefined ? undefined : decode(after)
  const { filter, hasPins } = (Object.hasOwn(SELECTIONS, variant) && SELECTIONS[variant]) || POSTS
  const requested = { filter, ...(position ? { cursor: position.cursor } : { includePins: hasPins && limit > 1 }) }
  const all = await readAuthorFeed(request, requested)
  // The pin comes on top of what was asked for; what it pushes off the page is behind no cursor but that of a shorter one.
  const isOver = all.items.length > limit && reasonOf(all.items[0]).$type === PIN
  const { items, cursor } = isOver ? await readAuthorFeed({ ...request, limit: limit - 1 }, requested) : all
  const pin = items.find((item) => reasonOf(item).$type === PIN)
  const pinnedUri = position?.pinnedUri ?? uriOf(pin)
  const shown = items.filter(
    (item) => item === pin || isRepost(item) || pinnedUri === null || uriOf(item) !== pinnedUri,
  )
  // A cursor that the AppView does not understand is answered with an empty feed and no cursor: the end as well.
  const visited = visit(position?.visited ?? '', position?.cursor)
  const isEnd = cursor === null || wasVisited(visited, cursor)
  return { items: shown.slice(0, limit), next: isEnd ? undefined : encode({ cursor, pinnedUri, visited }) }
}

const encode = ({ cursor, pinnedUri, visited }: Position): string => JSON.stringify([cursor, pinnedUri, visited])

const decode = (after: string): Position => {
  try {
    const [cursor, pinnedUri, visited] = jsonList(parseJson(after))
    if (typeof cursor === 'string')
      return { cursor, pinnedUri: stringOrNull(pinnedUri), visited: stringOrNull(visited) ?? '' }
  } catch {
    // Told below, as any other position that is none.
  }
  throw new Refused('invalid_cursor')
}
