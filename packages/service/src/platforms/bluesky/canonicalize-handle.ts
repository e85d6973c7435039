// Any spelling of a Bluesky account → its handle in lower-case ASCII, or its DID unchanged.
// https://atproto.com/specs/handle, https://atproto.com/specs/did

import { hostName } from '../../parsing/host-name.ts'
import { decodeText, firstGroups, readSiteUrl, type SiteUrl } from '../../urls/site-url.ts'

/** Top-level domains that the handle specification forbids. */
const FORBIDDEN_TOPS = new Set(['alt', 'arpa', 'example', 'internal', 'invalid', 'local', 'localhost', 'onion'])
const PLC = /^did:plc:[a-z2-7]{24}$/
const WEB = /^did:web:(?<host>[a-zA-Z0-9.-]{1,253})$/
const HOME = 'bsky.social'
const LABEL = /^[a-z0-9-]{1,63}$/

const AT_URI = /^at:\/\/(?<actor>[^/?#]+)(?:\/app\.bsky\.actor\.profile\/self)?\/?$/i
/** Opens the profile in the official app. */
const APP_URI = /^(?:bluesky|bsky):\/\/profile\/(?<actor>[^/?#]+)\/?$/i
/** The account's name in the fediverse, through Bridgy Fed. */
const BRIDGED = /^@?(?<actor>[^@/\s]+)@bsky\.brid\.gy$/i
const BRIDGED_PAGE = /^\/(?:bsky|ap)\/(?<actor>[^/]+)$/

export const OFFICIAL = /^(?:(?:www|staging|main)\.)?bsky\.(?:app|dev)$/
const BRIDGE = /^(?:bsky|fed)\.brid\.gy$/
/** Only this network has such ids, so any host may be a directory or a record browser that shows the account. */
const DID_PAGE = /\/(?<actor>did:(?:plc|web):[^/]+)$/
/** Forks of the official app keep its paths. */
const PROFILE_PAGE = /^\/profile\/(?<actor>[^/]+)(?:\/(?:rss|followers|follows|known-followers))?$/

export const isDid = (text: string): boolean => PLC.test(text) || isHandle(WEB.exec(text)?.groups?.host?.toLowerCase())

/** A bare name is a handle of bsky.social. Returns undefined when the input is neither a handle nor a DID. */
export const canonicalizeHandle = (input: string): string | undefined => {
  const text = input.trim()
  const written = firstGroups([AT_URI, APP_URI, BRIDGED], text)?.actor
  if (written !== undefined) return actorOf(written)
  if (!text.includes('/')) return actorOf(text)
  const url = readSiteUrl(text)
  return url === undefined ? undefined : fromPage(url)
}

/** A query value that names a profile: then the host is a viewer and not a handle. */
const SHOWN = /^(?:https?:|at:|did:|@)|\//i

const fromPage = ({ host, path, query }: SiteUrl): string | undefined => {
  const isOfficial = OFFICIAL.test(host)
  // A handle is also a web site, which redirects to the profile.
  const isShowing = [...query.values()].some((value) => SHOWN.test(value))
  if (path === '') return isOfficial || isShowing || host.startsWith('www.') ? undefined : actorOf(host)
  const actor = firstGroups([BRIDGE.test(host) ? BRIDGED_PAGE : PROFILE_PAGE, DID_PAGE], path)?.actor
  // At any other host, a bare name may belong to a different network.
  return actor === undefined || !(isOfficial || /[.:]/.test(actor)) ? undefined : actorOf(actor)
}

const actorOf = (written: string): string | undefined => {
  const actor = decodeText(written)?.replace(/^@/, '') ?? ''
  if (isDid(actor)) return actor
  const handle = LABEL.test(actor.toLowerCase()) ? `${actor.toLowerCase()}.${HOME}` : hostName(actor)
  return isHandle(handle) ? handle : undefined
}

const isHandle = (text: string | undefined): boolean => {
  const top = text?.slice(text.lastIndexOf('.') + 1) ?? ''
  return text !== undefined && hostName(text) === text && /^[a-z]/.test(top) && !FORBIDDEN_TOPS.has(top)
}
