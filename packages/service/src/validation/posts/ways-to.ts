// The ways to read a post, in order. The documentation lists them by the same function.

import type { PostTarget } from './recognize-post.ts'

export type Way = 'api' | 'oembed' | 'page'

/** `hasApi`: whether the platform has an API for posts that the service may use. */
export const waysTo = ({ isAnyHost, oembedUrl }: PostTarget, hasApi: boolean): readonly Way[] => [
  ...(hasApi ? (['api'] as const) : []),
  ...(oembedUrl ? (['oembed'] as const) : []),
  // The page of a large site shows something for any URL, so a response of its endpoint is preferred.
  ...(isAnyHost || !oembedUrl ? (['page'] as const) : []),
]
