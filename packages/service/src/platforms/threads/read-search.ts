// Reads a topic tag or a search. Without Meta's approval, a search succeeds and finds only posts of the token's owner, so a page of
// one author, or of none, is checked against a search that finds many.
// https://developers.facebook.com/docs/threads/keyword-search

import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { buildHashtag, buildSearch } from '../../post/build-named-profile.ts'
import { stringOrNull } from '../../post/build-post.ts'
import type { Call, Send } from '../../upstream/contract/call.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import { requireList } from '../../upstream/contract/require-list.ts'
import type { Account, Posts, PostsRequest } from '../../upstream/contract/source.ts'
import { byTokenOfFewer } from '../../upstream/paging/request-fewer.ts'
import { type Batch, walk } from '../../upstream/paging/walk.ts'
import { RANKED_PAGES, walkUnsorted } from '../../upstream/paging/walk-unsorted.ts'
import type { SearchHandle } from '../../urls/search-handles.ts'
import { requestFields } from '../meta/graph.ts'
import { FIELDS } from './fields.ts'
import { mapPost } from './map-post.ts'
import { SITE } from './map-profile.ts'
import { API, SEARCHES } from './urls.ts'

const MAX_POSTS = 100

/** Threads has nothing to say of a tag. */
export const searchAccount = (search: SearchHandle): Account<undefined> => {
  if (search.is === 'tag') {
    const handle = `#${search.tag}`
    const url = `${SITE}/tag/${encodeURIComponent(search.tag)}`
    const profile = buildHashtag({ id: `hashtag ${handle}`, handle, url, tag: search.tag })
    return { id: `hashtag ${handle}`, handle, profile, keep: undefined }
  }
  const { query } = search
  const named = { id: `search ${query}`, handle: `search/${query}` }
  const url = `${SITE}/search?${new URLSearchParams({ q: query })}`
  return { ...named, profile: buildSearch({ ...named, url, query }), keep: undefined }
}

const searchCall = (query: NonNullable<Call['query']>): Call => ({
  url: `${API}/keyword_search`,
  query,
  bucket: SEARCHES,
  cost: { [SEARCHES]: 1 },
})

const authorsOf = (items: readonly JsonObject[]): ReadonlySet<string | null> =>
  new Set(items.map(({ username }) => stringOrNull(username)))

const NOT_APPROVED =
  'Meta has not granted the application the permission threads_keyword_search. Without it, searches find only posts of the token’s owner.'

/** What everybody finds posts of many authors for. */
const CONTROL = { q: 'threads', search_mode: 'KEYWORD', search_type: 'TOP', fields: 'id,username', limit: 25 }

/** Throws Refused (`credential_lacks_scope`) if not even the control has posts of several authors. */
const requireApproval = async (send: Send): Promise<void> => {
  const control = await send(searchCall(CONTROL))
  const found = requireList(jsonObject(control.json()).data).map(jsonObject)
  if (authorsOf(found).size < 2) throw new Refused('credential_lacks_scope', { message: NOT_APPROVED })
}

export const readSearch = (request: PostsRequest<unknown>, search: SearchHandle): Promise<Posts> => {
  const { send, now, variant, after, limit } = request
  const words = search.is === 'tag' ? search.tag : search.query
  const read = async (cursor: string | undefined, size: number): Promise<Batch<JsonObject>> => {
    const callFor = (fields: string): Call =>
      searchCall({
        ...{ q: words, search_mode: search.is === 'tag' ? 'TAG' : 'KEYWORD' },
        search_type: variant === 'top' ? 'TOP' : 'RECENT',
        ...{ limit: size, fields, after: cursor },
      })
    const { body } = await requestFields(send, callFor, FIELDS, { isBehindCursor: cursor !== undefined })
    const items = requireList(body.data).map(jsonObject)
    if (cursor === undefined && authorsOf(items).size < 2) await requireApproval(send)
    return { items, next: stringOrNull(jsonObject(jsonObject(body.paging).cursors).after) ?? undefined }
  }
  const common = {
    ...{ after, limit },
    read: byTokenOfFewer(Math.min(limit, MAX_POSTS), read),
    map: (post: JsonObject) => mapPost(post, now()),
    keyOf: ({ id }: JsonObject) => String(id),
  }
  return variant === 'top'
    ? walkUnsorted<JsonObject>({ ...common, mostPages: RANKED_PAGES })
    : walk<JsonObject>({ ...common, anchor: 'post', timeOf: ({ timestamp }) => parseTime(timestamp) })
}
