// Reads one post by its URL. The URL's handle is resolved to a DID, because the AppView identifies posts by DIDs.

import { ApiError } from '../../errors.ts'
import type { Send } from '../../upstream/contract/call.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import { requireList } from '../../upstream/contract/require-list.ts'
import type { PostRequest, PostResponse } from '../../upstream/contract/source.ts'
import { bodyOf, callAppView } from './call-appview.ts'
import { canonicalizeHandle } from './canonicalize-handle.ts'
import { isPublicPost } from './labels.ts'
import { mapPost } from './map-post.ts'
import { resolveActor } from './resolve-actor.ts'
import { postUri } from './urls.ts'

/** Throws Refused: `absent`, `hidden`. */
export const readPost = async ({ send, match }: PostRequest<unknown>): Promise<PostResponse> => {
  const uri = postUri(await resolve(send, match.actor ?? ''), match.key ?? '')
  const response = await callAppView(send, 'app.bsky.feed.getPosts', { uris: uri }, 'post')
  const [view] = requireList(bodyOf(response).posts)
  if (view === undefined) throw new Refused('absent', { about: 'post' })
  if (!isPublicPost(view)) throw new Refused('hidden')
  const post = mapPost(view)
  if (post === null) throw new Refused('absent', { about: 'post' })
  return { post, answer: response }
}

const resolve = async (send: Send, actor: string): Promise<string> => {
  const handle = canonicalizeHandle(actor)
  if (handle === undefined) throw new ApiError('unsupported_post_url')
  return resolveActor(send, handle, 'post')
}
