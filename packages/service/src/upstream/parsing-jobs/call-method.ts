// Runs an invocation, a serializable description of a call to a source's method, and validates its result.

import type { PlatformPost } from '../../post/post.ts'
import { withFallbackText } from '../../post/with-fallback-text.ts'
import type { Response } from '../contract/call.ts'
import { isRefused, Refused } from '../contract/refusal.ts'
import type { Account, Context, Source } from '../contract/source.ts'
import type { Invocation } from './jobs.ts'
import { requireBounded } from './require-bounded.ts'
import { requireSoundAccount, requireSoundPosts } from './require-sound.ts'
import { serializePosts } from './serialized-posts.ts'

/** The part of a method's request that is not data. */
export type Request = Context<unknown> & {
  readonly account: () => Promise<Account>
  readonly page: Response | undefined
}

/** Returns posts as serialized JSON. Throws what the source throws, and Refused (`broken`). */
export const callMethod = async (source: Source, invocation: Invocation, request: Request): Promise<unknown> => {
  const { account: readAccount, page, ...own } = request
  // `ask` is the former name of `send`, for platforms of an operator's own.
  const context = { ...own, ask: own.send }
  const { method, handle = '', limit = 0, variant = '', after, match = {}, accounts = [] } = invocation
  const url = new URL(invocation.url ?? 'https://invalid.example/')
  switch (method) {
    case 'account': {
      const account = await source.account({ ...context, handle, limit })
      requireBounded(account)
      requireSoundAccount(account)
      return account
    }
    case 'posts': {
      const posts = await source.posts({ ...context, handle, limit, variant, after, account: readAccount })
      requireBounded(posts)
      requireSoundPosts(posts)
      return serializePosts(posts)
    }
    case 'post': {
      const found = await source.post?.({ ...context, url, match, accounts }).catch(asPostError)
      requireBounded(found)
      return found && withShownWords(found)
    }
    case 'findPost': {
      const found = page && (await source.findPost?.({ ...context, url, page }).catch(asPostError))
      requireBounded(found)
      return found && withShownWords(found)
    }
  }
}

/** A missing profile, or a missing endpoint for profiles, does not mean that the post is missing. */
const asPostError = (error: unknown): never => {
  if (isRefused(error, 'absent') && error.code === 'profile_not_found') throw new Refused('broken', { cause: error })
  throw error
}

/** A post that was requested by its URL is returned even if it has nothing to show. */
const withShownWords = <Found extends { readonly post: PlatformPost | null }>(found: Found): Found => ({
  ...found,
  post: found.post && (withFallbackText(found.post) ?? found.post),
})
