// A page of an account's statuses through the API.

import { ApiError, isApiError } from '../../errors.ts'
import { jsonList, jsonObject } from '../../parsing/json-value.ts'
import { stringOrNull } from '../../post/build-post.ts'
import { createReadingBudget } from '../../post/reading-budget.ts'
import type { HttpAnswer, PageRequest, PlatformPage } from '../platform.ts'
import { requireOk } from '../require-ok.ts'
import type { MastodonSettings } from './access-tokens.ts'
import { callServer, isClosed } from './call-server.ts'
import { splitHandle } from './canonicalize-handle.ts'
import { type FoundAccount, refusalOf } from './find-account.ts'
import { mapProfile } from './map-account.ts'
import { isPublicStatus, mapStatus } from './map-status.ts'
import { selectionOf } from './selections.ts'

type Request = PageRequest<MastodonSettings>
type ApiAccount = Extract<FoundAccount, { via: 'api' }>
type FeedAccount = Extract<FoundAccount, { via: 'feed' }>

/** The page, or that the server shows the account but not its posts. */
export const readStatuses = async (request: Request, found: ApiAccount): Promise<PlatformPage | FeedAccount> => {
  const [answer, pinned] = await Promise.all([
    callServer(request, found.host, pathOf(found), {
      ...selectionOf(request.variant).query,
      limit: String(request.limit),
      ...(request.after !== undefined && { max_id: request.after }),
    }),
    request.after === undefined ? request.memo(`pinned:${request.handle}`, () => readPinned(request, found)) : null,
  ])
  if (isClosed(answer)) return { via: 'feed', host: found.host, refusal: refusalOf(answer) }
  return mapPage(request, found, requireOk(answer), pinned)
}

const pathOf = ({ id }: ApiAccount) => `/api/v1/accounts/${encodeURIComponent(id)}/statuses`

/** Ids of the pinned posts, which the list of posts does not mark. They are an extra: null when they cannot be had. */
const readPinned = async (request: Request, found: ApiAccount): Promise<readonly string[] | null> => {
  try {
    const answer = requireOk(await callServer(request, found.host, pathOf(found), { pinned: 'true' }))
    return jsonList(answer.json()).flatMap((status) => idOf(status) ?? [])
  } catch (error) {
    if (isApiError(error)) return null
    throw error
  }
}

const mapPage = (
  { handle, variant, after, limit }: Request,
  { id, account }: ApiAccount,
  answer: HttpAnswer,
  pinned: readonly string[] | null,
): PlatformPage => {
  const statuses = answer.json()
  if (!Array.isArray(statuses)) throw new ApiError('platform_error')
  const { host } = splitHandle(handle)
  const shown = withinBudget(statuses.slice(0, limit))
  const posts = shown
    .filter(isPublicStatus)
    .map((status) => mapStatus(status, host, pinned?.includes(idOf(status) ?? '')))
    .filter((post) => post !== null)
    .filter((post) => selectionOf(variant).keeps(post, id))
  const isCut = shown.length < Math.min(statuses.length, limit)
  const next = isCut ? idOf(shown.at(-1)) : nextPosition(answer, statuses, limit)
  return { profile: mapProfile(account, handle), posts, next: next === after ? undefined : next }
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
const nextPosition = (
  { headers, url }: HttpAnswer,
  statuses: readonly unknown[],
  limit: number,
): string | undefined => {
  const last = idOf(statuses[limit - 1])
  // A server that sends more than was asked for means its own link for what it sent.
  if (headers.link === undefined || statuses.length > limit) return last
  const address = NEXT_LINK.exec(headers.link)?.groups?.address ?? ''
  return URL.parse(address, url)?.searchParams.get('max_id') || undefined
}

const idOf = (status: unknown): string | undefined => stringOrNull(jsonObject(status).id) ?? undefined
