// The posts of a site that keeps its API to itself: its feed, which WordPress always has.

import { ApiError, isApiError } from '../../errors.ts'
import { type FeedDocument, pageFeed } from '../feeds/page-feed.ts'
import { readDocument } from '../feeds/read-document.ts'
import type { PageRequest, PlatformHttp, PlatformPage } from '../platform.ts'
import { siteOf } from './canonicalize-site.ts'

/** Begins the positions of a walk over the feed. */
export const FEED_MARK = 'feed '

type Request = Pick<PageRequest<unknown>, 'http' | 'memo' | 'handle' | 'variant' | 'after' | 'limit'>

export const pageSiteFeed = async (request: Request): Promise<PlatformPage> => {
  const { http, memo, handle, variant, after, limit } = request
  const first = await memo(`wordpress feed ${handle}`, () => readSiteFeed(http, handle))
  const page = await pageFeed({
    first,
    read: (url) => memo(`wordpress feed ${handle} ${url}`, () => readDocument(http, url, handle)),
    after: after?.slice(FEED_MARK.length),
    limit,
    ...(variant === 'media' && { wants: ({ media }) => media.length > 0 }),
  })
  return { ...page, next: page.next && FEED_MARK + page.next, provenance: 'feed' }
}

/** `/feed/`, and what it is where addresses have no paths. */
const readSiteFeed = async (http: PlatformHttp, handle: string): Promise<FeedDocument> => {
  const { base, author } = siteOf(handle)
  const folder = author === undefined ? base : `${base}/author/${author}`
  const places = author === undefined ? [`${folder}/feed/`, `${base}/?feed=rss2`] : [`${folder}/feed/`]
  for (const place of places) {
    const document = await readDocument(http, place, handle).catch((error: unknown) => {
      if (isApiError(error, 'platform_error')) return undefined
      throw error
    })
    if (document) return document
  }
  throw new ApiError('profile_not_found')
}
