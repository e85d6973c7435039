// Any spelling of a YouTube playlist → `playlist/` and its id, which never changes. The lists of a channel's uploads are
// the channel's, and mixes exist for one viewer only: both are no playlists.

import { decodeText, readSiteUrl } from '../../urls/site-url.ts'
import { SHORT_SITE, SITE_HOST } from './canonicalize-channel.ts'

/** Made by people, by YouTube Music (albums), and for shows. */
const ID = '(?:PL|EC|OLAK5uy_|FL|SP)[\\w-]{8,60}'
const CANONICAL = new RegExp(`^playlist/(?<id>${ID})$`)
/** Longer than any name of a channel. */
const BARE = /^(?:PL[\w-]{32}|OLAK5uy_[\w-]{33})$/
const WHOLE = new RegExp(`^${ID}$`)
/** YouTube Music puts `VL` before the id. */
const BROWSE = new RegExp(`^/browse/VL(?<id>${ID})$`)
/** A video within a playlist has the playlist in its query. */
const PATHS = /^\/(?:playlist|watch|embed\/[^/]+|v\/[^/]+|shorts\/[^/]+|live\/[^/]+|feeds\/videos\.xml)$/

/** undefined when the input is no playlist. */
export const canonicalizePlaylist = (input: string): string | undefined => {
  const text = input.trim()
  if (CANONICAL.test(text)) return text
  if (BARE.test(text)) return `playlist/${text}`
  const { host = '', path: encoded = '', query } = (!text.startsWith('@') && readSiteUrl(text)) || {}
  const path = decodeText(encoded) ?? ''
  const isShort = SHORT_SITE.test(host)
  if (query === undefined || !(isShort || SITE_HOST.test(host))) return undefined
  const browsed = BROWSE.exec(path)?.groups?.id
  if (browsed !== undefined) return `playlist/${browsed}`
  const id = query.get('list') ?? query.get('playlist_id') ?? ''
  return (isShort || PATHS.test(path)) && WHOLE.test(id) ? `playlist/${id}` : undefined
}

/** The id of a canonical handle; undefined for that of a channel. */
export const playlistIdOf = (handle: string): string | undefined => CANONICAL.exec(handle)?.groups?.id
