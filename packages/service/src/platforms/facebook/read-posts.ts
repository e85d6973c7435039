// Reads pages of posts of a Facebook Page: the first one with the Page, in one call.

import { type JsonObject, jsonList, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import type { Author, PlatformPost } from '../../post/post.ts'
import type { Posts, PostsRequest } from '../../upstream/contract/source.ts'
import { byTokenOfFewer } from '../../upstream/paging/request-fewer.ts'
import { type Batch, walk } from '../../upstream/paging/walk.ts'
import { authorOf } from './map-page.ts'
import { mapPost } from './map-post.ts'
import { nextOf, readEdge } from './read-edge.ts'
import { limitOf, POST_FIELDS, requestPageOf, type Settings } from './read-page.ts'

type Item = { readonly post: JsonObject; readonly author: Author }

const WANTS: ReadonlyMap<string, (post: PlatformPost) => boolean> = new Map([
  ['photos', ({ media }) => media.some(({ type }) => type === 'image')],
  ['videos', ({ media }) => media.some(({ type }) => type === 'video')],
  // Only its URL tells a reel from other videos.
  ['reels', ({ url }) => url !== null && /\/reel\//.test(url)],
])

export const readPagePosts = (request: PostsRequest<Settings>): Promise<Posts> => {
  const { handle, after, limit, variant } = request
  const readFirst = async (size: number): Promise<Batch<JsonObject>> => {
    const { data, paging } = jsonObject((await requestPageOf({ ...request, limit: size }, handle)).posts)
    return { items: jsonList(data).map(jsonObject), next: nextOf(jsonObject(paging).next) }
  }
  const readNext = async (kept: string, size: number): Promise<Batch<JsonObject>> =>
    readEdge(request, { path: `${(await request.account()).id}/posts`, fields: POST_FIELDS }, kept, size)
  const read = async (kept: string | undefined, size: number): Promise<Batch<Item>> => {
    const [{ items, next }, { profile }] = await Promise.all([
      kept === undefined ? readFirst(size) : readNext(kept, size),
      request.account(),
    ])
    const author = authorOf(profile)
    return { items: items.map((post) => ({ post, author })), next }
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
