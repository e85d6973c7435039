// One post by its address, for those who may see it without signing in.

import { ApiError } from '../../errors.ts'
import { hostName } from '../../parsing/host-name.ts'
import { jsonList, jsonObject } from '../../parsing/json-value.ts'
import type { HttpAnswer, PlatformPostAnswer, PostRequest } from '../platform.ts'
import { requireOk } from '../require-ok.ts'
import { type MastodonSettings, tokenFor } from './access-tokens.ts'
import { callServer, isClosed } from './call-server.ts'
import { isPublicStatus, mapStatus } from './map-status.ts'

/** The post. Throws `post_not_found`, `profile_private` (a status that is not for everybody, a server that shows nothing
 * to strangers), `platform_*`. */
export const readPost = async (request: PostRequest<MastodonSettings>): Promise<PlatformPostAnswer> => {
  const host = hostName(request.match.host ?? '')
  if (host === undefined) throw new ApiError('unsupported_post_url')
  const { answer, status } = await (request.match.id === undefined
    ? searchStatus(request, host)
    : fetchStatus(request, host, request.match.id))
  const post = mapStatus(status, host)
  if (post === null) throw new ApiError('post_not_found')
  if (!isPublicStatus(status)) throw new ApiError('profile_private')
  return { post, answer }
}

type Found = { readonly answer: HttpAnswer; readonly status: unknown }

const fetchStatus = async (request: PostRequest<MastodonSettings>, host: string, id: string): Promise<Found> => {
  const answer = requireStatus(await callServer(request, host, `/api/v1/statuses/${id}`))
  return { answer, status: answer.json() }
}

/** The address itself is the query; only somebody signed in may have a server fetch what it does not hold. */
const searchStatus = async (request: PostRequest<MastodonSettings>, host: string): Promise<Found> => {
  const query = { q: request.url.href, type: 'statuses', limit: '1' }
  const mayResolve = tokenFor(request.settings, host) !== undefined
  const answer = requireStatus(
    await callServer(request, host, '/api/v2/search', mayResolve ? { ...query, resolve: 'true' } : query),
  )
  return { answer, status: jsonList(jsonObject(answer.json()).statuses)[0] }
}

const requireStatus = (answer: HttpAnswer): HttpAnswer => {
  if (isClosed(answer)) {
    throw new ApiError('profile_private', { message: 'The server shows its posts only to people who are signed in.' })
  }
  return requireOk(answer, { 404: 'post_not_found', 410: 'post_not_found' })
}
