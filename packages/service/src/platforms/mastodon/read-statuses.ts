// Reads a page of an account's statuses through the API.

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
import { selectionOf, selectionOfTag } from './selections.ts'

/** What pages of posts need to know about their account. */
export type AccountPlace = {
  /** The account's own handle. The server omits its domain. */
  readonly handle: string
  readonly host: string
  readonly id: string
  /** Only posts with this hashtag. */
  readonly tag?: string
}

type Request = PostsRequest<unknown, AccountPlace>

/** Throws Refused: `closed` when the server shows the account but not its posts. */
export const readStatuses = async ({ send, variant, limit, after, account }: Request): Promise<Posts> => {
  const { keep } = await account()
  const { query, matches } = keep.tag === undefined ? selectionOf(variant) : selectionOfTag(keep.tag)
  const { host } = splitHandle(keep.handle)
  const pinning = keep.tag === undefined ? readPinned(send, keep) : null
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
    wants: (post) => matches(post, keep.id),
  })
}

const pathOf = ({ id }: AccountPlace) => `/api/v1/accounts/${encodeURIComponent(id)}/statuses`

/** Ids of the pinned posts, which the list of statuses does not mark. Optional: null when they cannot be read. */
const readPinned = async (send: Send, place: AccountPlace): Promise<readonly string[] | null> => {
  try {
    const response = await callServer(send, place.host, pathOf(place), { query: { pinned: 'true' }, revalidate: true })
    return jsonList(response.json()).flatMap((status) => idOf(status) ?? [])
  } catch (error) {
    if (isApiError(error)) return null
    throw error
  }
}

export const textsOf = (status: unknown): readonly string[] => {
  const { content, reblog } = jsonObject(status)
  return [content, jsonObject(reblog).content].filter((text) => typeof text === 'string')
}

const batchOf = (response: Response, limit: number, at: string | undefined): Batch<unknown> => {
  const statuses: unknown = response.json()
  if (!Array.isArray(statuses)) throw new Refused('broken')
  const next = nextPosition(response, statuses, limit)
  // A server that ignores `max_id` has no older statuses than these.
  return { items: statuses, next: at !== undefined && !isOlder(next, at) ? undefined : next }
}

const NEXT_LINK = /<(?<url>[^<>]{1,2048})>\s*;\s*rel="?next"?/

/** The id of the last status, after which the next batch starts. A server that filters after cutting the batch may
 * return few statuses or none; then only its Link header (RFC 8288) says whether there are more. Only the id is read
 * from the link, never the URL. Without the header, only an empty batch is the end. */
const nextPosition = ({ headers, url }: Response, statuses: readonly unknown[], limit: number): string | undefined => {
  const last = idOf(statuses.at(-1))
  // A full batch continues after its last status, whatever the link says: Hollo's link skips one.
  if (headers.link === undefined || (last !== undefined && statuses.length >= limit)) return last
  const link = NEXT_LINK.exec(headers.link)?.groups?.url ?? ''
  return URL.parse(link, url)?.searchParams.get('max_id') || undefined
}

export const idOf = (status: unknown): string | undefined => stringOrNull(jsonObject(status).id) ?? undefined

const DIGITS = /^\d+$/

/** Whether an id belongs to an older status. Numbers grow, and so do ids of the same length (ULIDs, UUIDv7, Pleroma's).
 * Other ids cannot be compared and count as older. */
export const isOlder = (id: string | undefined, than: string): boolean => {
  if (id === undefined) return true
  if (DIGITS.test(id) && DIGITS.test(than)) return BigInt(id) < BigInt(than)
  return id.length !== than.length || id < than
}
