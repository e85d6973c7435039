// Reads a user or an organization, a page of articles, and one article through Forem's API at DEV. The bodies of the
// newest articles come from the feed: one call for each article would exceed DEV's limit of calls a second.

import { readFeed } from '../../feeds/read-document.ts'
import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import type { Send } from '../../upstream/contract/call.ts'
import { firstPresent } from '../../upstream/contract/first-present.ts'
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
import { byPage } from '../../upstream/paging/batches.ts'
import { walk } from '../../upstream/paging/walk.ts'
import { placeOf } from './canonicalize-place.ts'
import { mapAccount, mapArticle } from './map-article.ts'
import { readSeries, readSeriesPosts } from './read-series.ts'
import { requestApi } from './request-api.ts'
import { SITE } from './urls.ts'

const MAX_ITEMS = 1_000

/** The name belongs to a user or to an organization. */
export const readAccount = async ({ send, handle, limit }: AccountRequest<unknown>): Promise<Account<undefined>> => {
  const place = placeOf(handle)
  if (place?.is === 'series') return readSeries({ send, limit, id: place.id }, handle)
  const query = { url: handle }
  const response = await firstPresent([
    () => requestApi(send, '/users/by_username', { query }),
    () => requestApi(send, `/organizations/${handle}`),
  ])
  const profile = mapAccount(jsonObject(response.json()))
  if (profile === null) throw new Refused('broken')
  return { id: handle, profile, keep: undefined }
}

type Item = { readonly article: JsonObject; readonly html?: string | undefined }

const withTexts = async (send: Send, handle: string, items: readonly Item[]): Promise<readonly Item[]> => {
  const { items: entries } = await readFeed(send, `${SITE}/feed/${handle}`)
  const texts = new Map(
    entries.flatMap((entry) => {
      const { content } = entry.read()
      const { url } = entry
      return url !== undefined && content !== undefined && 'html' in content ? [[url, content.html] as const] : []
    }),
  )
  return items.map(({ article }) => ({ article, html: texts.get(String(article.url)) }))
}

/** For an unknown name the list is empty. `readAccount` finds out that there is no such account. */
export const readPosts = ({ send, handle, after, limit }: PostsRequest<unknown>): Promise<Posts> => {
  const place = placeOf(handle)
  if (place?.is === 'series') return readSeriesPosts({ send, after, limit, id: place.id })
  const size = Math.min(limit, MAX_ITEMS)
  return walk<Item>({
    after,
    limit,
    anchor: 'count',
    read: byPage(async (page) => {
      const response = await requestApi(send, '/articles', { query: { username: handle, page, per_page: size } })
      return requireList(response.json()).map((article) => ({ article: jsonObject(article) }))
    }, size),
    keyOf: ({ article }) => String(article.id),
    timeOf: ({ article }) => parseTime(article.published_at),
    textsOf: ({ html }) => (html === undefined ? [] : [html]),
    map: ({ article, html }) => mapArticle(article, html),
    // The feed has about a dozen articles, which are all on the first page.
    ...(after === undefined && { enrich: (items: readonly Item[]) => withTexts(send, handle, items) }),
  })
}

export const readPost = async ({ send, match: { user, slug } }: PostRequest<unknown>): Promise<PostResponse> => {
  const response = await requestApi(send, `/articles/${user}/${slug}`, { about: 'post' })
  const article = jsonObject(response.json())
  if (article.id === undefined) throw new Refused('broken', { about: 'post' })
  const post = mapArticle(article)
  if (post === null) throw new Refused('absent', { about: 'post' })
  return { post, answer: response }
}
