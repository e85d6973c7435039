// Finds an account's server and the server's id of it.

import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import { stringOrNull } from '../../post/build-post.ts'
import type { Send } from '../../upstream/contract/call.ts'
import { isRefused, Refused } from '../../upstream/contract/refusal.ts'
import { findActor, LOOKUP_STATUSES, type LookUp, readLookup } from '../../urls/find-actor.ts'
import { callServer } from './call-server.ts'
import { canonicalizeHandle, idOfHandle, splitHandle } from './canonicalize-handle.ts'
import { saysNoRecord } from './refusals.ts'

export type FoundAccount = {
  /** The account's own handle, which may differ from the requested one. */
  readonly handle: string
  /** The server. */
  readonly host: string
  readonly id: string
  readonly account: JsonObject
}

type Entity = Pick<FoundAccount, 'id' | 'account'>

/** Throws Refused: `absent` when the account does not exist or no longer exists; `closed` when the server does not have
 * this API. */
export const findAccount = async (send: Send, handle: string): Promise<FoundAccount> => {
  const byId = idOfHandle(handle)
  if (byId) return findById(send, byId)
  const { user: name, host } = splitHandle(handle)
  const { place, found } = await findActor(send, { name, host }, (user, server) => lookUp(send, user, server))
  return { handle: `${place.name}@${place.domain}`, host: place.host, ...found }
}

/** Some servers do not have this endpoint, such as Pixelfed before 0.12. */
const lookUp = async (send: Send, user: string, host: string): Promise<LookUp<Entity>> => {
  try {
    const call = { query: { acct: user }, answers: LOOKUP_STATUSES }
    const response = await callServer(send, host, '/api/v1/accounts/lookup', call)
    return readLookup(response, host, 'closed', readEntity, saysNoRecord)
  } catch (error) {
    // The domain's web site may respond the same. A server that requires a login may hide its WebFinger as well.
    if (isRefused(error, 'closed')) return { refusal: error, isFinal: true }
    throw error
  }
}

/** Returns undefined when the response is not an Account entity. */
const readEntity = (account: JsonObject): Entity | undefined => {
  const id = stringOrNull(account.id)
  if (id === null) return undefined
  if (account.suspended === true) throw new Refused('absent', { message: 'The account is suspended.' })
  return { id, account }
}

/** Looks the account up by its id. A remote account is then looked up at its own server. */
const findById = async (
  send: Send,
  { id, host }: { readonly id: string; readonly host: string },
): Promise<FoundAccount> => {
  const entity = readEntity(jsonObject((await callServer(send, host, `/api/v1/accounts/${id}`)).json()))
  const acct = stringOrNull(entity?.account.acct) ?? stringOrNull(entity?.account.username) ?? ''
  const handle = canonicalizeHandle(acct.includes('@') ? acct : `${acct}@${host}`)
  if (entity === undefined || handle === undefined) throw new Refused('broken')
  return acct.includes('@') ? findAccount(send, handle) : { handle, host, ...entity }
}
