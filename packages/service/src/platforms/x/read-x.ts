// Reads an account of X, its posts, and one post.

import { type JsonObject, jsonList, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { buildAuthor, stringOrNull } from '../../post/build-post.ts'
import type { Fields } from '../../upstream/contract/call.ts'
import { notOwnPost } from '../../upstream/contract/not-own-post.ts'
import type { OwnAccount } from '../../upstream/contract/reach.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import type {
  Account,
  AccountRequest,
  Context,
  PostRequest,
  PostResponse,
  Posts,
  PostsRequest,
} from '../../upstream/contract/source.ts'
import { byToken } from '../../upstream/paging/batches.ts'
import { walk } from '../../upstream/paging/walk.ts'
import { dataOf, requestPost, requestTimeline, requestUser } from './call-api.ts'
import { handleOf, idIn } from './canonicalize-name.ts'
import { placeOf } from './canonicalize-place.ts'
import { DIALECTS, type Dialect, namingProtected, WRONG_DIALECT } from './dialects.ts'
import { type Includes, mapPost, type Owner, readIncludes } from './map-post.ts'
import { mapUser } from './map-user.ts'
import { isOfOthers } from './own-only.ts'
import { mentionsOf, readMany, readPlace, readPlacePosts } from './read-many.ts'

export type Settings = { readonly X_DIALECT: string }
/** undefined for lists and searches. */
export type Keep = { readonly pinnedId: string | null } | undefined

const dialectOf = ({ settings: { X_DIALECT }, own }: Pick<Context<Settings>, 'settings' | 'own'>): Dialect => {
  const dialect = DIALECTS.get(X_DIALECT)
  if (dialect === undefined) throw new Refused('closed', { as: 'platform_not_configured', message: WRONG_DIALECT })
  return own ? namingProtected(dialect) : dialect
}

/** Whether the posts of a protected account may be shown: only its owner can say so. */
const mayShow = (id: unknown, own: OwnAccount | undefined): boolean => own?.includesPrivate === true && own.id === id

/** The stable id is the account's number, since names can change hands. Throws Refused: `hidden` for a protected account, unless
 * its owner lets it be shown. */
export const readAccount = async (request: AccountRequest<Settings>): Promise<Account<Keep>> => {
  const { send, handle, own } = request
  const place = placeOf(handle)
  if (place !== undefined) return readPlace(send, place)
  const id = idIn(handle)
  const response = await requestUser(send, id === undefined ? { name: handle } : { id }, dialectOf(request))
  const user = jsonObject(dataOf(response, 'profile').data)
  const profile = mapUser(user)
  if (profile === null || profile.id === null) throw new Refused('broken')
  if (user.protected === true && !mayShow(profile.id, own)) throw new Refused('hidden')
  const pinnedId = stringOrNull(user.pinned_tweet_id) ?? stringOrNull(user.pinned_post_id)
  return { id: profile.id, handle: handleOf(profile.id), profile, keep: { pinnedId } }
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
  const { send, handle, variant, after, limit, account, own } = request
  const place = placeOf(handle)
  const dialect = dialectOf(request)
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
    map: ({ post, includes, owner }) =>
      own && isOfOthers(post, includes, own) ? null : mapPost(post, includes, owner),
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

export const readPost = async (request: PostRequest<Settings>): Promise<PostResponse> => {
  const { send, match, own } = request
  const response = await requestPost(send, match.id ?? '', dialectOf(request))
  const { data, includes } = dataOf(response, 'post')
  if (own) requireOwn(jsonObject(data).author_id, readIncludes(includes), own)
  const post = mapPost(jsonObject(data), readIncludes(includes))
  if (post === null) throw new Refused('broken')
  return { post, answer: response }
}

/** Throws Refused: `closed` for a post of another account, `hidden` for one that the owner does not let be shown. */
const requireOwn = (authorId: unknown, { users }: Includes, own: OwnAccount): void => {
  if (authorId !== own.id) throw notOwnPost()
  if (users.get(authorId)?.protected === true && !mayShow(authorId, own)) throw new Refused('hidden', { about: 'post' })
}
