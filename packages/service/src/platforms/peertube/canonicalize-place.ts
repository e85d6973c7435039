// Any spelling of a PeerTube playlist, of a server's own videos, or of a hashtag on a server → `host/p/id`, `host/local` or
// `#tag@host`.

import { hostName } from '../../parsing/host-name.ts'
import { parsePageUrl } from '../../urls/nested-profile.ts'
import { foldTag } from '../../urls/tags.ts'

export type Place =
  | { readonly is: 'playlist'; readonly host: string; readonly id: string }
  | { readonly is: 'local'; readonly host: string }
  | { readonly is: 'tag'; readonly host: string; readonly tag: string }

const PLAYLIST = /^(?<host>[^@/\s]+)\/p\/(?<id>[\w-]{8,40})$/
const LOCAL = /^(?<host>[^@/\s]+)\/local$/
const TAG = /^[#＃](?<tag>[^@\s/]+)@(?<host>[^@\s/]+)$/

const PLAYLIST_PAGE = /^\/(?:w\/p|videos\/watch\/playlist|video-playlists\/embed)\/(?<id>[\w-]{8,40})$/
const LOCAL_PAGE = /^\/videos\/local$/
const SEARCH_PAGE = /^\/search$/

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
  const tag = SEARCH_PAGE.test(path) ? url.searchParams.get('tagsOneOf') : null
  return tag === null ? undefined : join({ is: 'tag', host, tag })
}

const join = (place: Place): string | undefined => {
  const host = hostName(place.host)
  if (host === undefined) return undefined
  if (place.is === 'playlist') return `${host}/p/${place.id}`
  if (place.is === 'local') return `${host}/local`
  const tag = foldTag(place.tag)
  return tag && `#${tag}@${host}`
}

/** Parses a canonical handle; undefined for that of an account or a channel. */
export const placeOf = (handle: string): Place | undefined => {
  const { host, id = '' } = PLAYLIST.exec(handle)?.groups ?? {}
  if (host !== undefined) return { is: 'playlist', host, id }
  const { host: server } = LOCAL.exec(handle)?.groups ?? {}
  if (server !== undefined) return { is: 'local', host: server }
  const { tag, host: tagHost = '' } = TAG.exec(handle)?.groups ?? {}
  return tag === undefined ? undefined : { is: 'tag', host: tagHost, tag }
}
