// Any spelling of a user, a tag, a search or a whole site of Stack Exchange → `stackoverflow.com/users/1`,
// `stackoverflow.com/tagged/a;b` (both tags), `stackoverflow.com/search/words` or `stackoverflow.com`.

import { decodeText, readSiteUrl, type SiteUrl } from '../../urls/site-url.ts'
import { siteOf } from './sites.ts'

export type Place = { readonly site: string } & (
  | { readonly is: 'user'; readonly id: string }
  | { readonly is: 'tagged'; readonly tags: readonly string[] }
  | { readonly is: 'search'; readonly words: string }
  | { readonly is: 'site' }
)

const MOST_TAGS = 5
const MOST_WORDS = 200
/** Letters of any script, digits, and signs as in `c++`, `c#`, `.net`, `asp.net-mvc`. */
const TAG = /^[\p{L}\p{N}.#+-][\p{L}\p{N}\p{M}.#+-]{0,34}$/u
const WRITTEN = /^(?<host>[^/\s]+)(?:\/(?<part>users|tagged|search)\/(?<rest>.+))?$/s
const USER_PAGE = /^\/users\/(?<id>[1-9]\d{0,9})(?:\/[^/]*)?$/
const USER_FEED = /^\/feeds\/user\/(?<id>[1-9]\d{0,9})$/
const TAG_PAGE = /^\/(?:questions\/tagged|feeds\/tag|tags)\/(?<tags>[^/]+)$/
/** Operators of the site's own search, which the API does not have. */
const OPERATOR = /[[\]:*"]|\bor\b/i
const ID = /^[1-9]\d{0,9}$/
/** Tabs of lists and of users → variants. */
const TABS: ReadonlyMap<string, string> = new Map([
  ['newest', 'posts'],
  ['creation', 'posts'],
  ['questions', 'posts'],
  ['answers', 'answers'],
  ['active', 'active'],
  ['votes', 'votes'],
  ['hot', 'hot'],
  ['trending', 'hot'],
  ['week', 'hot'],
])

/** undefined when the input is none of them. */
export const canonicalizePlace = (input: string): string | undefined => {
  const text = input.trim()
  const place = placeOf(text) ?? placeAt(text)
  return place && join(place)
}

/** Parses a handle in its written form. */
export const placeOf = (text: string): Place | undefined => {
  const { host = '', part, rest = '' } = WRITTEN.exec(text)?.groups ?? {}
  const site = siteOf(host)
  if (site === undefined) return undefined
  if (part === 'users') return ID.test(rest) ? { site, is: 'user', id: rest } : undefined
  if (part === 'tagged') return taggedOf(site, rest.split(';'))
  return part === 'search' ? searchOf(site, rest) : { site, is: 'site' }
}

const placeAt = (text: string): Place | undefined => {
  const url = readSiteUrl(text)
  const site = url && siteOf(url.host)
  if (url === undefined || site === undefined) return undefined
  const id = (USER_PAGE.exec(url.path) ?? USER_FEED.exec(url.path))?.groups?.id
  if (id !== undefined) return { site, is: 'user', id }
  if (url.path === '/search') return searchOf(site, url.query.get('q') ?? '')
  const { tags } = TAG_PAGE.exec(url.path)?.groups ?? {}
  // A space and `+` join tags; a `+` of a tag is encoded.
  if (tags !== undefined && !isFiltered(url))
    return taggedOf(
      site,
      tags.split(/\+|%20/).map((tag) => decodeText(tag) ?? ''),
    )
  return isWhole(url) ? { site, is: 'site' } : undefined
}

/** Tabs that show some of the questions, not all of them in another order. */
const FILTERING = /^(?:bount(?:ies|ied)|unanswered|noanswers|featured|interesting)$/i

const isFiltered = ({ query }: SiteUrl): boolean =>
  query.has('filters') || query.has('tagnames') || ['tab', 'sort'].some((name) => FILTERING.test(query.get(name) ?? ''))

/** The lists of all questions, in any order. */
const isWhole = (url: SiteUrl): boolean => /^(?:\/questions|\/feeds)?$/.test(url.path) && !isFiltered(url)

const taggedOf = (site: string, written: readonly string[]): Place | undefined => {
  const tags = [...new Set(written.map((tag) => tag.trim().normalize('NFC').toLowerCase()))].sort()
  const isValid = tags.length <= MOST_TAGS && tags.every((tag) => TAG.test(tag) && tag !== 'or')
  return isValid ? { site, is: 'tagged', tags } : undefined
}

const searchOf = (site: string, written: string): Place | undefined => {
  const words = written
    .normalize('NFC')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  const isPlain = words !== '' && words.length <= MOST_WORDS && !OPERATOR.test(words)
  return isPlain ? { site, is: 'search', words } : undefined
}

const join = (place: Place): string => {
  if (place.is === 'user') return `${place.site}/users/${place.id}`
  if (place.is === 'tagged') return `${place.site}/tagged/${place.tags.join(';')}`
  return place.is === 'search' ? `${place.site}/search/${place.words}` : place.site
}

/** The variant of the tab that a page shows. */
export const variantsIn = (input: string): readonly string[] | undefined => {
  const url = readSiteUrl(input.trim())
  const tab = TABS.get((url?.query.get('tab') ?? url?.query.get('sort') ?? '').toLowerCase())
  return tab === undefined ? undefined : [tab]
}
