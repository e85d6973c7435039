// Reads pages of a ranked list and of the search. The search ends after 1,000 hits whatever the page, so lists by time
// continue from the time of the last hit.

import type { JsonObject } from '../../parsing/json-value.ts'
import type { Call, Send } from '../../upstream/contract/call.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import type { Posts, PostsRequest } from '../../upstream/contract/source.ts'
import { bySecond } from '../../upstream/paging/by-second.ts'
import { walk } from '../../upstream/paging/walk.ts'
import { RANKED_PAGES, walkUnsorted } from '../../upstream/paging/walk-unsorted.ts'
import { requestHits, requestItem, requestRanked } from './call-api.ts'
import type { Ranked } from './canonicalize-place.ts'
import { hasTag, keyOf, mapHit, textsOf, timeOf, toHit } from './map-item.ts'

/** What to find: all, those of an author, those with words, or those that link to a site. */
export type Found = {
  readonly type: 'story' | 'comment'
  readonly author?: string | undefined
  readonly words?: string
  readonly site?: string
}

type Request = Pick<PostsRequest<unknown>, 'send' | 'after' | 'limit'>

/** Kinds of items that stand in lists of stories. */
const STORIES = ['story', 'poll', 'job'] as const
const MOST_HITS = 1_000
const COUNT = /^\d{1,4}$/
/** Items that are requested at the same time. */
const CONCURRENCY = 5
const tagsOf = ({ type, author }: Found): string => {
  const types = type === 'story' ? `(${STORIES.join(',')})` : type
  return author === undefined ? types : `${types},author_${author}`
}

const queryOf = (found: Found): NonNullable<Call['query']> => ({
  tags: tagsOf(found),
  query: found.site ?? found.words,
  // Otherwise a search for `rust` finds `trust`.
  ...((found.words ?? found.site) !== undefined && { typoTolerance: 'false' }),
  ...(found.site !== undefined && { restrictSearchableAttributes: 'url' }),
})

const hostOf = (url: unknown): string => (typeof url === 'string' ? (URL.parse(url)?.hostname ?? '') : '')

/** The search matches parts of a site's name, too. */
const isFound = (hit: JsonObject, { type, author, site }: Found): boolean =>
  (type === 'comment' ? hasTag(hit, 'comment') : STORIES.some((each) => hasTag(hit, each))) &&
  (author === undefined || hit.author === author) &&
  (site === undefined || `.${hostOf(hit.url)}`.endsWith(`.${site}`))

const secondOf = ({ created_at_i: seconds }: JsonObject): number | undefined =>
  typeof seconds === 'number' && Number.isSafeInteger(seconds) && seconds > 0 ? seconds : undefined

export const readFoundByDate = ({ send, after, limit }: Request, found: Found): Promise<Posts> =>
  walk<JsonObject>({
    ...{ after, limit, keyOf, textsOf, timeOf },
    anchor: 'post',
    map: mapHit,
    read: bySecond({
      ...{ limit, largest: MOST_HITS, secondOf },
      isListed: (hit) => isFound(hit, found),
      read: (until, hitsPerPage) => {
        const numericFilters = until === undefined ? undefined : `created_at_i<=${until}`
        return requestHits(send, 'search_by_date', { ...queryOf(found), numericFilters, hitsPerPage })
      },
    }),
  })

export const readFoundByRelevance = ({ send, after, limit }: Request, found: Found): Promise<Posts> =>
  walkUnsorted<JsonObject>({
    ...{ after, limit, keyOf, textsOf, map: mapHit, mostPages: RANKED_PAGES },
    async read(at) {
      if (at !== undefined && !COUNT.test(at)) throw new Refused('invalid_cursor')
      const page = Number(at ?? '0')
      const hits = await requestHits(send, 'search', { ...queryOf(found), page, hitsPerPage: limit })
      const items = hits.filter((hit) => isFound(hit, found))
      return { items, next: hits.length < limit ? undefined : String(page + 1) }
    },
  })

/** The stories of these ids in one call, in their order. The search finds a new story after some minutes: until then, the
 * API returns it. */
const readStories = async (send: Send, ids: readonly number[]): Promise<readonly JsonObject[]> => {
  if (ids.length === 0) return []
  const tags = `(${STORIES.join(',')}),(${ids.map((id) => `story_${id}`).join(',')})`
  const hits = await requestHits(send, 'search', { tags, hitsPerPage: ids.length })
  const found = new Map(hits.map((hit) => [keyOf(hit), hit]))
  const stories: JsonObject[] = []
  for (let from = 0; from < ids.length; from += CONCURRENCY) {
    const some = ids.slice(from, from + CONCURRENCY).map(async (id) => {
      const hit = found.get(String(id))
      return hit ?? toHit((await requestItem(send, `item/${id}`, { about: 'post' })).item)
    })
    stories.push(...(await Promise.all(some)).filter((story) => story !== undefined))
  }
  return stories
}

export const readRanked = ({ send, after, limit }: Request, list: Ranked): Promise<Posts> =>
  walkUnsorted<JsonObject>({
    ...{ after, limit, keyOf, textsOf, map: mapHit },
    async read(at) {
      if (at !== undefined && !COUNT.test(at)) throw new Refused('invalid_cursor')
      const offset = Number(at ?? '0')
      const ids = await requestRanked(send, list)
      const end = offset + limit
      return {
        items: await readStories(send, ids.slice(offset, end)),
        next: end < ids.length ? String(end) : undefined,
      }
    },
  })
