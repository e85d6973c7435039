// Any spelling of what a Lemmy server has besides users and communities → `host/local`, `host/all`, `host/multi/name`, of
// PieFed `host/f/name`, of Mbin `#tag@host`.
// `/m/name` is a community there as well as in Mbin, so a multi-community is written out.

import { hostName } from '../../parsing/host-name.ts'
import { joinActor } from '../../urls/actor.ts'
import { parsePageUrl } from '../../urls/nested-profile.ts'
import { decodeText } from '../../urls/site-url.ts'
import { foldTag } from '../../urls/tags.ts'

export type Place =
  | { readonly is: 'local' | 'all'; readonly host: string }
  | { readonly is: 'multi' | 'feed'; readonly host: string; readonly name: string }
  | { readonly is: 'tag'; readonly host: string; readonly tag: string }

const SERVER = /^(?<host>[^@/\s]+)\/(?<is>local|all)$/
const MULTI = /^(?<host>[^@/\s]+)\/multi\/(?<name>[^@/\s]+)$/
/** A feed of PieFed, which is a list of communities; one of another server has its host behind `@`. */
const PIEFED_FEED = /^\/f\/(?<name>[^@/]+)(?:@(?<remote>[^@/]+))?$/
const WRITTEN_FEED = /^(?:~(?<name>[^@/\s]+)@(?<host>[^@/\s]+)|(?<site>[^@/\s]+)\/f\/(?<own>[^@/\s]+))$/
/** A tag of Mbin: its page, and how people write it. */
const TAG_PAGE = /^\/tag\/(?<tag>[^/]+?)(?:\/newest)?$/
const WRITTEN_TAG = /^[#＃](?<tag>[^@\s/#＃]+)@(?<host>[^@/\s]+)$/
const FEED = /^\/feeds\/(?<is>local|all)\.xml$/
const MULTI_FEED = /^\/feeds\/m\/(?<name>[^@/]+)\.xml$/
/** The front page says in its query which posts it shows. */
const LISTINGS: ReadonlyMap<string, 'local' | 'all'> = new Map([
  ['Local', 'local'],
  ['local', 'local'],
  ['All', 'all'],
  ['all', 'all'],
])

/** undefined when the input is none of them. */
export const canonicalizePlace = (input: string): string | undefined => {
  const text = input.trim()
  const written = placeOf(text)
  if (written !== undefined) return join(written)
  const { url, path } = parsePageUrl(text) ?? {}
  if (url === undefined || path === undefined || url.port !== '') return undefined
  const host = url.hostname
  const { name } = MULTI_FEED.exec(path)?.groups ?? {}
  if (name !== undefined) return join({ is: 'multi', host, name })
  const feed = PIEFED_FEED.exec(path)?.groups
  if (feed !== undefined) return join({ is: 'feed', host: feed.remote ?? host, name: feed.name ?? '' })
  const { tag } = TAG_PAGE.exec(path)?.groups ?? {}
  if (tag !== undefined) return join({ is: 'tag', host, tag: decodeText(tag) ?? '' })
  const listing = url.searchParams.get('listingType') ?? ''
  const is = path === '' ? LISTINGS.get(listing) : FEED.exec(path)?.groups?.is
  return is === 'local' || is === 'all' ? join({ is, host }) : undefined
}

const join = (place: Place): string | undefined => {
  const host = hostName(place.host)
  if (place.is === 'tag') {
    const tag = foldTag(place.tag)
    return host && tag && `#${tag}@${host}`
  }
  if (!('name' in place)) return host && `${host}/${place.is}`
  const [name] = joinActor(place.name, place.host)?.split('@') ?? []
  return host && name && `${host}/${place.is === 'feed' ? 'f' : 'multi'}/${name}`
}

/** Parses a canonical handle; undefined for that of a user or community. */
export const placeOf = (handle: string): Place | undefined => {
  const { host, is } = SERVER.exec(handle)?.groups ?? {}
  if (host !== undefined && (is === 'local' || is === 'all')) return { is, host }
  const { tag, host: tagged } = WRITTEN_TAG.exec(handle)?.groups ?? {}
  if (tag !== undefined && tagged !== undefined) return { is: 'tag', host: tagged, tag }
  const { name: sign, host: behind, site, own } = WRITTEN_FEED.exec(handle)?.groups ?? {}
  const at = behind ?? site
  if (at !== undefined) return { is: 'feed', host: at, name: sign ?? own ?? '' }
  const { host: server, name = '' } = MULTI.exec(handle)?.groups ?? {}
  return server === undefined ? undefined : { is: 'multi', host: server, name }
}
