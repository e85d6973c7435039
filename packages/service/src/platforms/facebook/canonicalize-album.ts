// Any spelling of an album of Facebook → `album/1234`. The number alone identifies it.

import { readSiteUrl, type SiteUrl } from '../../urls/site-url.ts'
import { SITE_HOST } from './canonicalize-page.ts'

const WRITTEN = /^album\/(?<id>\d{5,24})$/i
const ID = /^\d{5,24}$/
/** The album, an older number of it, and its Page. Other letters stand for photos of a post, of a group or of a tag. */
const SET = /^a\.(?<id>\d{5,24})(?:\.\d+){0,2}$/
const SET_PAGE = '/media/set'
const OLD_PAGE = '/album.php'
const TAB = /^\/(?:pg\/)?[^/]+\/photos$/

/** undefined when the input is none. */
export const canonicalizeAlbum = (input: string): string | undefined => {
  const text = input.trim()
  const id = albumIn(text) ?? albumAt(readSiteUrl(text, SITE_HOST))
  return id === undefined ? undefined : `album/${id}`
}

/** The number in a handle; undefined for the handle of a Page. */
export const albumIn = (handle: string): string | undefined => WRITTEN.exec(handle)?.groups?.id

const albumAt = (page: SiteUrl | undefined): string | undefined => {
  if (page === undefined) return undefined
  const { path, query } = page
  if (path === SET_PAGE) return SET.exec(query.get('set') ?? '')?.groups?.id
  if (path === OLD_PAGE) return numberOf(query.get('fbid'))
  return TAB.test(path) && query.get('tab') === 'album' ? numberOf(query.get('album_id')) : undefined
}

const numberOf = (text: string | null): string | undefined => (text !== null && ID.test(text) ? text : undefined)
