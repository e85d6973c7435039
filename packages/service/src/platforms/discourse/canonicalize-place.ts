// Any spelling of a user, a category, a tag or all topics of a forum → `host/u/name`, `host/c/5`, `host/tag/name` or
// `host/latest`. The number of a category lasts; its name and its parents may change.

import { hostName } from '../../parsing/host-name.ts'
import { decodeText, readSiteUrl } from '../../urls/site-url.ts'

export type Place = { readonly host: string } & (
  | { readonly is: 'user'; readonly name: string }
  | { readonly is: 'category'; readonly id: string }
  | { readonly is: 'tag'; readonly tag: string }
  | { readonly is: 'all' }
)

/** Letters of any script, where a forum allows them. */
const NAME = /^[\p{L}\p{N}\p{M}_.-]{1,60}$/u
const ID = /^[1-9]\d{0,9}$/
const TAG = /^[^\s/?#%&"<>]{1,100}$/u
/** In the words of the paths: `/users/` is the former `/u/`. */
const USER = /^\/(?:u|users)\/(?<name>[^/]+?)(?:\.json|\.rss|\/(?:summary|activity(?:\/(?:topics|all))?))?$/
/** The list of a category, in any order. A part without its subcategories is narrower. */
const CATEGORY = /^\/c\/(?:[^/]+\/){0,3}(?<id>\d+)(?:\.json|\.rss|\/all)?(?:\/l\/(?:latest|top|hot|new))?$/
const TAGGED = /^\/tags?\/(?<tag>[^/]+?)(?:\.json|\.rss)?(?:\/\d+)?(?:\/l\/(?:latest|top|hot|new))?$/
const ALL = /^\/(?:latest|top(?:\/(?:daily|weekly|monthly|quarterly|yearly|all))?|hot|new)(?:\.json|\.rss)?$/
const LISTS = /\/(?<list>top|hot|latest)(?:\/(?<period>\w+))?(?:\.json|\.rss)?$/
const PERIODS: ReadonlySet<string> = new Set(['weekly', 'monthly', 'yearly', 'all'])

/** undefined when the input is none of them. */
export const canonicalizePlace = (input: string): string | undefined => {
  const url = readSiteUrl(input.trim())
  const host = url && hostName(url.host)
  if (url === undefined || host === undefined) return undefined
  const path = decodeText(url.path) ?? ''
  const name = USER.exec(path)?.groups?.name?.normalize('NFC').toLowerCase()
  if (name !== undefined) return NAME.test(name) ? `${host}/u/${name}` : undefined
  const { id } = CATEGORY.exec(path)?.groups ?? {}
  if (id !== undefined) return ID.test(id) && isWhole(url.query) ? `${host}/c/${id}` : undefined
  const tag = TAGGED.exec(path)?.groups?.tag?.normalize('NFC').toLowerCase()
  if (tag !== undefined) return TAG.test(tag) && isWhole(url.query) ? `${host}/tag/${tag}` : undefined
  return ALL.test(path) && isWhole(url.query) ? `${host}/latest` : undefined
}

/** Filters of a list make it narrower. */
const FILTERS = ['tags', 'category', 'status', 'solved', 'assigned', 'search', 'q', 'no_subcategories', 'before', 'in']
const isWhole = (query: URLSearchParams): boolean =>
  FILTERS.every((name) => !query.has(name) && !query.has(`${name}[]`))

/** Parses a canonical handle. */
export const placeOf = (handle: string): Place | undefined => {
  const [host = '', is, rest = ''] = handle.split('/')
  if (is === 'u') return { host, is: 'user', name: rest }
  if (is === 'c') return { host, is: 'category', id: rest }
  if (is === 'tag') return { host, is: 'tag', tag: rest }
  return is === 'latest' ? { host, is: 'all' } : undefined
}

/** The variant of the list that a page shows. */
export const variantsIn = (input: string): readonly string[] | undefined => {
  const { path = '', query } = readSiteUrl(input.trim()) ?? {}
  const { list, period: named } = LISTS.exec(path)?.groups ?? {}
  if (list === 'hot') return ['hot']
  if (list !== 'top') return undefined
  const period = named ?? query?.get('period') ?? ''
  return [PERIODS.has(period) ? `top_${period}` : 'top_weekly']
}
