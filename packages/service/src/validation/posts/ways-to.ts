// Which ways lead to a post, first to last: the documents tell them by the same rule.

import type { PostTarget } from './recognize-post.ts'

export type Way = 'api' | 'oembed' | 'page'

/** `hasApi`: whether the platform has an API for posts that may be asked. */
export const waysTo = ({ isAnyHost, oembedUrl }: PostTarget, hasApi: boolean): readonly Way[] => [
  ...(hasApi ? (['api'] as const) : []),
  ...(oembedUrl ? (['oembed'] as const) : []),
  // The page of a large site shows something for any address; where the site can be asked, its answer stands.
  ...(isAnyHost || !oembedUrl ? (['page'] as const) : []),
]
