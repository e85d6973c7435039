// Reads a user, a tag, a search or a site of Stack Exchange, a page of questions or answers, and one of them.

import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import { buildHashtag, buildSearch } from '../../post/build-named-profile.ts'
import { buildProfile, countOrNull } from '../../post/build-post.ts'
import type { Call, Response, Send } from '../../upstream/contract/call.ts'
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
import { bySecond } from '../../upstream/paging/by-second.ts'
import { walk } from '../../upstream/paging/walk.ts'
import { RANKED_PAGES, walkUnsorted } from '../../upstream/paging/walk-unsorted.ts'
import { type Place, placeOf } from './canonicalize-place.ts'
import { kindOf } from './kinds.ts'
import { keyOf, mapPost, tagsOf, textsOf, timeOf } from './map-question.ts'
import { mapUser } from './map-user.ts'
import { OWN_HOSTS } from './sites.ts'
import { API } from './urls.ts'

const MOST_ITEMS = 100
const COUNT = /^\d{1,2}$/
/** Variants in an order of their own → the API's name of it. */
const SORTS: Readonly<Record<string, string>> = { active: 'activity', votes: 'votes', hot: 'hot' }

type Query = NonNullable<Call['query']>

/** `bucket`: Stack Exchange asks to wait before the next call of the same method. */
const request = (send: Send, method: string, path: string, query: Query, call: Partial<Call> = {}): Promise<Response> =>
  send({ ...call, url: `${API}/2.3/${path}`, query, bucket: method })

const itemsIn = (response: Response): readonly unknown[] => requireList(jsonObject(response.json()).items)

const placeIn = (handle: string): Place => {
  const place = placeOf(handle)
  if (place === undefined) throw new Refused('broken')
  return place
}

/** Throws Refused: `absent`. */
export const readAccount = async ({ send, handle }: AccountRequest<unknown>): Promise<Account<undefined>> => {
  const place = placeIn(handle)
  const { site } = place
  const named = { id: `${kindOf(handle)} ${handle}`, handle }
  if (place.is === 'user') {
    const [user] = itemsIn(await request(send, 'users', `users/${place.id}`, { site }))
    if (user === undefined) throw new Refused('absent')
    return { id: handle, profile: mapUser(jsonObject(user), handle), keep: undefined }
  }
  if (place.is === 'site') {
    const [info] = itemsIn(await request(send, 'info', 'info', { site }, { revalidate: true }))
    return { id: named.id, profile: mapSite(jsonObject(info), named, site), keep: undefined }
  }
  const profile =
    place.is === 'tagged'
      ? buildHashtag({
          ...named,
          url: `https://${site}/questions/tagged/${place.tags.map(encodeURIComponent).join('+')}`,
          tag: place.tags.join(' #'),
        })
      : buildSearch({
          ...named,
          url: `https://${site}/search?${new URLSearchParams({ q: place.words })}`,
          query: place.words,
        })
  return { id: named.id, profile, keep: undefined }
}

const mapSite = (info: JsonObject, named: { readonly id: string; readonly handle: string }, site: string) =>
  buildProfile({
    ...named,
    displayName: OWN_HOSTS.get(site) ?? site,
    url: `https://${site}/`,
    counts: { posts: countOrNull(info.total_questions) },
  })

type List = { readonly method: string; readonly path: string; readonly query: Query }

const listOf = (place: Place, variant: string): List => {
  const { site } = place
  // Without it, questions have no text.
  const query = { site, order: 'desc', sort: SORTS[variant] ?? 'creation', filter: 'withbody' }
  if (place.is === 'user') {
    const what = variant === 'answers' ? 'answers' : 'questions'
    return { method: `users/${what}`, path: `users/${place.id}/${what}`, query }
  }
  if (place.is === 'search') return { method: 'search', path: 'search/advanced', query: { ...query, q: place.words } }
  const tagged = place.is === 'tagged' ? place.tags.join(';') : undefined
  return { method: 'questions', path: 'questions', query: { ...query, tagged } }
}

const secondOf = (value: unknown): number | undefined => {
  const { creation_date: seconds } = jsonObject(value)
  return typeof seconds === 'number' && Number.isSafeInteger(seconds) && seconds > 0 ? seconds : undefined
}

export const readPosts = ({ send, handle, variant, after, limit }: PostsRequest<unknown>): Promise<Posts> => {
  const place = placeIn(handle)
  const { method, path, query } = listOf(place, variant)
  const isListed = (item: unknown) => place.is !== 'tagged' || place.tags.every((tag) => tagsOf(item).includes(tag))
  const common = { ...{ after, limit, keyOf, textsOf }, map: (item: unknown) => mapPost(item, place.site) }
  if (variant in SORTS)
    return walkUnsorted<unknown>({
      ...common,
      mostPages: RANKED_PAGES,
      async read(at) {
        if (at !== undefined && !COUNT.test(at)) throw new Refused('invalid_cursor')
        const page = Number(at ?? '1')
        const response = await request(send, method, path, { ...query, page, pagesize: limit })
        const { has_more: hasMore } = jsonObject(response.json())
        return { items: itemsIn(response).filter(isListed), next: hasMore === true ? String(page + 1) : undefined }
      },
    })
  return walk<unknown>({
    ...{ ...common, timeOf },
    anchor: 'post',
    // By time and not by page: without a key, there are 25 pages.
    read: bySecond({
      ...{ limit, largest: MOST_ITEMS, secondOf, isListed },
      read: async (max, pagesize) => itemsIn(await request(send, method, path, { ...query, max, pagesize })),
    }),
  })
}

/** Throws Refused: `absent`. */
export const readPost = async ({ send, match: { id }, url }: PostRequest<unknown>): Promise<PostResponse> => {
  const site = url.hostname
  const method = url.pathname.startsWith('/a/') ? 'answers' : 'questions'
  const response = await request(send, method, `${method}/${id}`, { site, filter: 'withbody' }, { about: 'post' })
  const [item] = itemsIn(response)
  if (item === undefined) throw new Refused('absent', { about: 'post' })
  const post = mapPost(item, site)
  if (post === null) throw new Refused('broken', { about: 'post' })
  return { post, answer: response }
}
