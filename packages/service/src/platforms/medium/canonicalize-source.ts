// Any spelling of a Medium user, publication or tag → `@user`, `medium.com/publication`, `medium.com/tag/name`, or the
// host of a custom domain.

import { hostName } from '../../parsing/host-name.ts'
import { readSiteUrl } from '../../urls/site-url.ts'

const USER = /^@[\w.-]{1,60}$/
const SITE = /^(?:(?:www|m)\.)?medium\.com$/
const SLUG = '[a-z0-9](?:[\\w.-]{0,80}\\w)?'
/** First path segments that are not publications. */
const RESERVED: ReadonlySet<string> = new Set([
  ...['p', 'm', 'me', 'tag', 'topic', 'search', 'about', 'policy', 'creators', 'membership', 'plans', 'explore-topics'],
  ...['feed', 'hc', 'new-story', 'jobs-at-medium', '_', 'media', 'services', 'business', 'gift', 'verified-authors'],
  ...['u', 's', 'r', 'w', 'partner-program', 'earn'],
])
const PUBLICATION = new RegExp(`^${SLUG}(?:/tagged/${SLUG})?$`)
const TAG = new RegExp(`^tag/${SLUG}$`)
/** Tabs of a profile. */
const END = /\/(?:feed|about|latest|archive|stories|followers|following|lists|all|recommended|subscribe|membership)$/

/** Returns undefined when the input is none of them, or the URL of a story. */
export const canonicalizeSource = (input: string): string | undefined => {
  const text = input.trim()
  if (USER.test(text)) return text.toLowerCase()
  const url = /[<>"]/.test(text) ? undefined : readSiteUrl(text)
  if (url === undefined) return undefined
  const path = url.path
    .toLowerCase()
    .replace(END, '')
    .replace(/^\/(?:feed(?:\/|$))?/, '')
  if (SITE.test(url.host)) return onMedium(path)
  return path === '' ? hostName(url.host) : undefined
}

const onMedium = (path: string): string | undefined => {
  if (USER.test(path)) return path
  const isTag = TAG.test(path)
  const isPublication = PUBLICATION.test(path) && !RESERVED.has(path.split('/', 1)[0] ?? '')
  return isTag || isPublication ? `medium.com/${path}` : undefined
}

/** The feed of a canonical handle. */
export const feedUrl = (handle: string): string => {
  if (handle.startsWith('@')) return `https://medium.com/feed/${handle}`
  const path = handle.startsWith('medium.com/') ? handle.slice('medium.com/'.length) : undefined
  return path === undefined ? `https://${handle}/feed` : `https://medium.com/feed/${path}`
}
