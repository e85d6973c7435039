// One post by its address, for those who may see it without signing in.

import { ApiError } from '../../errors.ts'
import { hostName } from '../../parsing/host-name.ts'
import { jsonObject } from '../../parsing/json-value.ts'
import type { Answer } from '../../upstream/contract/call.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import { requireList } from '../../upstream/contract/require-list.ts'
import type { PostAnswer, PostRequest } from '../../upstream/contract/source.ts'
import { callServer } from './call-server.ts'
import { isPublicStatus, mapStatus } from './map-status.ts'
import { type MastodonSettings, token } from './settings.ts'

type Request = PostRequest<MastodonSettings>

/** Throws Refused: `absent`, `hidden` (a status that is not for everybody), `closed` (a server that shows nothing to
 * strangers). */
export const readPost = async (request: Request): Promise<PostAnswer> => {
  const host = hostName(request.match.host ?? '')
  if (host === undefined) throw new ApiError('unsupported_post_url')
  const id = request.match.id ?? (await idBehind(request))
  const { answer, status } = await (id === undefined ? searchStatus(request, host) : fetchStatus(request, host, id))
  if (status === undefined) throw new Refused('absent', { about: 'post' })
  const post = mapStatus(status, host)
  if (post === null) throw new Refused('broken')
  if (!isPublicStatus(status)) throw new Refused('hidden')
  return { post, answer }
}

type Found = { readonly answer: Answer; readonly status: unknown }

const fetchStatus = async ({ ask }: Request, host: string, id: string): Promise<Found> => {
  const answer = await callServer(ask, host, `/api/v1/statuses/${id}`, { about: 'post' })
  return { answer, status: answer.json() }
}

const OBJECT = /^\/objects\/[^/]+$/
const NOTICE = /^\/notice\/(?<id>[0-9A-Za-z]{1,24})$/

/** Pleroma and Akkoma lead from an object to its notice, whose id the API knows; searching is for members there. */
const idBehind = async ({ ask, url }: Request): Promise<string | undefined> => {
  if (!OBJECT.test(url.pathname)) return undefined
  const answers = [400, 401, 403, 404, 405, 406, 410, 501]
  const answer = await ask({ url, accept: 'text/html', about: 'post', redirect: 'answer', answers })
  const place = URL.parse(answer.headers.location ?? '', url)
  return place?.host === url.host ? NOTICE.exec(place.pathname)?.groups?.id : undefined
}

/** The address itself is the query; only somebody signed in may have a server fetch what it does not hold. */
const searchStatus = async ({ ask, settings, url }: Request, host: string): Promise<Found> => {
  const mayResolve = token.read(settings).some((given) => given.host === host)
  const query = { q: url.href, type: 'statuses', limit: 1, ...(mayResolve && { resolve: 'true' }) }
  const answer = await callServer(ask, host, '/api/v2/search', { query, about: 'post' })
  return { answer, status: requireList(jsonObject(answer.json()).statuses)[0] }
}
