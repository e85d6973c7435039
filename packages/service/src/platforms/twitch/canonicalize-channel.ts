// Any spelling of a Twitch channel → its login in lower case, or `id/…`, which stays the same when the login changes.

import { firstGroups, readSiteUrl, withoutAt } from '../../urls/site-url.ts'

const LOGIN = /^[a-z0-9_]{3,25}$/
const BY_ID = /^id\/[1-9]\d{0,19}$/
export const SITE = /^(?:(?:www|m|go|[a-z]{2}(?:-[a-z]{2})?)\.)?twitch\.tv$/
/** The owner's dashboard. */
const DASHBOARD = /^dashboard\.twitch\.tv$/
const PLAYERS = /^(?:player|embed)\.twitch\.tv$/
/** First segments of paths that are no logins. */
const PAGES: ReadonlySet<string> = new Set([
  ...['directory', 'videos', 'clips', 'clip', 'settings', 'subscriptions', 'inventory', 'wallet', 'drops', 'friends'],
  ...['prime', 'turbo', 'jobs', 'downloads', 'login', 'signup', 'search', 'store', 'moderator', 'popout', 'embed'],
  ...['team', 'dashboard'],
])
const TAB =
  'videos|clips|about|schedule|home|profile|video|followers|following|chat|squad|subscribe|collections|events|popout|dashboard'
/** A channel's page, its chat and its moderator view in a popout window. */
const PATHS = [
  /^\/(?:popout|embed)\/(?:u\/)?(?<login>\w+)(?:\/[\w/-]+)?$/,
  /^\/(?:moderator|subs|products)\/(?<login>\w+)$/,
  new RegExp(`^/(?<login>\\w+)(?:/(?:${TAB}))?$`),
]
/** URLs that open a channel in the app. */
const APP_URL = /^twitch:\/\/(?:stream|channel)\/(?<login>\w+)\/?$/

/** undefined when the input is no channel. */
export const canonicalizeChannel = (input: string): string | undefined => {
  const text = input.trim().toLowerCase()
  if (BY_ID.test(text)) return text
  const bare = text.startsWith('@') ? text.slice(1) : text
  if (/^\w+$/.test(bare)) return loginOf(bare)
  return loginOf(APP_URL.exec(text)?.groups?.login ?? fromUrl(text) ?? '')
}

const fromUrl = (text: string): string | undefined => {
  const played = readSiteUrl(text, PLAYERS)?.query.get('channel')
  if (played != null) return played
  const dashboard = readSiteUrl(text, DASHBOARD)?.path
  if (dashboard !== undefined) return /^\/(?:u|popout\/u)\/(?<login>\w+)(?:\/[\w/-]+)?$/.exec(dashboard)?.groups?.login
  return firstGroups(PATHS, withoutAt(readSiteUrl(text, SITE)?.path ?? ''))?.login
}

const loginOf = (login: string): string | undefined => (LOGIN.test(login) && !PAGES.has(login) ? login : undefined)

/** The handle of a channel, whatever its login is. */
export const handleOfId = (id: string): string => `id/${id}`

/** The query parameter of the API for a canonical handle. */
export const filterOf = (handle: string): { readonly id: string } | { readonly login: string } =>
  handle.startsWith('id/') ? { id: handle.slice(3) } : { login: handle }
