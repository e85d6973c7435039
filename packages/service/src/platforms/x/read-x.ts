// Reads an account of X, its posts, and one post.

import { type JsonObject, jsonList, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { buildAuthor, stringOrNull } from '../../post/build-post.ts'
import type { Fields } from '../../upstream/contract/call.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import type {
  Account,
  AccountRequest,
  PostRequest,
  PostResponse,
  Posts,
  PostsRequest,
} from '../../upstream/contract/source.ts'
import { byToken } from '../../upstream/paging/batches.ts'
import { walk } from '../../upstream/paging/walk.ts'
import { dataOf, requestPost, requestTimeline, requestUser } from './call-api.ts'
import { idIn } from './canonicalize-name.ts'
import { placeOf } from './canonicalize-place.ts'
import { DIALECTS, type Dialect } from './dialects.ts'
import { type Includes, mapPost, type Owner, readIncludes } from './map-post.ts'
import { mapUser } from './map-user.ts'
import { mentionsOf, readMany, readPlace, readPlacePosts } from './read-many.ts'

export type Settings = { readonly X_DIALECT: string }
/** undefined for lists and searches. */
export type Keep = { readonly pinnedId: string | null } | undefined

const dialectOf = ({ X_DIALECT }: Settings): Dialect => {
  const dialect = DIALECTS.get(X_DIALECT)
  if (dialect === undefined) throw new TypeError('X_DIALECT is checked where credentials are read')
  return dialect
}

/** The stable id is the account's number, since names can change hands. Throws Refused: `hidden` for a protected account. */
export const readAccount = async ({ send, handle, settings }: AccountRequest<Settings>): Promise<Account<Keep>> => {
  const place = placeOf(handle)
  if (place !== undefined) return readPlace(send, place)
  const id = idIn(handle)
  const response = await requestUser(send, id === undefined ? { name: handle } : { id }, dialectOf(settings))
  const user = jsonObject(dataOf(response, 'profile').data)
  const profile = mapUser(user)
  if (profile === null || profile.id === null) throw new Refused('broken')
  if (user.protected === true) throw new Refused('hidden')
  const pinnedId = stringOrNull(user.pinned_tweet_id) ?? stringOrNull(user.pinned_post_id)
  return { id: profile.id, handle: `i/user/${profile.id}`, profile, keep: { pinnedId } }
}

type Item = { readonly post: JsonObject; readonly includes: Includes; readonly owner: Owner }

/** The limits of a page's size. */
const MAX_ITEMS = 100
const MIN_ITEMS = 5
const EXCLUDED: ReadonlyMap<string, Fields> = new Map<string, Fields>([
  ['posts', { exclude: 'replies' }],
  ['original', { exclude: 'replies,retweets' }],
  ['replies', {}],
  ['media', { exclude: 'replies,retweets' }],
])

export const readPosts = (request: PostsRequest<Settings, Keep>): Promise<Posts> => {
  const { send, handle, variant, after, limit, settings, account } = request
  const place = placeOf(handle)
  const dialect = dialectOf(settings)
  if (place !== undefined) return readPlacePosts(request, place, dialect)
  if (variant === 'mentions')
    return readMany(request, async () => mentionsOf(idIn(handle) ?? (await account()).id), dialect)
  const isOfMedia = variant === 'media'
  const size = Math.min(MAX_ITEMS, Math.max(MIN_ITEMS, limit))
  return walk<Item>({
    after,
    limit,
    // The token is a position after a post.
    anchor: 'post',
    // Each call costs what it returns, so a page that is short because of replies is not filled.
    mostReads: isOfMedia ? 2 : 1,
    keyOf: ({ post }) => String(post.id),
    timeOf: ({ post }) => parseTime(post.created_at),
    textsOf: ({ post }) => [String(jsonObject(post.note_tweet ?? post.note_post).text ?? post.text ?? '')],
    map: ({ post, includes, owner }) => mapPost(post, includes, owner),
    ...(isOfMedia && { wants: ({ media }) => media.length > 0 }),
    read: byToken(async (token) => {
      const id = idIn(handle) ?? (await account()).id
      const page = { ...EXCLUDED.get(variant), max_results: String(size) }
      const [response, { profile, keep }] = await Promise.all([
        requestTimeline(send, id, dialect, page, token),
        account(),
      ])
      const { data, includes, meta } = dataOf(response, 'profile')
      const known = readIncludes(includes)
      const owner = { author: buildAuthor(profile), pinnedId: keep?.pinnedId ?? null }
      return {
        items: jsonList(data).map((post) => ({ post: jsonObject(post), includes: known, owner })),
        next: stringOrNull(jsonObject(meta).next_token) ?? undefined,
      }
    }),
  })
}

export const readPost = async ({ send, match, settings }: PostRequest<Settings>): Promise<PostResponse> => {
  const response = await requestPost(send, match.id ?? '', dialectOf(settings))
  const { data, includes } = dataOf(response, 'post')
  const post = mapPost(jsonObject(data), readIncludes(includes))
  if (post === null) throw new Refused('broken')
  return { post, answer: response }
}
