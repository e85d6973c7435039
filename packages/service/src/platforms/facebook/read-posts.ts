// Reads pages of posts of a Facebook Page. Facebook builds the URL of the next page in two styles, so its query is
// kept, without the signature.

import { type JsonObject, jsonList, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import type { Author, PlatformPost } from '../../post/post.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import { requireList } from '../../upstream/contract/require-list.ts'
import type { Posts, PostsRequest } from '../../upstream/contract/source.ts'
import { byTokenOfFewer } from '../../upstream/paging/request-fewer.ts'
import { type Batch, walk } from '../../upstream/paging/walk.ts'
import { graphUrl, requestFields } from '../meta/graph.ts'
import { authorOf } from './map-page.ts'
import { mapPost } from './map-post.ts'
import { limitOf, POST_FIELDS, requestPageOf, type Settings, throwForUnknown } from './read-page.ts'

type Item = { readonly post: JsonObject; readonly author: Author }

/** Parameters of the signature, and those that every call sets itself. */
const NOT_KEPT: ReadonlySet<string> = new Set(['access_token', 'appsecret_proof', 'fields', 'limit', 'pretty'])
const KEPT = /^[\w%.=&+*~-]{1,900}$/

const WANTS: ReadonlyMap<string, (post: PlatformPost) => boolean> = new Map([
  ['photos', ({ media }) => media.some(({ type }) => type === 'image')],
  ['videos', ({ media }) => media.some(({ type }) => type === 'video')],
])

export const readPosts = (request: PostsRequest<Settings>): Promise<Posts> => {
  const { send, settings, handle, after, limit, variant } = request
  const readNext = async (kept: string, size: number): Promise<JsonObject> => {
    if (!KEPT.test(kept)) throw new Refused('invalid_cursor')
    const { id } = await request.account()
    const query = Object.fromEntries(new URLSearchParams(kept))
    const onError = throwForUnknown(send, settings)
    const callFor = (fields: string) => ({
      url: graphUrl(settings, `${id}/posts`),
      query: { ...query, limit: size, fields },
    })
    const { body } = await requestFields(send, callFor, POST_FIELDS, { onError, isBehindCursor: true })
    requireList(body.data)
    return body
  }
  const readFirst = async (size: number): Promise<JsonObject> =>
    jsonObject((await requestPageOf({ ...request, limit: size }, handle)).posts)
  const read = async (kept: string | undefined, size: number): Promise<Batch<Item>> => {
    const [{ data, paging }, { profile }] = await Promise.all([
      kept === undefined ? readFirst(size) : readNext(kept, size),
      request.account(),
    ])
    const author = authorOf(profile)
    const items = jsonList(data).map((post) => ({ post: jsonObject(post), author }))
    return { items, next: nextOf(jsonObject(paging).next) }
  }
  const wants = WANTS.get(variant)
  return walk<Item>({
    after,
    limit,
    anchor: 'post',
    read: byTokenOfFewer(limitOf(request), read),
    map: ({ post, author }) => mapPost(post, author),
    keyOf: ({ post }) => String(post.id),
    timeOf: ({ post }) => parseTime(post.created_time),
    // A page is short when posts are hidden. Another call for each page could fill it, but readers do not notice.
    ...(wants ? { wants } : { mostReads: 1 }),
  })
}

/** Only `next` says that there is another page; cursors are there on the last page, too. */
const nextOf = (next: unknown): string | undefined => {
  const url = typeof next === 'string' ? URL.parse(next) : null
  if (url === null) return undefined
  const kept = [...url.searchParams].filter(([name]) => !NOT_KEPT.has(name))
  return kept.length === 0 ? undefined : new URLSearchParams(kept).toString()
}
