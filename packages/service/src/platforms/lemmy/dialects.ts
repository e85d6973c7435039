// The two versions of Lemmy's API, that of PieFed and that of Mbin: their endpoints for a user, a community, and posts. Servers with
// 1.0 also respond to some calls of v3, so only a response of v4 proves the version.

import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import { stringOrNull } from '../../post/build-post.ts'
import { requireList } from '../../upstream/contract/require-list.ts'
import type { Dialect, List, Query } from './dialect.ts'
import { MBIN } from './dialect-mbin.ts'

export type DialectName = 'v3' | 'v4' | 'alpha' | 'mbin'

/** Lemmy refuses larger pages. */
export const MAX_ITEMS = 50

const PAGE = /^[1-9]\d{0,6}$/
/** `P` and the id of the last post. */
const CURSOR = /^P[0-9a-f]{1,16}$/
const TOKEN = /^[\w.~+/=-]{1,800}$/

const nextPage = (body: JsonObject): string | undefined => stringOrNull(body.next_page) ?? undefined

/** Every page of 0.19 that is not empty has a next page. */
const listV3 = (query: Query): List => ({
  path: 'post/list',
  query: { ...query, sort: 'New' },
  at: ['page_cursor', CURSOR],
  anchor: 'post',
  read: (body) => ({ items: requireList(body.posts), next: nextPage(body) }),
})

const listV4 = (path: string, query: Query): List => ({
  path,
  query,
  at: ['page_cursor', TOKEN],
  anchor: 'post',
  read: (body) => ({
    items: requireList(body.items).filter((item) => (jsonObject(item).type_ ?? 'post') === 'post'),
    next: nextPage(body),
  }),
})

const V3: Dialect = {
  // One response has the user and the first page of posts.
  profile: (named, limit) =>
    named.kind === 'person'
      ? { path: 'user', query: { username: named.name, sort: 'New', page: 1, limit } }
      : { path: 'community', query: { name: named.name } },
  list: ({ kind, name }, limit) =>
    kind === 'person'
      ? {
          path: 'user',
          query: { username: name, sort: 'New', page: 1, limit },
          at: ['page', PAGE],
          anchor: 'count',
          read(body, at) {
            const items = requireList(body.posts)
            return { items, next: items.length === 0 ? undefined : String(Number(at ?? '1') + 1) }
          },
        }
      : listV3({ community_name: name, limit }),
  // 0.19 has no multi-communities.
  place: ({ is }, limit) => listV3({ type_: is === 'local' ? 'Local' : 'All', limit }),
}

const V4: Dialect = {
  profile: ({ kind, name }) =>
    kind === 'person' ? { path: 'person', query: { username: name } } : { path: 'community', query: { name } },
  list: ({ kind, name }, limit) =>
    kind === 'person'
      ? listV4('person/content', { username: name, type_: 'posts', limit })
      : listV4('post/list', { community_name: name, sort: 'new', limit }),
  place: (place, limit) =>
    listV4('post/list', {
      ...('name' in place ? { multi_community_name: place.name } : { type_: place.is }),
      ...{ sort: 'new', limit },
    }),
}

/** Pages are numbers. The name of a remote community means another one on this server, so lists are by id. */
const listAlpha = (query: Query): List => ({
  path: 'post/list',
  query: { ...query, sort: 'New', page: 1 },
  at: ['page', PAGE],
  anchor: 'count',
  read(body, at) {
    const items = requireList(body.posts)
    return { items, next: items.length === 0 ? undefined : String(Number(at ?? '1') + 1) }
  },
})

const ALPHA: Dialect = {
  profile: ({ kind, name }) =>
    kind === 'person' ? { path: 'user', query: { username: name } } : { path: 'community', query: { name } },
  list: ({ kind }, limit, id) => listAlpha({ [kind === 'person' ? 'person_id' : 'community_id']: id, limit }),
  place: ({ is }, limit, id) =>
    listAlpha(is === 'feed' ? { feed_id: id, limit } : { type_: is === 'local' ? 'Local' : 'All', limit }),
}

export const DIALECTS: Readonly<Record<DialectName, Dialect>> = { v3: V3, v4: V4, alpha: ALPHA, mbin: MBIN }
