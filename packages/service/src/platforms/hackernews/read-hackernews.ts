// Reads a user, a list or a search of Hacker News, a page of stories or comments, and one item.

import { jsonObject } from '../../parsing/json-value.ts'
import { buildSearch } from '../../post/build-named-profile.ts'
import { buildProfile } from '../../post/build-post.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import type {
  Account,
  AccountRequest,
  PostRequest,
  PostResponse,
  Posts,
  PostsRequest,
} from '../../upstream/contract/source.ts'
import { requestItem } from './call-api.ts'
import { type Place, placeOf } from './canonicalize-place.ts'
import { kindOf } from './kinds.ts'
import { mapItem } from './map-item.ts'
import { mapUser } from './map-user.ts'
import { readFoundByDate, readFoundByRelevance, readRanked } from './read-lists.ts'
import { SEARCH, SITE_ORIGIN } from './urls.ts'

/** Names and paths of the lists, as the site has them. */
const LISTS = {
  new: { displayName: 'Hacker News', path: '/newest' },
  top: { displayName: 'Hacker News', path: '/' },
  best: { displayName: 'Hacker News: best stories', path: '/best' },
  ask: { displayName: 'Ask HN', path: '/ask' },
  show: { displayName: 'Show HN', path: '/show' },
  job: { displayName: 'Hacker News: jobs', path: '/jobs' },
} as const

export const readAccount = async ({ send, handle }: AccountRequest<unknown>): Promise<Account<undefined>> => {
  const place = placeOf(handle)
  if (place !== undefined) return { ...namedAccount(place, handle), keep: undefined }
  const { item } = await requestItem(send, `user/${encodeURIComponent(handle)}`)
  // A proxy that fails may answer `null`, too.
  if (item === null) throw new Refused('absent', { evidence: 'status' })
  const user = jsonObject(item)
  if (user.id !== handle) throw new Refused('broken')
  return { id: handle, profile: mapUser(user, handle), keep: undefined }
}

const namedAccount = (place: Place, handle: string): Pick<Account, 'id' | 'profile'> => {
  const named = { id: `${kindOf(handle)} ${handle}`, handle }
  if (place.is === 'new' || place.is === 'ranked') {
    const { displayName, path } = LISTS[place.is === 'new' ? 'new' : place.list]
    return { id: named.id, profile: buildProfile({ ...named, displayName, url: `${SITE_ORIGIN}${path}` }) }
  }
  if (place.is === 'site') {
    const url = `${SITE_ORIGIN}/from?${new URLSearchParams({ site: place.host })}`
    return { id: named.id, profile: buildSearch({ ...named, url, query: place.host }) }
  }
  const url = `${SEARCH}/?${new URLSearchParams({ q: place.words, sort: 'byDate', type: 'story' })}`
  return { id: named.id, profile: buildSearch({ ...named, url, query: place.words }) }
}

export const readPosts = (request: PostsRequest<unknown>): Promise<Posts> => {
  const { handle, variant } = request
  const place = placeOf(handle)
  if (place?.is === 'ranked') return readRanked(request, place.list)
  if (place === undefined || place.is === 'new')
    return readFoundByDate(request, {
      author: place === undefined ? handle : undefined,
      type: variant === 'comments' ? 'comment' : 'story',
    })
  const found = { type: 'story' as const, ...(place.is === 'site' ? { site: place.host } : { words: place.words }) }
  return variant === 'top' ? readFoundByRelevance(request, found) : readFoundByDate(request, found)
}

/** Throws Refused (`absent`). */
export const readPost = async ({ send, match }: PostRequest<unknown>): Promise<PostResponse> => {
  const { response, item } = await requestItem(send, `item/${match.id}`, { about: 'post' })
  if (item === null) throw new Refused('absent', { about: 'post', evidence: 'status' })
  if (jsonObject(item).id === undefined) throw new Refused('broken', { about: 'post' })
  const post = mapItem(item)
  if (post === null) throw new Refused('absent', { about: 'post' })
  return { post, answer: response }
}
