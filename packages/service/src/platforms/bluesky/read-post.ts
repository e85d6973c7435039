// One post by its address: the handle becomes a DID, which is what posts are kept under.

import { ApiError } from '../../errors.ts'
import { stringOrNull } from '../../post/build-post.ts'
import type { Ask } from '../../upstream/contract/call.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import { requireList } from '../../upstream/contract/require-list.ts'
import type { PostAnswer, PostRequest } from '../../upstream/contract/source.ts'
import { bodyOf, callAppView } from './call-appview.ts'
import { canonicalizeHandle, isDid } from './canonicalize-handle.ts'
import { isPublicPost } from './labels.ts'
import { mapPost } from './map-post.ts'
import { postUri } from './post-urls.ts'

/** Throws Refused: `absent`, `hidden`. */
export const readPost = async ({ ask, match }: PostRequest<unknown>): Promise<PostAnswer> => {
  const uri = postUri(await resolve(ask, match.actor ?? ''), match.key ?? '')
  const answer = await callAppView(ask, 'app.bsky.feed.getPosts', { uris: uri }, 'post')
  const [view] = requireList(bodyOf(answer).posts)
  if (view === undefined) throw new Refused('absent', { about: 'post' })
  if (!isPublicPost(view)) throw new Refused('hidden')
  const post = mapPost(view)
  if (post === null) throw new Refused('absent', { about: 'post' })
  return { post, answer }
}

const resolve = async (ask: Ask, actor: string): Promise<string> => {
  const handle = canonicalizeHandle(actor)
  if (handle === undefined) throw new ApiError('unsupported_post_url')
  if (isDid(handle)) return handle
  const answer = await callAppView(ask, 'com.atproto.identity.resolveHandle', { handle }, 'post')
  const did = stringOrNull(bodyOf(answer).did)
  if (did === null) throw new Refused('broken')
  return did
}
