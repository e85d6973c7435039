// Any spelling of what Hacker News has besides users → `stories/new`, `stories/top` and the other lists, `search/words`, or
// `site/example.org` for stories that link to a site.

import { hostName } from '../../parsing/host-name.ts'
import { decodeText, readSiteUrl } from '../../urls/site-url.ts'
import { SITE } from './canonicalize-user.ts'

/** Lists that Hacker News ranks, as in its API. */
export const RANKED = ['top', 'best', 'ask', 'show', 'job'] as const
export type Ranked = (typeof RANKED)[number]

export type Place =
  | { readonly is: 'new' }
  | { readonly is: 'ranked'; readonly list: Ranked }
  | { readonly is: 'search'; readonly words: string }
  | { readonly is: 'site'; readonly host: string }

const MOST_WORDS = 200
const LIST = /^stories\/(?<list>[a-z]+)$/i
const WORDS = /^search\/(?<words>.+)$/is
const LINKED = /^site\/(?<host>[^/]+)$/i
const SEARCH_SITE = /^hn\.algolia\.com$/
/** Pages of the site → lists. The front page has no path. */
const PAGES: ReadonlyMap<string, string> = new Map([
  ['', 'top'],
  ['/news', 'top'],
  ['/newest', 'new'],
  ['/newcomments', 'new'],
  ['/best', 'best'],
  ['/ask', 'ask'],
  ['/show', 'show'],
  ['/jobs', 'job'],
  ['/rss', 'top'],
  ['/bigrss', 'top'],
])
/** Fields that only say which page of the list is shown. */
const PAGING: ReadonlySet<string> = new Set(['p', 'n', 'next'])

/** undefined when the input is none of them. */
export const canonicalizePlace = (input: string): string | undefined => {
  const text = input.trim()
  const place = placeOf(text) ?? placeAt(text)
  return place && join(place)
}

/** Parses a handle in its written form; undefined for that of a user. */
export const placeOf = (text: string): Place | undefined => {
  const { list } = LIST.exec(text)?.groups ?? {}
  if (list !== undefined) return listOf(list.toLowerCase())
  const { words } = WORDS.exec(text)?.groups ?? {}
  if (words !== undefined) return searchOf(words)
  const { host } = LINKED.exec(text)?.groups ?? {}
  return host === undefined ? undefined : siteOf(host)
}

const placeAt = (text: string): Place | undefined => {
  const search = readSiteUrl(text, SEARCH_SITE)
  if (search)
    return isFront(search.path) ? searchOf(search.query.get('q') ?? search.query.get('query') ?? '') : undefined
  const { path, query } = readSiteUrl(text, SITE) ?? {}
  if (path === undefined || query === undefined) return undefined
  if (path === '/from') return siteOf(decodeText(query.get('site') ?? '') ?? '')
  const isWhole = [...query.keys()].every((name) => PAGING.has(name) || name.startsWith('utm_'))
  return isWhole ? listOf(PAGES.get(path) ?? '') : undefined
}

const isFront = (path: string): boolean => path === '' || path === '/search'

const listOf = (name: string): Place | undefined => {
  if (name === 'new') return { is: 'new' }
  const list = RANKED.find((each) => each === name)
  return list && { is: 'ranked', list }
}

/** Composed, with one space between words. */
const searchOf = (written: string): Place | undefined => {
  const words = written
    .normalize('NFC')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  return words === '' || words.length > MOST_WORDS ? undefined : { is: 'search', words }
}

const siteOf = (written: string): Place | undefined => {
  const host = hostName(written.replace(/^www\./i, ''))
  return host?.includes('.') ? { is: 'site', host } : undefined
}

const join = (place: Place): string => {
  if (place.is === 'ranked') return `stories/${place.list}`
  if (place.is === 'search') return `search/${place.words}`
  return place.is === 'site' ? `site/${place.host}` : 'stories/new'
}
