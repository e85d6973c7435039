// Looks an account up: at the domain of its handle, then at the server that WebFinger names. The domain may be anybody's web
// site, so that nothing is concluded from what it responds before WebFinger was asked.

import type { Answer, Ask } from '../contract/call.ts'
import { isRefused, type Refused } from '../contract/refusal.ts'
import type { Actor } from './actor.ts'
import { locateActor, type Place } from './locate-actor.ts'

/** The account that a server has under a name; or what it means that it has none, where that server is the account's own. */
export type LookUp<Found> = ({ readonly found: Found } | { readonly refusal: Refused }) & {
  /** Whether it is surely the word of the server's API: what a redirect leads to is another server's, a page is a site's. */
  readonly isOwnWord: boolean
}

export type FoundActor<Found> = { readonly place: Place; readonly found: Found }

type LookUpAt<Found> = (name: string, host: string) => Promise<LookUp<Found>>

/** Whether a response came from the host that the call went to. */
export const isFrom = ({ url }: Answer, host: string): boolean => new URL(url).host === host

/** Throws Refused: what the server of the account means, or its domain's WebFinger. */
export const findActor = async <Found>(
  ask: Ask,
  asked: Actor,
  lookUpAt: LookUpAt<Found>,
): Promise<FoundActor<Found>> => {
  const { name, host } = asked
  const first = await lookUpAt(name, host)
  const here = { name, domain: host, host }
  if ('found' in first && first.isOwnWord) return { place: here, found: first.found }
  const place = await locateActor(ask, asked).catch((error: unknown) => {
    // A server that shows strangers nothing may hide its WebFinger, too.
    throw 'refusal' in first && first.isOwnWord && isRefused(error) ? first.refusal : error
  })
  const isHere = place.host === host && place.name === name
  return isHere ? { place: here, found: foundOf(first) } : findAt(place, lookUpAt)
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
