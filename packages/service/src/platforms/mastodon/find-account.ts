// Where an account lives and what its server calls it.

import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import { stringOrNull } from '../../post/build-post.ts'
import { findActor, isFrom, type LookUp } from '../addresses/find-actor.ts'
import type { Answer, Ask } from '../contract/call.ts'
import { isRefused, Refused } from '../contract/refusal.ts'
import { callServer } from './call-server.ts'
import { canonicalizeHandle, idOfHandle, splitHandle } from './canonicalize-handle.ts'

export type FoundAccount = {
  /** The account's own, which need not be the one that was asked for. */
  readonly handle: string
  /** The server. */
  readonly host: string
  readonly id: string
  readonly account: JsonObject
}

type Entity = Pick<FoundAccount, 'id' | 'account'>

/** The account behind a canonical handle. Throws Refused: `absent` when there is none, or none any more; `closed` where its
 * server has no such API. */
export const findAccount = async (ask: Ask, handle: string): Promise<FoundAccount> => {
  const byId = idOfHandle(handle)
  if (byId) return findById(ask, byId)
  const { user: name, host } = splitHandle(handle)
  const { place, found } = await findActor(ask, { name, host }, (user, server) => lookUp(ask, user, server))
  return { handle: `${place.name}@${place.domain}`, host: place.host, ...found }
}

/** What a server responds that does not know the account, or not the endpoint. */
const UNKNOWN = [400, 404, 405, 406, 422, 501]
/** What a server says to strangers, and the web site at a domain to paths that it does not know. */
const REFUSING = [401, 403]

const lookUp = async (ask: Ask, user: string, host: string): Promise<LookUp<Entity>> => {
  try {
    const call = { query: { acct: user }, answers: [...UNKNOWN, ...REFUSING] }
    return lookUpOf(await callServer(ask, host, '/api/v1/accounts/lookup', call), host)
  } catch (error) {
    if (isRefused(error, 'closed')) return { refusal: error, isOwnWord: true }
    throw error
  }
}

const lookUpOf = (answer: Answer, host: string): LookUp<Entity> => {
  // Where the account is known and the API is not: Pixelfed before 0.12 and others.
  if (UNKNOWN.includes(answer.status)) return { refusal: new Refused('closed'), isOwnWord: false }
  const entity = REFUSING.includes(answer.status) ? undefined : readEntity(answer)
  // A page in place of the API says nothing of the account.
  if (entity === undefined) return { refusal: new Refused('broken'), isOwnWord: false }
  return { found: entity, isOwnWord: isFrom(answer, host) }
}

/** undefined when it is no Account entity. */
const readEntity = (answer: Answer): Entity | undefined => {
  const account = bodyOf(answer)
  const id = stringOrNull(account.id)
  if (id === null) return undefined
  if (account.suspended === true) throw new Refused('absent', { message: 'The account is suspended.' })
  return { id, account }
}

const bodyOf = (answer: Answer): JsonObject => {
  try {
    return jsonObject(answer.json())
  } catch (error) {
    if (!isRefused(error, 'broken')) throw error
    return {}
  }
}

/** A server tells by its number of an account who that is; one of another server is asked for there. */
const findById = async (
  ask: Ask,
  { id, host }: { readonly id: string; readonly host: string },
): Promise<FoundAccount> => {
  const entity = readEntity(await callServer(ask, host, `/api/v1/accounts/${id}`))
  const acct = stringOrNull(entity?.account.acct) ?? stringOrNull(entity?.account.username) ?? ''
  const handle = canonicalizeHandle(acct.includes('@') ? acct : `${acct}@${host}`)
  if (entity === undefined || handle === undefined) throw new Refused('broken')
  return acct.includes('@') ? findAccount(ask, handle) : { handle, host, ...entity }
}
