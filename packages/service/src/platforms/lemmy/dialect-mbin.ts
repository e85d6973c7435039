// Mbin's API: its endpoints for a user, a magazine, a tag and a server. Lists have pages, and are by id.

import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { requireList } from '../../upstream/contract/require-list.ts'
import { adaptContent, adaptPost } from './adapt-mbin.ts'
import type { Dialect, List } from './dialect.ts'

const PAGE = /^[1-9]\d{0,6}$/

type Adapt = (item: unknown) => JsonObject | null

const listOf = (path: string, limit: number, adapt: Adapt, query: Readonly<Record<string, string>> = {}): List => ({
  path,
  query: { ...query, sort: 'newest', p: 1, perPage: limit },
  at: ['p', PAGE],
  anchor: 'count',
  read(body) {
    const { currentPage, maxPage } = jsonObject(body.pagination)
    const hasMore = typeof currentPage === 'number' && typeof maxPage === 'number' && currentPage < maxPage
    return {
      items: requireList(body.items).flatMap((item) => adapt(item) ?? []),
      next: hasMore ? String(currentPage + 1) : undefined,
    }
  },
})

export const MBIN: Dialect = {
  profile: ({ kind, name }) => ({ path: `${kind === 'person' ? 'users' : 'magazine'}/name/${name}`, query: {} }),
  list: ({ kind, host }, limit, id) =>
    listOf(`${kind === 'person' ? 'users' : 'magazine'}/${id}/entries`, limit, (item) => adaptPost(item, host)),
  place(place, limit) {
    const { host } = place
    if (place.is === 'tag')
      return listOf(`tag/${encodeURIComponent(place.tag)}/entries`, limit, (item) => adaptPost(item, host))
    if (place.is !== 'local') return listOf('combined', limit, (item) => adaptContent(item, host))
    // Older servers ignore the filter.
    return listOf('combined', limit, (item) => ownOf(adaptContent(item, host), host), { federation: 'local' })
  },
}

const ownOf = (view: JsonObject | null, host: string): JsonObject | null => {
  const url = absoluteUrl(jsonObject(view?.post).ap_id)
  return url !== null && new URL(url).host === host ? view : null
}
