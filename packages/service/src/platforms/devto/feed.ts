// The feed of a tag: its newest articles. The API has the same only by popularity.

import type { Feed } from '../../feeds/feed.ts'
import type { FeedReading } from '../../feeds/feed-reader.ts'
import { requestForFeed, requireFeed } from '../../feeds/read-document.ts'
import { buildHashtag } from '../../post/build-named-profile.ts'
import type { Send } from '../../upstream/contract/call.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import { requireList } from '../../upstream/contract/require-list.ts'
import { placeOf } from './canonicalize-place.ts'
import { requestApi } from './request-api.ts'
import { SITE } from './urls.ts'

const tagOf = (handle: string): string => {
  const place = placeOf(handle)
  return place?.is === 'tag' ? place.tag : ''
}

const NOT_FOUND = 404

/** A tag without articles has no feed. A 404 alone may be that of a proxy, so the API is asked as well. */
const findFeed = async (send: Send, handle: string): Promise<Feed> => {
  const tag = tagOf(handle)
  const url = `${SITE}/feed/tag/${encodeURIComponent(tag)}`
  const response = await requestForFeed(send, url, [NOT_FOUND])
  if (response.status !== NOT_FOUND) return requireFeed(response)
  const articles = requireList((await requestApi(send, '/articles', { query: { tag, per_page: 1 } })).json())
  if (articles.length > 0) throw new Refused('broken')
  return { format: 'rss', feedUrl: url, items: [] }
}

export const feed: FeedReading = {
  hasStoredTitles: true,
  find: findFeed,
  identify: (_, handle) => ({ id: `hashtag ${handle}` }),
  profile: (_, handle) => {
    const tag = tagOf(handle)
    return buildHashtag({ handle, id: `hashtag ${handle}`, url: `${SITE}/t/${encodeURIComponent(tag)}`, tag })
  },
}
