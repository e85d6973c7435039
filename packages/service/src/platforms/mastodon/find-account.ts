// Where an account lives and what its server calls it. The domain of a handle need not be the host of the API: then
// WebFinger (RFC 7033) on the domain names the host. Nothing that WebFinger says is believed beyond the host.

import { hostName } from '../../parsing/host-name.ts'
import { type JsonObject, jsonList, jsonObject } from '../../parsing/json-value.ts'
import { stringOrNull } from '../../post/build-post.ts'
import type { Answer, Ask } from '../contract/call.ts'
import { Refused } from '../contract/refusal.ts'
import { callServer } from './call-server.ts'
import { type HandleParts, splitHandle } from './canonicalize-handle.ts'

export type FoundAccount = { readonly host: string; readonly id: string; readonly account: JsonObject }

/** The account behind a canonical handle. Throws Refused: `absent` when there is none, or none any more; `closed` where its
 * server has no such API. */
export const findAccount = async (ask: Ask, handle: string): Promise<FoundAccount> => {
  const parts = splitHandle(handle)
  const first = await lookUp(ask, parts.user, parts.host)
  if (first) return first
  const host = await apiHostOf(ask, parts)
  const second = host === parts.host ? undefined : await lookUp(ask, parts.user, host)
  // The domain knows the account and has no such API: Pixelfed before 0.12 and others.
  if (second === undefined) throw new Refused('closed')
  return second
}

/** What a server answers that does not know the account, or not the question. */
const UNKNOWN = [400, 404, 405, 406, 422]

const lookUp = async (ask: Ask, user: string, host: string): Promise<FoundAccount | undefined> => {
  const answer = await callServer(ask, host, '/api/v1/accounts/lookup', { query: { acct: user }, answers: UNKNOWN })
  const account = UNKNOWN.includes(answer.status) ? {} : readAccount(answer)
  const id = stringOrNull(account.id)
  if (id === null) return undefined
  if (account.suspended === true) throw new Refused('absent', { message: 'The account is suspended.' })
  return { host, id, account }
}

/** A domain that is only somebody's web site may answer anything with a page. */
const readAccount = (answer: Answer): JsonObject => {
  try {
    return jsonObject(answer.json())
  } catch {
    return {}
  }
}

/** Where the API of an account's server is. Throws Refused (`absent`) when the domain knows no such account. */
export const apiHostOf = async (ask: Ask, { user, host }: HandleParts): Promise<string> => {
  const query = { resource: `acct:${user}@${host}` }
  const answer = await callServer(ask, host, '/.well-known/webfinger', { query, answers: [400, 401, 403, 422] })
  if (answer.status === 400 || answer.status === 422) throw new Refused('absent')
  if (answer.status >= 400) throw new Refused('broken')
  const self = jsonList(jsonObject(answer.json()).links)
    .map(jsonObject)
    .find(({ rel, type }) => rel === 'self' && /^application\/(?:activity|ld)\+json\b/.test(String(type)))
  const url = URL.parse(String(self?.href))
  const apiHost = url?.protocol === 'https:' && url.port === '' ? hostName(url.hostname) : undefined
  if (apiHost === undefined) throw new Refused('absent')
  return apiHost
}
