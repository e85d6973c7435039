// Reads an account whose owner connected it, with its own token. The DID names the account, so that a new handle changes
// nothing. An account that Bluesky hides from logged-out users is shown: its owner consented to that. Posts of others
// who are hidden are not.

import { jsonObject } from '../../parsing/json-value.ts'
import { stringOrNull } from '../../post/build-post.ts'
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
import { bodyOf, callAppView } from './call-appview.ts'
import { mapFeedItem, mapPost } from './map-post.ts'
import { mapProfile } from './map-profile.ts'
import { readFeed } from './read-feed.ts'
import { readMedia } from './read-media.ts'
import { postUri } from './urls.ts'

/** The engine puts the account's DID there. */
const OWN = '{own}'

export type OwnPin = { readonly pinnedUri: string | null }

/** Throws Refused. */
export const readAccount = async ({ send, handle }: AccountRequest<unknown>): Promise<Account<OwnPin>> => {
  const account = bodyOf(await callAppView(send, 'app.bsky.actor.getProfile', { actor: OWN }))
  const did = stringOrNull(account.did)
  if (did === null) throw new Refused('broken')
  return {
    id: did,
    profile: mapProfile(account, handle),
    keep: { pinnedUri: stringOrNull(jsonObject(account.pinnedPost).uri) },
  }
}

export const readPosts = async (request: PostsRequest<unknown, OwnPin>): Promise<Posts> => {
  const own = { ...request, handle: OWN }
  const account = async () => {
    const { id: owner, keep } = await request.account()
    return { ...keep, owner }
  }
  if (request.variant === 'media') return readMedia(own, account)
  const [feed, { pinnedUri, owner }] = await Promise.all([readFeed(own), account()])
  const posts = feed.items.map((item) => mapFeedItem(item, pinnedUri, owner)).filter((post) => post !== null)
  return { posts: posts.slice(0, request.limit), next: feed.next }
}

/** Only the account's own posts. Throws Refused: `closed`. */
export const readPost = async ({ send, match }: PostRequest<unknown>): Promise<PostResponse> => {
  const uri = postUri(OWN, match.key ?? '')
  const response = await callAppView(send, 'app.bsky.feed.getPosts', { uris: uri }, 'post')
  const [view] = requireList(bodyOf(response).posts)
  const post =
    view === undefined ? null : mapPost(view, undefined, stringOrNull(jsonObject(jsonObject(view).author).did))
  if (post === null)
    throw new Refused('closed', {
      ...{ as: 'unsupported_post_url', about: 'post' },
      message: 'The connected account has no such post.',
    })
  return { post, answer: response }
}
