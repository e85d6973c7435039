// Looks an account up at the domain of its handle, then at the server that WebFinger names. The domain may be an ordinary web
// site, so its responses prove nothing until WebFinger was requested.

import type { JsonObject } from '../parsing/json-value.ts'
import type { Response, Send } from '../upstream/contract/call.ts'
import { isRefused, Refused } from '../upstream/contract/refusal.ts'
import type { Actor } from './actor.ts'
import { jsonBody } from './json-body.ts'
import { locateActor, type Place } from './locate-actor.ts'

/** The account that a server has under a name, or the refusal when it has none. */
export type LookUp<Found> =
  /** `isOwn`: that server sent the response itself. After a redirect, the name may belong to another account. */
  | { readonly found: Found; readonly isOwn: boolean }
  /** `stands`: the refusal is final even when WebFinger has no result either. */
  | { readonly refusal: Refused; readonly isFinal: boolean }

export type FoundActor<Found> = { readonly place: Place; readonly found: Found }

type LookUpAt<Found> = (name: string, host: string) => Promise<LookUp<Found>>

/** Statuses of a host that does not have the endpoint. */
const NO_ENDPOINT_STATUSES = [404, 405, 406, 501]
/** Statuses that a lookup accepts as responses, since the host may not be a server of the platform. */
export const LOOKUP_STATUSES: readonly number[] = [...NO_ENDPOINT_STATUSES, 400, 401, 403, 415, 422]

/** Reads the response to a lookup. `unknown` is the refusal when the account's own server does not have the endpoint. `isOwn`
 * recognizes the platform's own body for a missing account, where no row of its refusals covers it. */
export const readLookup = <Found>(
  response: Response,
  host: string,
  unknown: 'absent' | 'closed',
  read: (body: JsonObject) => Found | undefined,
  isOwn: (body: JsonObject) => boolean = () => false,
): LookUp<Found> => {
  if (NO_ENDPOINT_STATUSES.includes(response.status)) {
    const evidence = isOwn(jsonBody(response)) ? 'own' : 'status'
    return { refusal: new Refused(unknown, { evidence }), isFinal: false }
  }
  const found = response.status === 200 ? read(jsonBody(response)) : undefined
  // A page in place of the API proves nothing about the account.
  if (found === undefined) return { refusal: new Refused('broken'), isFinal: true }
  return { found, isOwn: new URL(response.url).host === host }
}

/** Throws Refused with the meaning that the account's server, or its domain's WebFinger, reports. */
export const findActor = async <Found>(
  send: Send,
  requested: Actor,
  lookUpAt: LookUpAt<Found>,
): Promise<FoundActor<Found>> => {
  const { name, host } = requested
  const first = await lookUpAt(name, host)
  const here = { name, domain: host, host }
  if ('found' in first && first.isOwn) return { place: here, found: first.found }
  const place = await locateActor(send, requested).catch((error: unknown) => {
    throw 'refusal' in first && isRefused(error) ? mergeRefusals(first, error) : error
  })
  const isHere = place.host === host && place.name === name
  return isHere ? { place: here, found: requireFound(first) } : findAt(place, lookUpAt)
}

/** WebFinger has no standard body for a missing account. The API's error body is standard, so its evidence is kept. */
const mergeRefusals = <Found>(
  { refusal, isFinal: stands }: Exclude<LookUp<Found>, { readonly found: Found }>,
  error: Refused,
): Refused => {
  if (stands) return refusal
  return error.meaning === 'absent' ? new Refused('absent', { evidence: refusal.evidence }) : error
}

const findAt = async <Found>(place: Place, lookUpAt: LookUpAt<Found>): Promise<FoundActor<Found>> => {
  const { idName, host } = place
  // At its server, the account may have another name, and its alias there may belong to another account.
  const byId = idName === undefined ? undefined : await lookUpAt(idName, host)
  if (byId && 'found' in byId) return { place: { name: idName ?? '', domain: host, host }, found: byId.found }
  return { place, found: requireFound(await lookUpAt(place.name, host)) }
}

const requireFound = <Found>(lookUp: LookUp<Found>): Found => {
  if ('refusal' in lookUp) throw lookUp.refusal
  return lookUp.found
}
