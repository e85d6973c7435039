// Reads a page of an account's feed. A pinned post comes first on the first page and again at its own place, where it
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

/** The same posts as the profile's tabs, including reposts. The tab "Posts" also shows whole threads of the author, but
 * `posts_and_author_threads` selects threads per page and would lose posts between pages. */
const SELECTIONS: Readonly<Record<string, Selection>> = {
  posts: POSTS,
  replies: { filter: 'posts_with_replies', hasPins: true },
  videos: { filter: 'posts_with_video', hasPins: false },
}

/** Where the next page starts: the AppView's cursor, and the pinned post that was already returned. */
type Position = {
  readonly cursor: string
  readonly pinnedUri: string | null
  /** Earlier cursors of this walk. */
  readonly visited: string
}

export const readFeed = async (request: FeedRequest): Promise<FeedPage> => {
  const { variant, after, limit } = request
  const position = after === undefined ? undefined : decode(after)
  const { filter, hasPins } = (Object.hasOwn(SELECTIONS, variant) && SELECTIONS[variant]) || POSTS
  const query = { filter, ...(position ? { cursor: position.cursor } : { includePins: hasPins && limit > 1 }) }
  const all = await readAuthorFeed(request, query)
  // The pin comes in addition to `limit`. A post that it pushes off the page is only reachable with a smaller `limit`.
  const isOver = all.items.length > limit && reasonOf(all.items[0]).$type === PIN
  const { items, cursor } = isOver ? await readAuthorFeed({ ...request, limit: limit - 1 }, query) : all
  const pin = items.find((item) => reasonOf(item).$type === PIN)
  const pinnedUri = position?.pinnedUri ?? uriOf(pin)
  const shown = items.filter(
    (item) => item === pin || isRepost(item) || pinnedUri === null || uriOf(item) !== pinnedUri,
  )
  // For an unknown cursor the AppView returns an empty feed without a cursor, which also ends the walk.
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
    // Falls through to `invalid_cursor`.
  }
  throw new Refused('invalid_cursor')
}
