// Finds the server of an account. `name@domain` may be hosted elsewhere: WebFinger on the domain names the server, or another
// account of which this is an alias. Each domain is trusted only about its own accounts.

import { hostName } from '../parsing/host-name.ts'
import type { Send } from '../upstream/contract/call.ts'
import { isRefused, Refused } from '../upstream/contract/refusal.ts'
import type { Actor } from './actor.ts'
import { requestWebFinger, type WebFinger } from './web-finger.ts'

export type Place = {
  /** The account: `name@domain`. */
  readonly name: string
  readonly domain: string
  /** The host of the account's server. */
  readonly host: string
  /** The name in its ActivityPub id, when it differs from `name`. */
  readonly idName?: string | undefined
  /** The profile page on the web. */
  readonly page?: string | undefined
}

const UNCONFIRMED_ALIAS = 'The domain names another account, and that account’s own domain does not confirm it.'

/** Throws Refused: `absent` when the domain has no such account, `broken` when its response is unusable. */
export const locateActor = async (send: Send, requested: Actor): Promise<Place> => {
  const finger = await requestWebFinger(send, requested)
  const { subject, self } = finger
  if (subject === undefined || isSame(subject, requested)) return placeOf(requested, finger)
  // The name is an alias. The other account's own domain must confirm it, as in Mastodon. Only one step is followed.
  const confirmed = await requestWebFinger(send, subject).catch((error: unknown) => {
    if (!isRefused(error, 'absent', 'broken')) throw error
    return undefined
  })
  if (confirmed?.subject !== undefined && isSame(confirmed.subject, subject)) return placeOf(subject, confirmed)
  if (self?.host === requested.host) return placeOf(requested, finger)
  throw new Refused('broken', { message: UNCONFIRMED_ALIAS })
}

const isSame = (one: Actor, other: Actor): boolean => one.name === other.name && one.host === other.host

/** The paths of ActivityPub ids that contain the account's name. */
const ID_NAME = /^\/(?:users\/|u\/|c\/|accounts\/|video-channels\/|@)(?<name>[^/@]{1,64})$/

const placeOf = ({ name, host: domain }: Actor, { self, page }: WebFinger): Place => {
  const host = self && serverOf(self, domain)
  if (self === undefined || host === undefined) throw new Refused('absent', { evidence: 'status' })
  const idName = ID_NAME.exec(self.pathname)?.groups?.name?.toLowerCase()
  return { name, domain, host, idName: idName === name ? undefined : idName, page }
}

const serverOf = ({ protocol, host, hostname, port }: URL, domain: string): string | undefined => {
  if (protocol !== 'https:') return undefined
  if (host === domain) return domain
  return port === '' ? hostName(hostname) : undefined
}
