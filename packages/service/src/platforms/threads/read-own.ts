// Reads what Threads shows to the owner of a token only: the replies of the account, and the posts that mention it.
// https://developers.facebook.com/docs/threads/reply-management, https://developers.facebook.com/docs/threads/threads-mentions

import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { stringOrNull } from '../../post/build-post.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import { requireList } from '../../upstream/contract/require-list.ts'
import type { Posts, PostsRequest } from '../../upstream/contract/source.ts'
import { byTokenOfFewer } from '../../upstream/paging/request-fewer.ts'
import { type Batch, walk } from '../../upstream/paging/walk.ts'
import { requestFields } from '../meta/graph.ts'
import { FIELDS } from './fields.ts'
import { mapPost } from './map-post.ts'
import { ownersOf, type ThreadsSettings } from './owners.ts'
import { API } from './urls.ts'

const MAX_POSTS = 100
const NOT_OWN =
  'Threads shows the replies of an account, and the posts that mention it, to the account itself only. THREADS_USERNAME names the accounts of the tokens.'

/** Variant → the end of the path. */
export const OWN_LISTS: ReadonlyMap<string, string> = new Map([
  ['replies', 'replies'],
  ['mentions', 'mentions'],
])

/** Throws Refused: `closed` for an account that owns no token. */
export const readOwn = (request: PostsRequest<ThreadsSettings>, list: string): Promise<Posts> => {
  const { send, settings, now, handle, after, limit } = request
  if (!ownersOf(settings).includes(handle)) throw new Refused('closed', { message: NOT_OWN })
  const read = async (cursor: string | undefined, size: number): Promise<Batch<JsonObject>> => {
    const callFor = (fields: string) => ({
      ...{ url: `${API}/me/${list}`, as: handle },
      query: { fields: `${fields},replied_to`, limit: size, after: cursor },
    })
    const { body } = await requestFields(send, callFor, FIELDS, { isBehindCursor: cursor !== undefined })
    const items = requireList(body.data).map(jsonObject)
    return { items, next: stringOrNull(jsonObject(jsonObject(body.paging).cursors).after) ?? undefined }
  }
  return walk<JsonObject>({
    ...{ after, limit, anchor: 'post' },
    read: byTokenOfFewer(Math.min(limit, MAX_POSTS), read),
    map: (post) => mapPost(post, now()),
    keyOf: ({ id }) => String(id),
    timeOf: ({ timestamp }) => parseTime(timestamp),
  })
}
