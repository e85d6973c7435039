// Any spelling of a user or a subreddit → `u/name` or `r/name`, in lower case, since Reddit ignores the case of names. A bare
// name is ambiguous and rejected.

import { firstGroups, readSiteUrl, withoutAt } from '../../urls/site-url.ts'

export type Named = { readonly kind: 'user' | 'subreddit'; readonly name: string }

const PREFIXED = /^\/?(?<kind>u|user|r)\/@?(?<name>[^/\s]+)\/?$/i
const MENTION = /^@(?<user>[^/@\s]+)$/
export const HOST = /^(?:(?:www|old|new|np|m|i|sh|amp|pay|ssl|[a-z]{2}(?:-[a-z]{2})?)\.)?(?:reddit\.com|redd\.it)$/

/** Tabs of a profile. Any other path is a post, or about something else. */
const LISTS = [
  ...['submitted', 'posts', 'overview', 'comments', 'new', 'hot', 'top', 'best', 'rising', 'controversial', 'gilded'],
  ...['about(?:/rules)?', 'submit', 'rules'],
].join('|')
const ENDING = '(?:/?\\.(?:rss|json|xml))?'
const PATHS = [
  new RegExp(`^/(?<kind>u|user|r)/(?<name>[\\w-]+)(?:/(?:${LISTS}))?${ENDING}$`, 'i'),
  // A subreddit's page for its moderators.
  /^\/mod\/(?<name>[\w-]+)(?:\/[\w/-]+)?$/i,
]
/** URLs that open a profile in the app, and paths that people type. */
export const APP_URL = /^(?:reddit:\/\/(?:reddit)?\/|\/?(?=(?:r|u|user)\/[^/\s]+\/))/i

const USER = /^[a-z0-9_-]{3,20}$/
const SUBREDDIT = /^[a-z0-9]\w{1,20}$/
/** The subreddit that contains a user's posts to their own profile. */
const OF_USER = /^u_(?<user>[a-z0-9_-]{3,20})$/
/** Lists that Reddit compiles for each reader. */
const VIEWS: ReadonlySet<string> = new Set(['all', 'popular', 'friends', 'mod', 'random', 'randnsfw', 'myrandom'])

/** `u/name` or `r/name`; undefined when the input is neither. */
export const canonicalizeName = (input: string): string | undefined => {
  const text = input.trim()
  const { user } = MENTION.exec(text)?.groups ?? {}
  if (user !== undefined) return join('u', user)
  const named = PREFIXED.exec(text)?.groups ?? fromUrl(text.replace(APP_URL, 'www.reddit.com/'))
  return named && join(named.kind ?? 'r', named.name ?? '')
}

/** The user or subreddit of a canonical handle. */
export const nameOf = (handle: string): Named => ({
  kind: handle.startsWith('r/') ? 'subreddit' : 'user',
  name: handle.slice(2),
})

const fromUrl = (text: string) => {
  const { path = '', query } = readSiteUrl(text, HOST) ?? {}
  // A filter by flair shows a part of the subreddit.
  return query?.get('f') ? undefined : firstGroups(PATHS, withoutAt(path))
}

const join = (kind: string, text: string): string | undefined => {
  const name = text.toLowerCase()
  if (kind.toLowerCase() !== 'r') return USER.test(name) ? `u/${name}` : undefined
  const { user } = OF_USER.exec(name)?.groups ?? {}
  if (user !== undefined) return `u/${user}`
  return SUBREDDIT.test(name) && !VIEWS.has(name) ? `r/${name}` : undefined
}
