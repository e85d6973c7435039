// A page of an account's statuses through the API.

import { isApiError } from '../../errors.ts'
import { jsonList, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { stringOrNull } from '../../post/build-post.ts'
import type { Response, Send } from '../../upstream/contract/call.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import type { Posts, PostsRequest } from '../../upstream/contract/source.ts'
import { type Batch, walk } from '../../upstream/paging/walk.ts'
import { callServer } from './call-server.ts'
import { splitHandle } from './canonicalize-handle.ts'
import { isPublicStatus, mapStatus } from './map-status.ts'
import { selectionOf } from './selections.ts'

/** What all pages of an account need. */
export type AccountPlace = {
  /** The account's own handle, whose domain its server leaves out. */
  readonly handle: string
  readonly host: string
  readonly id: string
}

type Request = PostsRequest<unknown, AccountPlace>

/** Throws Refused: `closed` where the server shows the account but not its posts. */
export const readStatuses = async ({ send, variant, limit, after, account }: Request): Promise<Posts> => {
  const { keep } = await account()
  const { query, keeps } = selectionOf(variant)
  const { host } = splitHandle(keep.handle)
  const pinning = readPinned(send, keep)
  let pinned: readonly string[] | null = null
  return walk({
    after,
    limit,
    anchor: 'post',
    async read(at) {
      const call = { query: { ...query, limit, max_id: at } }
      const [response, pins] = await Promise.all([callServer(send, keep.host, pathOf(keep), call), pinning])
      pinned = pins
      return batchOf(response, limit, at)
    },
    keyOf: (status) => String(idOf(status)),
    timeOf: (status) => parseTime(jsonObject(status).created_at),
    isBehind: (status, at) => isOlder(idOf(status), at),
    textsOf,
    map: (status) => (isPublicStatus(status) ? mapStatus(status, host, pinned?.includes(idOf(status) ?? '')) : null),
    wants: (post) => keeps(post, keep.id),
  })
}

const pathOf = ({ id }: AccountPlace) => `/api/v1/accounts/${encodeURIComponent(id)}/statuses`

/** Ids of the pinned posts, which the list of posts does not mark. They are an extra: null when they cannot be had. */
const readPinned = async (send: Send, place: AccountPlace): Promise<readonly string[] | null> => {
  try {
    const response = await callServer(send, place.host, pathOf(place), { query: { pinned: 'true' }, revalidate: true })
    return jsonList(response.json()).flatMap((status) => idOf(status) ?? [])
  } catch (error) {
    if (isApiError(error)) return null
    throw error
  }
}

const textsOf = (status: unknown): readonly string[] => {
  const { content, reblog } = jsonObject(status)
  return [content, jsonObject(reblog).content].filter((text) => typeof text === 'string')
}

const batchOf = (response: Response, limit: number, at: string | undefined): Batch<unknown> => {
  const statuses: unknown = response.json()
  if (!Array.isArray(statuses)) throw new Refused('broken')
  const next = nextPosition(response, statuses, limit)
  // A server that passes over `max_id` has no older statuses than those that it gave.
  return { items: statuses, next: at !== undefined && !isOlder(next, at) ? undefined : next }
}

const NEXT_LINK = /<(?<address>[^<>]{1,2048})>\s*;\s*rel="?next"?/

/** The id behind which the next batch begins: that of the last status. A server that filters what it has cut to length sends
 * few, or none, and its Link header (RFC 8288) alone tells whether there are more; only the id is read from it, never where
 * to go. Without such a header only an empty batch is the end. */
const nextPosition = ({ headers, url }: Response, statuses: readonly unknown[], limit: number): string | undefined => {
  const last = idOf(statuses.at(-1))
  // A full batch goes on behind its last status, whatever the link says: Hollo's skips one.
  if (headers.link === undefined || (last !== undefined && statuses.length >= limit)) return last
  const address = NEXT_LINK.exec(headers.link)?.groups?.address ?? ''
  return URL.parse(address, url)?.searchParams.get('max_id') || undefined
}

const idOf = (status: unknown): string | undefined => stringOrNull(jsonObject(status).id) ?? undefined

const DIGITS = /^\d+$/

/** Whether an id is that of an older status: numbers grow, and so do ids of one length (ULIDs, UUIDs of version 7, those of
 * Pleroma). Of others nobody can tell, so that they count as older. */
const isOlder = (id: string | undefined, than: string): boolean => {
  if (id === undefined) return true
  if (DIGITS.test(id) && DIGITS.test(than)) return BigInt(id) < BigInt(than)
  return id.length !== than.length || id < than
}
