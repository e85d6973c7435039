// Loads a page from the site's own endpoint. The browser has neither key nor token.

import type { FeedPage } from '../render/types.ts'

export type FeedData = FeedPage | readonly FeedPage[]

/** The endpoint may wait for the service, and the service for a platform. */
const TIMEOUT_MS = 45_000
/** A page is empty if all of its posts are hidden. */
const MAX_EMPTY_PAGES = 5

const isPage = (value: unknown): value is FeedPage => Array.isArray(Object(Object(value).body).posts)

/** The page, or the list of pages, in a response: by itself, or as `data` beside `ok`. Throws a TypeError otherwise. */
export const readPage = (json: unknown): FeedData => {
  const { ok, data } = Object(json) as { readonly ok?: unknown; readonly data?: unknown }
  const page = ok === true ? data : json
  if (isPage(page) || (Array.isArray(page) && page.every(isPage))) return page
  throw new TypeError('The response is not a page of posts')
}

const isEmpty = (page: FeedPage): boolean => page.body.posts.length === 0

/** `cursor` is added to the URL as a query parameter. */
const fetchOne = async (src: string, cursor: string | undefined, signal: AbortSignal): Promise<FeedData> => {
  const url = new URL(src, document.baseURI)
  if (cursor !== undefined) url.searchParams.set('cursor', cursor)
  const response = await fetch(url, {
    headers: { accept: 'application/json' },
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  })
  if (!response.ok) throw new Error(`The response has the status ${response.status}`)
  return readPage(await response.json())
}

/** The page at a cursor, or the first one. Skips pages without posts that are not the last one. */
export const fetchPage = async (src: string, cursor: string | undefined, signal: AbortSignal): Promise<FeedData> => {
  let data = await fetchOne(src, cursor, signal)
  for (let skipped = 0; skipped < MAX_EMPTY_PAGES; skipped += 1) {
    if (!('body' in data) || !isEmpty(data) || !data.nextCursor) break
    data = await fetchOne(src, data.nextCursor, signal)
  }
  return data
}
