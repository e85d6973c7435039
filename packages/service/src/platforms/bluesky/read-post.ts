// One post by its address: the handle becomes a DID, which is what posts are kept under.

import { ApiError, isApiError } from '../../errors.ts'
import { jsonList, jsonObject } from '../../parsing/json-value.ts'
import { stringOrNull } from '../../post/build-post.ts'
import type { PlatformPostAnswer, PostRequest } from '../platform.ts'
import { callAppView } from './call-appview.ts'
import { canonicalizeHandle, isDid } from './canonicalize-handle.ts'
import { isPublicPost } from './labels.ts'
import { mapPost } from './map-post.ts'
import { postUri } from './post-urls.ts'

/** The post. Throws `post_not_found`, `profile_private`, `platform_*`. */
export const readPost = async (request: PostRequest<unknown>): Promise<PlatformPostAnswer> => {
  const did = await resolve(request, request.match.actor ?? '')
  const uri = postUri(did, request.match.key ?? '')
  const answer = await callAppView(request, 'app.bsky.feed.getPosts', { uris: uri })
  const [view] = jsonList(jsonObject(answer.json()).posts)
  if (view === undefined) throw new ApiError('post_not_found')
  if (!isPublicPost(view)) throw new ApiError('profile_private')
  const post = mapPost(view)
  if (post === null) throw new ApiError('post_not_found')
  return { post, answer }
}

const resolve = async (request: PostRequest<unknown>, actor: string): Promise<string> => {
  const handle = canonicalizeHandle(actor)
  if (handle === undefined) throw new ApiError('unsupported_post_url')
  if (isDid(handle)) return handle
  const did = stringOrNull(jsonObject(await resolveHandle(request, handle)).did)
  if (did === null) throw new ApiError('platform_error')
  return did
}

const resolveHandle = async (request: PostRequest<unknown>, handle: string): Promise<unknown> => {
  try {
    return (await callAppView(request, 'com.atproto.identity.resolveHandle', { handle })).json()
  } catch (error) {
    if (isApiError(error, 'profile_not_found')) throw new ApiError('post_not_found', { cause: error })
    throw error
  }
}
