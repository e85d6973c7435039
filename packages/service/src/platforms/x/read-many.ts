// Lists of posts by many authors: the posts of a list's members, hashtags, searches, and mentions of an account. X charges for
// each author, too.

import { jsonList, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { buildHashtag, buildSearch } from '../../post/build-named-profile.ts'
import { stringOrNull } from '../../post/build-post.ts'
import type { Fields, Send } from '../../upstream/contract/call.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import type { Account, Posts, PostsRequest } from '../../upstream/contract/source.ts'
import { byToken } from '../../upstream/paging/batches.ts'
import { walk } from '../../upstream/paging/walk.ts'
import { type Tags, writeTags } from '../../urls/tags.ts'
import { dataOf, requestList, requestMany } from './call-api.ts'
import type { Place } from './canonicalize-place.ts'
import type { Dialect } from './dialects.ts'
import { type Includes, mapPost, readIncludes } from './map-post.ts'
import { mapList, SITE } from './map-user.ts'
import { isOfOthers } from './own-only.ts'

const MAX_ITEMS = 100

type Many = {
  readonly path: string
  readonly query?: Fields
  /** The field of the position. */
  readonly token: 'pagination_token' | 'next_token'
  /** The least size of a page. */
  readonly least: number
  readonly bucket: string
}

/** A tag that excludes all reposts, which X no longer finds by words anyway. */
const NO_REPOSTS = '-is:retweet'

const tagQuery = ({ any, all, none }: Tags): string => {
  const first = any.map((tag) => `#${tag}`).join(' OR ')
  const others = [...all.map((tag) => `#${tag}`), ...none.map((tag) => `-#${tag}`)]
  return [any.length > 1 ? `(${first})` : first, ...others, NO_REPOSTS].join(' ')
}

const searching = (query: string): Many => ({
  path: 'tweets/search/recent',
  query: { query, sort_order: 'recency' },
  token: 'next_token',
  least: 10,
  bucket: 'search',
})

const manyOf = (place: Place): Many => {
  if (place.is === 'tag') return searching(tagQuery(place.tags))
  // Parentheses, since OR binds weaker than a blank.
  if (place.is === 'search') return searching(`(${place.query}) ${NO_REPOSTS}`)
  return { path: `lists/${place.id}/tweets`, token: 'pagination_token', least: 1, bucket: 'lists' }
}

export const mentionsOf = (id: string): Many => ({
  ...{ path: `users/${id}/mentions`, token: 'pagination_token', least: 5, bucket: 'mentions' },
})

/** Throws Refused: `absent`, `hidden`, `broken`. */
export const readPlace = async (send: Send, place: Place): Promise<Account<undefined>> => {
  if (place.is === 'list') {
    const { data, includes } = dataOf(await requestList(send, place.id), 'profile')
    const list = jsonObject(data)
    if (stringOrNull(list.id) !== place.id) throw new Refused('broken')
    if (list.private === true) throw new Refused('hidden')
    const named = { id: `list ${place.id}`, handle: `list/${place.id}` }
    return { ...named, profile: mapList(list, readIncludes(includes).users, named), keep: undefined }
  }
  const tag = place.is === 'tag' ? writeTags(place.tags) : undefined
  const handle = place.is === 'tag' ? `#${tag}` : `search/${place.query}`
  const named = { id: `${place.is === 'tag' ? 'hashtag' : 'search'} ${handle}`, handle }
  const words = place.is === 'tag' ? tagQuery(place.tags).replace(` ${NO_REPOSTS}`, '') : place.query
  const url = `${SITE}/search?${new URLSearchParams({ q: words, f: 'live' })}`
  const profile =
    tag === undefined ? buildSearch({ ...named, url, query: words }) : buildHashtag({ ...named, url, tag })
  return { ...named, profile, keep: undefined }
}

type Item = { readonly post: Readonly<Record<string, unknown>>; readonly includes: Includes }

/** `many`: the list, once it is known. */
export const readMany = (
  { send, after, limit, own }: Pick<PostsRequest<unknown>, 'send' | 'after' | 'limit' | 'own'>,
  many: () => Promise<Many>,
  dialect: Dialect,
): Promise<Posts> =>
  walk<Item>({
    after,
    limit,
    // The token is a position after a post.
    anchor: 'post',
    // Each call costs what it returns.
    mostReads: 1,
    keyOf: ({ post }) => String(post.id),
    timeOf: ({ post }) => parseTime(post.created_at),
    textsOf: ({ post }) => [String(jsonObject(post.note_tweet ?? post.note_post).text ?? post.text ?? '')],
    map: ({ post, includes }) => (own && isOfOthers(post, includes, own) ? null : mapPost(post, includes)),
    read: byToken(async (token) => {
      const { path, query, token: field, least, bucket } = await many()
      const size = String(Math.min(MAX_ITEMS, Math.max(least, limit)))
      const page = { ...query, max_results: size, ...(token !== undefined && { [field]: token }) }
      const response = await requestMany(send, path, dialect, page, bucket, [400])
      if (response.status === 400) throw refusalOf(token, path)
      const { data, includes, meta } = dataOf(response, 'profile')
      const known = readIncludes(includes)
      return {
        items: jsonList(data).map((post) => ({ post: jsonObject(post), includes: known })),
        next: stringOrNull(jsonObject(meta).next_token) ?? undefined,
      }
    }),
  })

/** On a later page, X refuses the token; on a first one, the words of the search. */
const refusalOf = (token: string | undefined, path: string): Refused => {
  if (token !== undefined) return new Refused('invalid_cursor')
  if (path !== searching('').path) return new Refused('broken')
  const message =
    'X does not accept this search. Operators such as has:media or lang:en need a word or an account beside them.'
  return new Refused('closed', { as: 'handle_malformed', message, evidence: 'none' })
}

export const readPlacePosts = (request: PostsRequest<unknown>, place: Place, dialect: Dialect): Promise<Posts> =>
  readMany(request, async () => manyOf(place), dialect)
