// A page of an account's statuses through the API.

import { isApiError } from '../../errors.ts'
import { jsonList, jsonObject } from '../../parsing/json-value.ts'
import { stringOrNull } from '../../post/build-post.ts'
import { createReadingBudget } from '../../post/reading-budget.ts'
import type { Answer, Ask } from '../contract/call.ts'
import { Refused } from '../contract/refusal.ts'
import type { Posts, PostsRequest } from '../contract/source.ts'
import { callServer } from './call-server.ts'
import { splitHandle } from './canonicalize-handle.ts'
import { isPublicStatus, mapStatus } from './map-status.ts'
import { selectionOf } from './selections.ts'

/** What all pages of an account need. */
export type AccountPlace = { readonly host: string; readonly id: string }

type Request = PostsRequest<unknown, AccountPlace>

/** Throws Refused: `closed` where the server shows the account but not its posts. */
export const readStatuses = async (request: Request): Promise<Posts> => {
  const { ask, variant, limit, after, account } = request
  const { keep } = await account()
  const [answer, pinned] = await Promise.all([
    callServer(ask, keep.host, pathOf(keep), { query: { ...selectionOf(variant).query, limit, max_id: after } }),
    readPinned(ask, keep),
  ])
  return mapPage(request, keep, answer, pinned)
}

const pathOf = ({ id }: AccountPlace) => `/api/v1/accounts/${encodeURIComponent(id)}/statuses`

/** Ids of the pinned posts, which the list of posts does not mark. They are an extra: null when they cannot be had. */
const readPinned = async (ask: Ask, place: AccountPlace): Promise<readonly string[] | null> => {
  try {
    const answer = await callServer(ask, place.host, pathOf(place), { query: { pinned: 'true' }, revalidate: true })
    return jsonList(answer.json()).flatMap((status) => idOf(status) ?? [])
  } catch (error) {
    if (isApiError(error)) return null
    throw error
  }
}

const mapPage = (
  { handle, variant, after, limit }: Request,
  { id }: AccountPlace,
  answer: Answer,
  pinned: readonly string[] | null,
): Posts => {
  const statuses = answer.json()
  if (!Array.isArray(statuses)) throw new Refused('broken')
  const { host } = splitHandle(handle)
  const shown = withinBudget(statuses.slice(0, limit))
  const posts = shown
    .filter(isPublicStatus)
    .map((status) => mapStatus(status, host, pinned?.includes(idOf(status) ?? '')))
    .filter((post) => post !== null)
    .filter((post) => selectionOf(variant).keeps(post, id))
  const isCut = shown.length < Math.min(statuses.length, limit)
  const next = isCut ? idOf(shown.at(-1)) : nextPosition(answer, statuses, limit)
  return { posts, next: next === after ? undefined : next }
}

/** The first statuses, as many as one page may read. */
const withinBudget = (statuses: readonly unknown[]): readonly unknown[] => {
  const budget = createReadingBudget()
  const end = statuses.findIndex((status) => !budget.admit(textsOf(status)))
  return end === -1 ? statuses : statuses.slice(0, end)
}

const textsOf = (status: unknown): readonly string[] => {
  const { content, reblog } = jsonObject(status)
  return [content, jsonObject(reblog).content].filter((text) => typeof text === 'string')
}

const NEXT_LINK = /<(?<address>[^<>]{1,2048})>\s*;\s*rel="?next"?/

/** The id behind which the next page begins. Only the id is read from the Link header (RFC 8288), never where to go. */
const nextPosition = ({ headers, url }: Answer, statuses: readonly unknown[], limit: number): string | undefined => {
  const last = idOf(statuses[limit - 1])
  // A full page goes on behind its last status, whatever the link says: Hollo's skips one. A server that sends more than
  // was asked for means its own link for what it sent.
  if (headers.link === undefined || last !== undefined) return last
  const address = NEXT_LINK.exec(headers.link)?.groups?.address ?? ''
  return URL.parse(address, url)?.searchParams.get('max_id') || undefined
}

const idOf = (status: unknown): string | undefined => stringOrNull(jsonObject(status).id) ?? undefined
