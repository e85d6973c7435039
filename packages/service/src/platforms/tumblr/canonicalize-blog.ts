// Any spelling of a Tumblr blog → its name, its own domain, or its uuid (`t:…`), which stays the same when both change.

import { hostName } from '../../parsing/host-name.ts'
import { readSiteUrl, withoutAt } from '../../urls/site-url.ts'

const UUID = /^t:[\w-]{4,64}$/
const NAME = /^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?$/

/** Names at tumblr.com that are no blogs. */
const RESERVED: ReadonlySet<string> = new Set([
  ...[
    'www',
    'm',
    'api',
    'assets',
    'media',
    'static',
    'embed',
    'staff-blog',
    'safe',
    'px',
    'srvcs',
    'va',
    'vtt',
    'help',
  ],
  ...['dashboard', 'explore', 'tagged', 'search', 'login', 'register', 'logout', 'settings', 'about', 'policy', 'jobs'],
  ...['apps', 'developers', 'docs', 'oembed', 'support', 'privacy', 'blog', 'likes', 'following', 'inbox', 'new'],
  ...['share', 'tv', 'live', 'communities', 'press', 'themes', 'buttons', 'radar', 'archive', 'post', 'reblog'],
  ...['domains', 'shop', 'security', 'mobile', 'changes', 'logos', 'brand', 'widgets', 'import', 'activity'],
])

/** Pages of a blog that are no posts. */
const PAGES = 'page/\\d{1,6}|archive|rss|about|ask|submit|likes|following|mobile'
/** Pages that only the owner sees. */
const OWN_PAGES = 'followers|queue|drafts|activity(?:/[a-z]+)?|review|messages|settings|members'
const SITE = /^(?:(?:www|m)\.)?tumblr\.com$/
const BEFORE = 'blog/view/|blog/|dashboard/blog/|follow/|customize/|settings/blog/'
const IN_SITE = new RegExp(`^/(?:${BEFORE})?(?<name>[a-z0-9-]+)(?:/(?:${PAGES}|${OWN_PAGES}))?$`, 'i')
const IN_BLOG = new RegExp(`^(?:/(?:${PAGES}))?$`, 'i')
/** URLs that open a blog in the app. */
const APP_URL = /^tumblr:\/\/x-callback-url\/blog\?blogName=(?<name>[\w-]+)/i

/** undefined when the input is no blog. A bare word is a name. */
export const canonicalizeBlog = (input: string): string | undefined => {
  const text = input.trim()
  if (UUID.test(text)) return text
  const bare = (APP_URL.exec(text)?.groups?.name ?? text).replace(/^@/, '')
  if (!/[./]/.test(bare)) return nameOf(bare)
  const url = readSiteUrl(bare)
  if (url === undefined) return undefined
  if (SITE.test(url.host)) return nameOf(IN_SITE.exec(withoutAt(url.path))?.groups?.name ?? '')
  const host = hostName(url.host)
  if (host === undefined || !IN_BLOG.test(url.path)) return undefined
  return host.endsWith('.tumblr.com') ? nameOf(host.slice(0, -'.tumblr.com'.length).replace(/^www\./, '')) : host
}

/** Whether a canonical handle is a uuid, which only the API accepts. */
export const isUuid = (handle: string): boolean => UUID.test(handle)

const nameOf = (text: string): string | undefined => {
  const name = text.toLowerCase()
  return NAME.test(name) && !RESERVED.has(name) ? name : undefined
}
