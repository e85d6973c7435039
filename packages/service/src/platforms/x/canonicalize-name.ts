// Any spelling of an account of X → its name in lower case, or `i/user/{id}`, X's own path for an account by its id, whatever its
// name is today.

import { readSiteUrl, type SiteUrl, withoutAt } from '../../urls/site-url.ts'

const NAME = /^[a-z0-9_]{1,15}$/
const BY_ID = /^i\/user\/(?<id>[1-9]\d{0,18})$/
/** X, and mirrors that show its profiles under the same paths. */
export const HOST =
  /^(?:(?:(?:www|mobile|m)\.)?(?:x|twitter)\.com|(?:www\.)?(?:(?:fx|vx)twitter|fixupx|fixvx|xcancel)\.com|nitter\.net)$/
/** The frame of an embedded timeline. */
const FRAME = /^syndication\.(?:x|twitter)\.com$/
const FRAME_PATH = /^\/srv\/timeline-profile\/screen-name\/(?<name>\w+)$/
/** URLs that open a profile in the app. */
const APP_URL = /^twitter:\/\/user\/?\?(?<query>.+)$/i

/** First segments of paths that are no account names. */
const PAGES: ReadonlySet<string> = new Set([
  ...['i', 'home', 'explore', 'search', 'settings', 'intent', 'share', 'hashtag', 'login', 'logout', 'signup'],
  ...['messages', 'notifications', 'compose', 'tos', 'privacy', 'jobs', 'download', 'about', 'oauth', 'account'],
  ...['who_to_follow'],
])
/** Tabs of a profile. */
const TAB = new RegExp(
  `^(?:${[
    ...[
      'with_replies',
      'media',
      'highlights',
      'articles',
      'likes',
      'favorites',
      'superfollows',
      'photo',
      'header_photo',
    ],
    ...['about', 'followers', 'verified_followers', 'followers_you_follow', 'following', 'affiliates', 'lists'],
    ...['creator-subscriptions/subscriptions'],
    // Nitter's feeds of the profile.
    '(?:(?:with_replies|media)/)?rss',
  ].join('|')})?$`,
)
/** Links of buttons on other sites to an account. */
const BUTTON = /^intent\/(?:user|follow)$/

/** `name` or `i/user/{id}`; undefined when the input is neither. */
export const canonicalizeName = (input: string): string | undefined => {
  const text = input.trim()
  if (BY_ID.test(text)) return text
  const bare = text.startsWith('@') ? text.slice(1) : text
  if (/^\w+$/.test(bare)) return nameOf(bare)
  const query = APP_URL.exec(text)?.groups?.query
  if (query !== undefined) return fromQuery(new URLSearchParams(query), 'id')
  const page = readSiteUrl(text, HOST)
  if (page) return fromUrl(page)
  return nameOf(FRAME_PATH.exec(readSiteUrl(text, FRAME)?.path ?? '')?.groups?.name ?? '')
}

/** The handle of an account, whatever its name is. */
export const handleOf = (id: string): string => `i/user/${id}`

/** The id in a canonical handle; undefined when it is a name. */
export const idIn = (handle: string): string | undefined => BY_ID.exec(handle)?.groups?.id

const fromUrl = ({ path: rawPath, query, fragment }: SiteUrl): string | undefined => {
  // Before 2012, the path was in the fragment, behind `#!`.
  const source = rawPath === '' && fragment.startsWith('!') ? fragment.replace(/^!\/?/, '/') : rawPath
  const path = withoutAt(source).slice(1)
  if (BY_ID.test(path)) return path
  if (BUTTON.test(path)) return fromQuery(query, 'user_id')
  const [, name = '', tab = ''] = /^([^/?]*)\/?([^?]*)/.exec(path) ?? []
  return TAB.test(tab) ? nameOf(name) : undefined
}

const fromQuery = (query: URLSearchParams, idField: string): string | undefined => {
  const name = query.get('screen_name')
  if (name !== null) return nameOf(name.replace(/^@/, ''))
  const byId = handleOf(query.get(idField) ?? '')
  return BY_ID.test(byId) ? byId : undefined
}

const nameOf = (text: string): string | undefined => {
  const name = text.toLowerCase()
  return NAME.test(name) && !PAGES.has(name) ? name : undefined
}
