// Any spelling of a Vimeo user or channel → the name in the URL, `user123` for a user without one, or `channels/name`.

import { readSiteUrl, withoutAt } from '../../urls/site-url.ts'

export const SITE = /^(?:(?:www|m)\.)?vimeo\.com$/
const NAME = /^(?!\d+$)[a-z0-9_-]{2,60}$/
const CHANNEL = /^channels\/[a-z0-9_-]{1,60}$/
/** The list of a user's videos, sorted, on a later page, or as a feed. */
const VIDEOS = 'videos(?:/(?:rss|all|(?:page|sort):[^/]+(?:/(?:page|sort):[^/]+)?))?'
const USER_TAB = `(?:/(?:${VIDEOS}|about|collections|albums|showcases|channels|groups|likes|following|followers|appearances))?`
const USER_PATH = new RegExp(`^/(?<name>[^/]+)${USER_TAB}$`)
const ID_PATH = new RegExp(`^/users?/?(?<id>\\d{1,12})${USER_TAB}$`)
const CHANNEL_PATH = new RegExp(`^/(?<name>channels/[^/]+)(?:/(?:${VIDEOS}|about|(?:page|sort):[^/]+))?$`)

/** First segments that are no user names. */
const RESERVED: ReadonlySet<string> = new Set([
  ...[
    'about',
    'album',
    'api',
    'apps',
    'blog',
    'business',
    'categories',
    'channels',
    'create',
    'customers',
    'developer',
  ],
  ...['enterprise', 'event', 'events', 'explore', 'features', 'folders', 'for-hire', 'groups', 'help', 'home', 'jobs'],
  ...['join', 'live', 'log_in', 'login', 'manage', 'me', 'modules', 'music', 'ondemand', 'ott', 'partners', 'press'],
  ...['pricing', 'privacy', 'search', 'settings', 'showcase', 'site_map', 'solutions', 'staffpicks', 'stock', 'store'],
  ...['tag', 'templates', 'terms', 'upgrade', 'upload', 'user', 'users', 'video', 'videos', 'watch'],
])

/** undefined when the input is neither. A bare number is the id of a video. */
export const canonicalizeUser = (input: string): string | undefined => {
  const text = input.trim()
  if (!text.includes('.')) return handleOf(text.replace(/^(?:@|\/)(?=[^/])/, ''))
  const path = withoutAt(readSiteUrl(text, SITE)?.path ?? '')
  const id = ID_PATH.exec(path)?.groups?.id
  if (id !== undefined) return handleOfId(id)
  return handleOf((CHANNEL_PATH.exec(path) ?? USER_PATH.exec(path))?.groups?.name ?? '')
}

/** The handle of a user, whatever the name is. */
export const handleOfId = (id: string): string => `user${id}`

/** The path in the API. */
export const pathOf = (handle: string): string => {
  if (handle.startsWith('channels/')) return `/${handle}`
  return `/users/${/^user(?<id>\d+)$/.exec(handle)?.groups?.id ?? handle}`
}

const handleOf = (text: string): string | undefined => {
  const name = text.toLowerCase()
  return CHANNEL.test(name) || (NAME.test(name) && !RESERVED.has(name)) ? name : undefined
}
