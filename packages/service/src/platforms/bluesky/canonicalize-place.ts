// Any spelling of a feed, a list or a starter pack of Bluesky → `actor/feed/key`, `actor/list/key` or `actor/pack/key`.
// The actor is the account that made it: its handle, or its DID, which never changes.

import { decodeText, firstGroups, readSiteUrl } from '../../urls/site-url.ts'
import { canonicalizeHandle, OFFICIAL } from './canonicalize-handle.ts'

export const PLACES = ['feed', 'list', 'pack'] as const
export type Place = {
  readonly actor: string
  readonly is: (typeof PLACES)[number]
  /** https://atproto.com/specs/record-key */
  readonly key: string
}

const KEY = '(?<key>[A-Za-z0-9_~.:-]{1,512})'
const CANONICAL = new RegExp(`^(?<actor>[^/\\s]+)/(?<is>feed|list|pack)/${KEY}$`)

/** The collection of its record → what it is. */
export const COLLECTIONS: Readonly<Record<Place['is'], string>> = {
  feed: 'app.bsky.feed.generator',
  list: 'app.bsky.graph.list',
  pack: 'app.bsky.graph.starterpack',
}
const AT_URI = new RegExp(`^at://(?<actor>[^/?#]+)/(?<collection>[a-zA-Z0-9.-]+)/${KEY}/?$`, 'i')

/** Forks of the official app keep its paths. */
const PATHS: readonly (readonly [RegExp, Place['is']])[] = [
  [new RegExp(`^/profile/(?<actor>[^/]+)/feed/${KEY}$`), 'feed'],
  [new RegExp(`^/profile/(?<actor>[^/]+)/lists/${KEY}$`), 'list'],
  [new RegExp(`^/(?:starter-pack|start)/(?<actor>[^/]+)/${KEY}$`), 'pack'],
]

/** undefined when the input is none of them. */
export const canonicalizePlace = (input: string): string | undefined => {
  const text = input.trim()
  const { actor, collection = '', key = '' } = firstGroups([AT_URI], text) ?? {}
  if (actor !== undefined) {
    const is = PLACES.find((each) => COLLECTIONS[each] === collection)
    return is && join(actor, is, key)
  }
  const written = placeOf(text)
  if (written !== undefined) return join(written.actor, written.is, written.key)
  const { host = '', path = '' } = (/^https?:|^[^/]+\.[^/]+\//i.test(text) && readSiteUrl(text)) || {}
  for (const [pattern, is] of PATHS) {
    const groups = pattern.exec(decodeText(path) ?? '')?.groups
    // At any other host, a bare name may belong to a different network.
    if (groups && (OFFICIAL.test(host) || isWhole(groups.actor))) return join(groups.actor, is, groups.key)
  }
  return undefined
}

/** Not a bare name, of which the host is missing. */
const isWhole = (actor = ''): boolean => /[.:]/.test(actor)

const join = (written = '', is: Place['is'], key = ''): string | undefined => {
  const actor = canonicalizeHandle(written.replace(/^@/, ''))
  return actor === undefined || key === '.' || key === '..' ? undefined : `${actor}/${is}/${key}`
}

/** Parses a canonical handle; undefined for that of an account. */
export const placeOf = (handle: string): Place | undefined => {
  const { actor = '', is, key = '' } = CANONICAL.exec(handle)?.groups ?? {}
  const found = PLACES.find((each) => each === is)
  return found && isWhole(actor) ? { actor, is: found, key } : undefined
}
