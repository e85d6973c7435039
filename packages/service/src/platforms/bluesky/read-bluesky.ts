// Reads an account and pages of its posts.

import { jsonObject } from '../../parsing/json-value.ts'
import { stringOrNull } from '../../post/build-post.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import type { Account, AccountRequest, Posts, PostsRequest } from '../../upstream/contract/source.ts'
import { bodyOf, callAppView } from './call-appview.ts'
import { placeOf } from './canonicalize-place.ts'
import { isForMembersOnly } from './labels.ts'
import { mapFeedItem } from './map-post.ts'
import { mapProfile } from './map-profile.ts'
import { readFeed } from './read-feed.ts'
import { readMedia } from './read-media.ts'
import { type Listed, readPlace, readPlacePosts } from './read-place.ts'

export type Pinned = { readonly pinnedUri: string | null }
export type Keep = Pinned | Listed

/** Throws Refused: `hidden`. */
export const readAccount = async (request: AccountRequest<unknown>): Promise<Account<Keep>> => {
  const { send, handle } = request
  const place = placeOf(handle)
  if (place !== undefined) return readPlace(request, place)

  const account = bodyOf(await callAppView(send, 'app.bsky.actor.getProfile', { actor: handle }))
  const did = stringOrNull(account.did)
  if (did === null) throw new Refused('broken')
  if (isForMembersOnly(account)) throw new Refused('hidden')
  // A handle is a domain name and can change hands. The DID never changes. https://atproto.com/specs/did
  return {
    id: did,
    handle: did,
    profile: mapProfile(account, handle),
    keep: { pinnedUri: stringOrNull(jsonObject(account.pinnedPost).uri) },
  }
}

export const readPosts = (request: PostsRequest<unknown, Keep>): Promise<Posts> =>
  placeOf(request.handle) === undefined
    ? readAccountPosts(request as PostsRequest<unknown, Pinned>)
    : readPlacePosts(request as PostsRequest<unknown, Listed>)

const readAccountPosts = async (request: PostsRequest<unknown, Pinned>): Promise<Posts> => {
  if (request.variant === 'media') return readMedia(request, async () => (await request.account()).keep)
  const [feed, { keep }] = await Promise.all([readFeed(request), request.account()])
  const posts = feed.items.map((item) => mapFeedItem(item, keep.pinnedUri)).filter((post) => post !== null)
  return { posts: posts.slice(0, request.limit), next: feed.next }
}
