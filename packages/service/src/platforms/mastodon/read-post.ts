// Reads one post by its URL. Never returns a post that requires a login.

import { ApiError } from '../../errors.ts'
import { hostName } from '../../parsing/host-name.ts'
import { jsonObject } from '../../parsing/json-value.ts'
import type { Response } from '../../upstream/contract/call.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import { requireList } from '../../upstream/contract/require-list.ts'
import type { PostRequest, PostResponse } from '../../upstream/contract/source.ts'
import { callServer } from './call-server.ts'
import { isPublicStatus, mapStatus } from './map-status.ts'
import { type MastodonSettings, token } from './settings.ts'

type Request = PostRequest<MastodonSettings>

/** Throws Refused: `absent`, `hidden` (the status is not public), `closed` (the server requires a login). */
export const readPost = async (request: Request): Promise<PostResponse> => {
  const host = hostName(request.match.host ?? '')
  if (host === undefined) throw new ApiError('unsupported_post_url')
  const id = request.match.id ?? (await idBehind(request))
  const { response, status } = await (id === undefined ? searchStatus(request, host) : fetchStatus(request, host, id))
  if (status === undefined) throw new Refused('absent', { about: 'post' })
  const post = mapStatus(status, host)
  if (post === null) throw new Refused('broken')
  if (!isPublicStatus(status)) throw new Refused('hidden')
  return { post, answer: response }
}

type Found = { readonly response: Response; readonly status: unknown }

const fetchStatus = async ({ send }: Request, host: string, id: string): Promise<Found> => {
  const response = await callServer(send, host, `/api/v1/statuses/${id}`, { about: 'post' })
  return { response, status: response.json() }
}

const OBJECT = /^\/objects\/[^/]+$/
const NOTICE = /^\/notice\/(?<id>[0-9A-Za-z]{1,24})$/

/** Pleroma and Akkoma redirect an object to its notice, whose id the API knows. Their search requires a login. */
const idBehind = async ({ send, url }: Request): Promise<string | undefined> => {
  if (!OBJECT.test(url.pathname)) return undefined
  const answers = [400, 401, 403, 404, 405, 406, 410, 501]
  const response = await send({ url, accept: 'text/html', about: 'post', redirect: 'answer', answers })
  const place = URL.parse(response.headers.location ?? '', url)
  return place?.host === url.host ? NOTICE.exec(place.pathname)?.groups?.id : undefined
}

/** Searches for the URL. Only with a token may the server fetch a post that it does not have. */
const searchStatus = async ({ send, settings, url }: Request, host: string): Promise<Found> => {
  const mayResolve = token.read(settings).some((given) => given.host === host)
  const query = { q: url.href, type: 'statuses', limit: 1, ...(mayResolve && { resolve: 'true' }) }
  const response = await callServer(send, host, '/api/v2/search', { query, about: 'post' })
  return { response, status: requireList(jsonObject(response.json()).statuses)[0] }
}
