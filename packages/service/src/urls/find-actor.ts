// Looks an account up: at the domain of its handle, then at the server that WebFinger names. The domain may be anybody's web
// site, so that nothing is concluded from what it responds before WebFinger was asked.

import type { JsonObject } from '../parsing/json-value.ts'
import type { Response, Send } from '../upstream/contract/call.ts'
import { isRefused, Refused } from '../upstream/contract/refusal.ts'
import type { Actor } from './actor.ts'
import { bodyOf } from './body-of.ts'
import { locateActor, type Place } from './locate-actor.ts'

/** The account that a server has under a name; or what it means that it has none, where that server is the account's own. */
export type LookUp<Found> =
  /** `isOwn`: whether that very server said it, and not one that it leads to, where the name may be somebody else's. */
  | { readonly found: Found; readonly isOwn: boolean }
  /** `stands`: whether it stays true where WebFinger says nothing either. */
  | { readonly refusal: Refused; readonly stands: boolean }

export type FoundActor<Found> = { readonly place: Place; readonly found: Found }

type LookUpAt<Found> = (name: string, host: string) => Promise<LookUp<Found>>

/** What a host responds that does not know the endpoint. */
const UNKNOWN = [404, 405, 406, 501]
/** What a lookup takes for a response: the host may be no server of the platform. */
export const LOOKUP_ANSWERS: readonly number[] = [...UNKNOWN, 400, 401, 403, 415, 422]

/** Reads the response to a lookup. `unknown` is what it means that the account's own server does not know the endpoint;
 * `isOwn` tells the platform's own word that there is no such account, where no row of its refusals does. */
export const lookUpIn = <Found>(
  response: Response,
  host: string,
  unknown: 'absent' | 'closed',
  read: (body: JsonObject) => Found | undefined,
  isOwn: (body: JsonObject) => boolean = () => false,
): LookUp<Found> => {
  if (UNKNOWN.includes(response.status)) {
    const evidence = isOwn(bodyOf(response)) ? 'own' : 'status'
    return { refusal: new Refused(unknown, { evidence }), stands: false }
  }
  const found = response.status === 200 ? read(bodyOf(response)) : undefined
  // A page in place of the API says nothing of the account.
  if (found === undefined) return { refusal: new Refused('broken'), stands: true }
  return { found, isOwn: new URL(response.url).host === host }
}

/** Throws Refused: what the server of the account means, or its domain's WebFinger. */
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
    throw 'refusal' in first && isRefused(error) ? bothSay(first, error) : error
  })
  const isHere = place.host === host && place.name === name
  return isHere ? { place: here, found: foundOf(first) } : findAt(place, lookUpAt)
}

/** The domain's WebFinger has no form of its own for an account that is not there; the API's error has one. */
const bothSay = <Found>(
  { refusal, stands }: Exclude<LookUp<Found>, { readonly found: Found }>,
  error: Refused,
): Refused => {
  if (stands) return refusal
  return error.meaning === 'absent' ? new Refused('absent', { evidence: refusal.evidence }) : error
}

const findAt = async <Found>(place: Place, lookUpAt: LookUpAt<Found>): Promise<FoundActor<Found>> => {
  const { idName, host } = place
  // Who lends a domain's name to an account need not be called alike there: under the other name may be somebody else.
  const byId = idName === undefined ? undefined : await lookUpAt(idName, host)
  if (byId && 'found' in byId) return { place: { name: idName ?? '', domain: host, host }, found: byId.found }
  return { place, found: foundOf(await lookUpAt(place.name, host)) }
}

const foundOf = <Found>(lookUp: LookUp<Found>): Found => {
  if ('refusal' in lookUp) throw lookUp.refusal
  return lookUp.found
}
