// Any spelling of what Reddit has besides users and single subreddits → `r/a+b` (several subreddits), `u/name/m/feed` (a
// custom feed), `r/name/flair/text`, `r/name/search/words`, `search/words` or `domain/example.org`.

import { hostName } from '../../parsing/host-name.ts'
import { decodeText, readSiteUrl } from '../../urls/site-url.ts'
import { canonicalizeName, HOST } from './canonicalize-name.ts'

export type Place =
  | { readonly is: 'several'; readonly names: string }
  | { readonly is: 'custom'; readonly user: string; readonly name: string }
  | { readonly is: 'flair' | 'within'; readonly subreddit: string; readonly words: string }
  | { readonly is: 'search'; readonly words: string }
  | { readonly is: 'domain'; readonly host: string }

const MOST_NAMES = 10
const MOST_WORDS = 200
const SEVERAL = /^\/?r\/(?<names>\w+(?:\+\w+)+)\/?$/i
const CUSTOM = /^\/?(?:u|user)\/(?<user>[\w-]+)\/m\/(?<name>\w{1,50})\/?$/i
const FLAIR = /^r\/(?<name>\w+)\/flair\/(?<words>[^/]+)$/i
const WITHIN = /^r\/(?<name>\w+)\/search\/(?<words>.+)$/i
const SEARCH = /^search\/(?<words>.+)$/i
const DOMAIN = /^domain\/(?<host>[^/]+)$/i

/** Sort orders, which are variants. */
const ORDER = '(?:/(?:hot|new|top|rising|controversial|best))?'
const ENDING = '(?:/?\\.(?:rss|json))?'
const SEVERAL_PAGE = new RegExp(`^(?<path>/r/\\w+(?:\\+\\w+)+)${ORDER}${ENDING}$`, 'i')
const CUSTOM_PAGE = new RegExp(`^(?<path>/(?:u|user)/[\\w-]+/m/\\w+)${ORDER}${ENDING}$`, 'i')
const DOMAIN_PAGE = new RegExp(`^/domain/(?<host>[^/]+?)${ORDER}${ENDING}$`, 'i')
const SUBREDDIT_PAGE = new RegExp(`^/r/(?<name>\\w+)${ORDER}$`, 'i')
const WITHIN_PAGE = /^\/r\/(?<name>\w+)\/search(?:\.rss)?$/i
const SEARCH_PAGE = /^\/search(?:\.rss)?$/i
const FLAIR_QUERY = /^flair(?:_name)?:"?(?<words>[^"]+)"?$/

/** undefined when the input is none of them. */
export const canonicalizePlace = (input: string): string | undefined => {
  const text = input.trim()
  return fromText(text) ?? fromUrl(text.replace(/^reddit:\/\/(?:reddit)?\//i, 'www.reddit.com/'))
}

const fromText = (text: string): string | undefined => {
  const names = SEVERAL.exec(text)?.groups?.names
  if (names !== undefined) return joinSeveral(names)
  const custom = CUSTOM.exec(text)?.groups
  if (custom) return joinCustom(custom.user, custom.name)
  for (const [pattern, is] of [
    [FLAIR, 'flair'],
    [WITHIN, 'search'],
  ] as const) {
    const { name, words } = pattern.exec(text)?.groups ?? {}
    if (name !== undefined) return joinWithin(name, is, words)
  }
  const words = SEARCH.exec(text)?.groups?.words
  if (words !== undefined) return joinSearch(words)
  const host = DOMAIN.exec(text)?.groups?.host
  return host === undefined ? undefined : joinDomain(host)
}

const fromUrl = (text: string): string | undefined => {
  const { path: encoded, query } = readSiteUrl(text, HOST) ?? {}
  if (encoded === undefined || query === undefined) return undefined
  const path = decodeText(encoded) ?? ''
  const whole = (SEVERAL_PAGE.exec(path) ?? CUSTOM_PAGE.exec(path))?.groups?.path
  if (whole !== undefined) return fromText(whole)
  const domain = DOMAIN_PAGE.exec(path)?.groups?.host
  if (domain !== undefined) return joinDomain(domain)
  const words = query.get('q') ?? ''
  const { name } = WITHIN_PAGE.exec(path)?.groups ?? {}
  if (name !== undefined) {
    const flair = FLAIR_QUERY.exec(words)?.groups?.words
    return flair === undefined ? joinWithin(name, 'search', words) : joinWithin(name, 'flair', flair)
  }
  if (SEARCH_PAGE.test(path)) return joinSearch(words)
  const { name: flaired } = SUBREDDIT_PAGE.exec(path)?.groups ?? {}
  const flair = FLAIR_QUERY.exec(query.get('f') ?? '')?.groups?.words
  return flaired !== undefined && flair !== undefined ? joinWithin(flaired, 'flair', flair) : undefined
}

const joinSeveral = (written: string): string | undefined => {
  const handles = written.split('+').map((name) => canonicalizeName(`r/${name}`))
  if (handles.some((handle) => handle?.startsWith('r/') !== true)) return undefined
  const names = [...new Set(handles.flatMap((handle) => handle?.slice(2) ?? []))].sort()
  return names.length > MOST_NAMES ? undefined : `r/${names.join('+')}`
}

const joinCustom = (user = '', name = ''): string | undefined => {
  const owner = canonicalizeName(`u/${user}`)
  return owner && `${owner}/m/${name.toLowerCase()}`
}

/** Composed, with one space between words; undefined when there is none, or too many. */
const wordsOf = (written = ''): string | undefined => {
  const words = written
    .normalize('NFC')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  return words === '' || words.length > MOST_WORDS || words.includes('/') ? undefined : words
}

const joinWithin = (name: string, is: 'flair' | 'search', written: string | undefined): string | undefined => {
  const [subreddit, words] = [canonicalizeName(`r/${name}`), wordsOf(written)]
  // Reddit's search has no escape for a quote, which would end the flair and begin other conditions.
  if (is === 'flair' && words?.includes('"')) return undefined
  return subreddit?.startsWith('r/') && words ? `${subreddit}/${is}/${words}` : undefined
}

const joinSearch = (written: string): string | undefined => {
  const words = wordsOf(written)
  return words && `search/${words}`
}

const joinDomain = (written: string): string | undefined => {
  const host = hostName(written)
  return host?.includes('.') ? `domain/${host}` : undefined
}

/** Parses a canonical handle; undefined for that of a user or of one subreddit. */
export const placeOf = (handle: string): Place | undefined => {
  const names = SEVERAL.exec(handle)?.groups?.names
  if (names !== undefined) return { is: 'several', names }
  const { user, name = '' } = CUSTOM.exec(handle)?.groups ?? {}
  if (user !== undefined) return { is: 'custom', user, name }
  for (const [pattern, is] of [
    [FLAIR, 'flair'],
    [WITHIN, 'within'],
  ] as const) {
    const { name: subreddit, words = '' } = pattern.exec(handle)?.groups ?? {}
    if (subreddit !== undefined) return { is, subreddit, words }
  }
  const words = SEARCH.exec(handle)?.groups?.words
  if (words !== undefined) return { is: 'search', words }
  const host = DOMAIN.exec(handle)?.groups?.host
  return host === undefined ? undefined : { is: 'domain', host }
}
