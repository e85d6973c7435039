// Calls Reddit's API: an account, a page of a list, one post. Without `raw_json`, Reddit escapes `&`, `<` and `>` in every string,
// even in URLs.

import { jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import type { Call, Response, Send } from '../../upstream/contract/call.ts'
import { notOwnPost } from '../../upstream/contract/not-own-post.ts'
import type { OwnAccount } from '../../upstream/contract/reach.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import { requireList } from '../../upstream/contract/require-list.ts'
import type {
  Account,
  AccountRequest,
  PostRequest,
  PostResponse,
  Posts,
  PostsRequest,
} from '../../upstream/contract/source.ts'
import { byToken } from '../../upstream/paging/batches.ts'
import { type Batch, walk } from '../../upstream/paging/walk.ts'
import { RANKED_PAGES, walkUnsorted } from '../../upstream/paging/walk-unsorted.ts'
import { nameOf } from './canonicalize-name.ts'
import { placeOf } from './canonicalize-place.ts'
import { isChronological, type List, listOf, rootOf } from './lists.ts'
import { mapAccount } from './map-account.ts'
import { mapPlace } from './map-place.ts'
import { mapThing, readThing, type Thing, textsOf } from './map-thing.ts'

const API = 'https://oauth.reddit.com'
const MAX_ITEMS = 100

type Settings = unknown

/** Reddit redirects from a missing subreddit to its search. Any other redirect is not Reddit's. */
const SEARCH = /^(?:https:\/\/[a-z]{1,10}\.reddit\.com)?\/subreddits\/search\b/

const requestRaw = async (send: Send, { query, ...call }: Call): Promise<Response> => {
  const response = await send({ ...call, query: { raw_json: 1, ...query }, redirect: 'answer' })
  if (response.status < 300) return response
  throw new Refused(SEARCH.test(response.headers.location ?? '') ? 'absent' : 'broken', { about: call.about })
}

const KINDS = { user: 't2', subreddit: 't5' } as const

export const readAccount = async ({ send, handle, own }: AccountRequest<Settings>): Promise<Account<undefined>> => {
  const place = placeOf(handle)
  if (place !== undefined) {
    const about = place.is === 'custom' ? await requestCustom(send, place) : undefined
    const profile = mapPlace(about, handle, place)
    return { id: profile.id ?? handle, profile, keep: undefined }
  }
  const named = nameOf(handle)
  if (own) return readOwn(send, handle)
  const response = await requestRaw(send, { url: `${API}${rootOf(handle)}/about` })
  const about = response.json()
  if (jsonObject(about).kind !== KINDS[named.kind]) throw new Refused('broken')
  const profile = mapAccount(about, handle, named)
  return { id: profile.id ?? handle, profile, keep: undefined }
}

/** The user of the token. Whether programs may read the public page does not matter: the owner connected the account. */
const readOwn = async (send: Send, handle: string): Promise<Account<undefined>> => {
  const data = jsonObject((await requestRaw(send, { url: `${API}/api/v1/me` })).json())
  const profile = mapAccount({ data }, handle, { kind: 'user' })
  if (profile.id === null) throw new Refused('broken')
  return { id: profile.id, profile, keep: undefined }
}

/** Communities whose posts only their members see. */
const CLOSED: ReadonlySet<unknown> = new Set(['private', 'employees_only', 'gold_only'])

/** The token of a user also returns what they posted in closed communities. */
const mayShow = ({ data }: Thing, own: OwnAccount | undefined): boolean =>
  own === undefined || own.includesPrivate || !CLOSED.has(data.subreddit_type)

/** Throws Refused: `absent`, `hidden`. */
const requestCustom = async (send: Send, { user, name }: { user: string; name: string }): Promise<unknown> => {
  const { kind, data } = jsonObject((await requestRaw(send, { url: `${API}/api/multi/user/${user}/m/${name}` })).json())
  if (kind !== 'LabeledMulti') throw new Refused('broken')
  if (jsonObject(data).visibility === 'private') throw new Refused('hidden')
  return data
}

export const readPosts = ({
  send,
  now,
  handle,
  variant,
  after,
  limit,
  own,
}: PostsRequest<Settings>): Promise<Posts> => {
  const listedIn = placeOf(handle) === undefined ? nameOf(handle).kind : undefined
  const list = listOf(handle, variant)
  const common = {
    after,
    limit,
    // Removed posts leave gaps in a page. Filling them would take another call for each page.
    mostReads: 1,
    read: byToken<Thing>((token) => readBatch(send, list, Math.min(limit, MAX_ITEMS), token)),
    map: (thing: Thing) => (mayShow(thing, own) ? mapThing(thing, listedIn, now()) : null),
    keyOf: ({ data }: Thing) => String(data.name),
    textsOf,
  }
  if (!isChronological(variant)) return walkUnsorted({ ...common, mostPages: RANKED_PAGES })
  // When the position's post was deleted, Reddit starts at the top.
  return walk({ ...common, anchor: 'count', timeOf: ({ data }) => parseTime(data.created_utc) })
}

/** The last item of the previous page, and the items before it, in case it was deleted and Reddit returns nothing. */
const ANCHORS = /^t[13]_[a-z0-9]{1,13}(?:,t[13]_[a-z0-9]{1,13}){0,2}$/
const MAX_ANCHORS = 3

const readBatch = async (send: Send, list: List, limit: number, token: string | undefined): Promise<Batch<Thing>> => {
  if (token !== undefined && !ANCHORS.test(token)) throw new Refused('invalid_cursor')
  for (const after of token?.split(',') ?? [undefined]) {
    const batch = readListing(await requestRaw(send, { url: API + list.path, query: { ...list.query, limit, after } }))
    if (batch.items.length > 0 || batch.next !== undefined) return batch
  }
  return { items: [], next: undefined }
}

const readListing = (response: Response): Batch<Thing> => {
  const { kind, data } = jsonObject(response.json())
  if (kind !== 'Listing') throw new Refused('broken')
  const { children, after } = jsonObject(data)
  const items = requireList(children).flatMap((child) => readThing(child) ?? [])
  if (typeof after !== 'string' || after === '') return { items, next: undefined }
  const names = items.map((item) => String(item.data.name)).filter((name) => name !== after)
  return { items, next: [after, ...names.toReversed()].slice(0, MAX_ANCHORS).join(',') }
}

/** A post or a comment by its URL. Throws Refused (`absent`) also when it was removed. */
export const readPost = async ({ send, now, match, own }: PostRequest<Settings>): Promise<PostResponse> => {
  const { id = '', comment } = match
  const name = comment === undefined ? `t3_${id}` : `t1_${comment}`
  const response = await requestRaw(send, { url: `${API}/api/info`, query: { id: name }, about: 'post' })
  const [thing] = readListing(response).items
  if (thing && own && thing.data.author_fullname !== own.id) throw notOwnPost()
  if (thing && !mayShow(thing, own)) throw new Refused('hidden', { about: 'post' })
  const post = thing === undefined ? null : mapThing(thing, undefined, now())
  if (post === null) throw new Refused('absent', { about: 'post' })
  return { post, answer: response }
}
