// Any spelling of a Dailymotion playlist, category or tag → `playlist/x1`, `channel/news` or `#tag`. Dailymotion's URLs call a
// category a channel.

import { readSiteUrl } from '../../urls/site-url.ts'
import { foldTag } from '../../urls/tags.ts'
import { SITE } from './canonicalize-user.ts'

export type Place =
  | { readonly is: 'playlist'; readonly id: string }
  | { readonly is: 'category'; readonly name: string }
  | { readonly is: 'tag'; readonly tag: string }

/** https://developers.dailymotion.com/reference/video-categories */
const CATEGORIES: ReadonlySet<string> = new Set([
  ...['animals', 'auto', 'creation', 'fun', 'kids', 'lifestyle', 'music', 'news', 'people', 'school', 'shortfilms'],
  ...['sport', 'tech', 'travel', 'tv', 'videogames', 'webcam'],
])

const LANGUAGE = '(?:/[a-z]{2}(?:-[a-z]{2})?)?'
/** The title may follow the id. */
const PLAYLIST = '(?:playlist)/(?<id>x[a-z0-9]{3,20})(?:_[^/]*)?'
const WRITTEN = [new RegExp(`^${PLAYLIST}$`, 'i'), /^channel\/(?<name>[a-z]+)$/i, /^[#＃](?<tag>[^/#]+)$/]
const PAGES = [
  new RegExp(`^${LANGUAGE}/(?:embed/)?${PLAYLIST}(?:/\\d{1,4})?$`, 'i'),
  new RegExp(`^${LANGUAGE}/tag/(?<tag>[^/]+)$`, 'i'),
  new RegExp(`^${LANGUAGE}/channel/(?<name>[a-z]+)(?:/\\d{1,4})?$`, 'i'),
]
const PLAYER_PAGE = /^\/player(?:\/\w+)?\.html$/
const PLAYER_SITE = /^geo\.dailymotion\.com$/

/** undefined when the input is none of them. */
export const canonicalizePlace = (input: string): string | undefined => {
  const text = input.trim()
  const place = placeOf(text) ?? placeAt(text)
  return place && join(place)
}

/** Parses a handle in its written form; undefined for that of a user. */
export const placeOf = (text: string): Place | undefined => placeIn(WRITTEN, text)

const placeAt = (text: string): Place | undefined => {
  if (text.startsWith('#')) return undefined
  const player = readSiteUrl(text, PLAYER_SITE)
  if (player && PLAYER_PAGE.test(player.path)) return placeOf(`playlist/${player.query.get('playlist') ?? ''}`)
  return placeIn(PAGES, readSiteUrl(text, SITE)?.path ?? '')
}

const placeIn = (patterns: readonly RegExp[], text: string): Place | undefined => {
  const { id, name, tag: written } = Object.assign({}, ...patterns.map((each) => each.exec(text)?.groups)) as Written
  if (id !== undefined) return { is: 'playlist', id: id.toLowerCase() }
  if (name !== undefined)
    return CATEGORIES.has(name.toLowerCase()) ? { is: 'category', name: name.toLowerCase() } : undefined
  const tag = written && foldTag(written)
  return tag ? { is: 'tag', tag } : undefined
}

type Written = Readonly<Partial<Record<'id' | 'name' | 'tag', string>>>

const join = (place: Place): string => {
  if (place.is === 'tag') return `#${place.tag}`
  return place.is === 'playlist' ? `playlist/${place.id}` : `channel/${place.name}`
}
