// Where an account lives and what its server calls it. The domain of a handle need not be the host of the API: then
// WebFinger (RFC 7033) on the domain names the host. Nothing that WebFinger says is believed beyond the host.

import { ApiError } from '../../errors.ts'
import { hostName } from '../../parsing/host-name.ts'
import { type JsonObject, jsonList, jsonObject } from '../../parsing/json-value.ts'
import { stringOrNull } from '../../post/build-post.ts'
import type { HttpAnswer } from '../platform.ts'
import { requireOk } from '../require-ok.ts'
import { callServer, isClosed, type MastodonContext } from './call-server.ts'
import { type HandleParts, splitHandle } from './canonicalize-handle.ts'

export type FoundAccount =
  | { readonly via: 'api'; readonly host: string; readonly id: string; readonly account: JsonObject }
  /** The API is closed to strangers, or not there. `refusal` is what the server said to that. */
  | { readonly via: 'feed'; readonly host: string; readonly refusal: string }

/** The account behind a canonical handle. Throws `profile_not_found` when there is none, or none any more. */
export const findAccount = async (context: MastodonContext, handle: string): Promise<FoundAccount> => {
  const parts = splitHandle(handle)
  const first = await lookUp(context, parts.user, parts.host)
  if (typeof first === 'object') return first
  const host = await apiHostOf(context, parts)
  // The domain knows the account and has no such API: Pixelfed before 0.12 and others.
  if (host === parts.host) return { via: 'feed', host, refusal: first }
  const second = await lookUp(context, parts.user, host)
  return typeof second === 'object' ? second : { via: 'feed', host, refusal: second }
}

/** What a server said when it refused, as far as it helps to tell which software it is. */
export const refusalOf = (answer: HttpAnswer): string => `${answer.status} ${answer.text().slice(0, 300)}`

/** The account on this host, or what the host said when it does not know the account. */
const lookUp = async (context: MastodonContext, user: string, host: string): Promise<FoundAccount | string> => {
  const answer = await callServer(context, host, '/api/v1/accounts/lookup', { acct: user })
  if (isClosed(answer)) return { via: 'feed', host, refusal: refusalOf(answer) }
  if (answer.status >= 500 || answer.status === 410) requireOk(answer)
  const account = answer.status === 200 ? readAccount(answer) : {}
  const id = stringOrNull(account.id)
  if (id === null) return refusalOf(answer)
  if (account.suspended === true) throw new ApiError('profile_not_found', { message: 'The account is suspended.' })
  return { via: 'api', host, id, account }
}

/** A domain that is only somebody's web site may answer anything with a page. */
const readAccount = (answer: HttpAnswer): JsonObject => {
  try {
    return jsonObject(answer.json())
  } catch {
    return {}
  }
}

const apiHostOf = async (context: MastodonContext, { user, host }: HandleParts): Promise<string> => {
  const resource = `acct:${user}@${host}`
  const answer = requireOk(await callServer(context, host, '/.well-known/webfinger', { resource }), NOBODY)
  const self = jsonList(jsonObject(answer.json()).links)
    .map(jsonObject)
    .find(({ rel, type }) => rel === 'self' && /^application\/(?:activity|ld)\+json\b/.test(String(type)))
  const url = URL.parse(String(self?.href))
  const apiHost = url?.protocol === 'https:' && url.port === '' ? hostName(url.hostname) : undefined
  if (apiHost === undefined) throw new ApiError('profile_not_found')
  return apiHost
}

/** What servers say of a resource that they do not have. */
const NOBODY = {
  400: 'profile_not_found',
  401: 'platform_error',
  403: 'platform_error',
  422: 'profile_not_found',
} as const
