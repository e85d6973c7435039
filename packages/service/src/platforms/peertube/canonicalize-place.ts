// Any spelling of a PeerTube playlist, of a server's own videos, or of hashtags on a server → `host/p/id`, `host/local`,
// `#tag@host`, `#a,b@host` (any of them) or `#a+b@host` (all of them).

import { hostName } from '../../parsing/host-name.ts'
import { parsePageUrl } from '../../urls/nested-profile.ts'
import { joinServerTags, readServerTags, type ServerTags, writeServerTags } from '../../urls/server-tags.ts'

export type Place =
  | { readonly is: 'playlist'; readonly host: string; readonly id: string }
  | { readonly is: 'local'; readonly host: string }
  | ({ readonly is: 'tag' } & ServerTags)

const PLAYLIST = /^(?<host>[^@/\s]+)\/p\/(?<id>[\w-]{8,40})$/
const LOCAL = /^(?<host>[^@/\s]+)\/local$/

const PLAYLIST_PAGE = /^\/(?:w\/p|videos\/watch\/playlist|video-playlists\/embed)\/(?<id>[\w-]{8,40})$/
const LOCAL_PAGE = /^\/videos\/local$/
const SEARCH_PAGE = /^\/search$/
/** Any other field narrows the search, but the order. */
const TAG_FIELD = /^(?:tags(?:OneOf|AllOf)(?:\[\])?|sort|page)$/

/** undefined when the input is none of them. */
export const canonicalizePlace = (input: string): string | undefined => {
  const text = input.trim().replaceAll('＠', '@')
  const written = placeOf(text)
  if (written !== undefined) return join(written)
  const { url, path } = parsePageUrl(text) ?? {}
  if (url === undefined || path === undefined || url.port !== '') return undefined
  const host = url.hostname
  const { id } = PLAYLIST_PAGE.exec(path)?.groups ?? {}
  if (id !== undefined) return join({ is: 'playlist', host, id })
  if (LOCAL_PAGE.test(path)) return join({ is: 'local', host })
  const isWhole = [...url.searchParams].every(([name, value]) => TAG_FIELD.test(name) || value === '')
  const tags = SEARCH_PAGE.test(path) && isWhole ? joinServerTags(writtenIn(url.searchParams), host) : undefined
  return tags && join({ is: 'tag', ...tags })
}

/** The hashtags of a search, as in a handle. With one to choose from, all are required. */
const writtenIn = (query: URLSearchParams): string => {
  const [any, all] = ['tagsOneOf', 'tagsAllOf'].map((name) =>
    [...query.getAll(name), ...query.getAll(`${name}[]`)].flatMap((value) => value.split(',')),
  )
  const [first = '', ...others] = any?.length === 0 ? (all ?? []) : (any ?? [])
  const required = any?.length === 0 ? others : (all ?? [])
  return [
    first,
    ...(any?.length === 0 ? [] : others).map((tag) => `,${tag}`),
    ...required.map((tag) => `+${tag}`),
  ].join('')
}

const join = (place: Place): string | undefined => {
  const host = hostName(place.host)
  if (host === undefined) return undefined
  if (place.is === 'playlist') return `${host}/p/${place.id}`
  if (place.is === 'local') return `${host}/local`
  // Lists do not contain the hashtags of a video, so none can be left out.
  return place.tags.none.length > 0 ? undefined : writeServerTags(place)
}

/** Parses a canonical handle; undefined for that of an account or a channel. */
export const placeOf = (handle: string): Place | undefined => {
  const { host, id = '' } = PLAYLIST.exec(handle)?.groups ?? {}
  if (host !== undefined) return { is: 'playlist', host, id }
  const { host: server } = LOCAL.exec(handle)?.groups ?? {}
  if (server !== undefined) return { is: 'local', host: server }
  const tags = readServerTags(handle)
  return tags && { is: 'tag', ...tags }
}
