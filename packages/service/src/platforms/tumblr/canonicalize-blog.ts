// Every way to write a Tumblr blog → its name, its own domain, or its uuid (`t:…`), which outlasts both.

import { hostName } from '../../parsing/host-name.ts'

const UUID = /^t:[\w-]{4,64}$/
const NAME = /^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?$/

/** Names at tumblr.com that are no blog's. */
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

/** Pages of a blog that are not about one post. */
const PAGES = '(?:/(?:archive|rss|about|ask|submit|likes|following|mobile))?'
const IN_SITE = new RegExp(`^/(?:blog/view/|blog/|dashboard/blog/)?@?(?<name>[a-z0-9-]+)${PAGES}$`, 'i')
const IN_BLOG = new RegExp(`^${PAGES}$`, 'i')

/** The handle; undefined when the input is none. A bare word is a name. */
export const canonicalizeBlog = (input: string): string | undefined => {
  const text = input.trim()
  if (UUID.test(text)) return text
  const bare = text.startsWith('@') ? text.slice(1) : text
  if (!bare.includes('.') && !bare.includes('/')) return nameOf(bare)
  if (bare !== text || /[\s\\@](?!\w+$)/.test(text)) return undefined
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`)
  if (url === null || url.port !== '' || url.username !== '' || url.password !== '') return undefined
  const path = url.pathname.replace(/(?<!\/)\/+$/, '')
  const host = hostName(url.hostname)
  if (host === 'tumblr.com' || host === 'www.tumblr.com') return nameOf(IN_SITE.exec(path)?.groups?.name ?? '')
  if (host === undefined || !IN_BLOG.test(path)) return undefined
  if (host.endsWith('.tumblr.com')) return nameOf(host.slice(0, -'.tumblr.com'.length))
  return host
}

/** Whether a canonical handle is a blog's uuid, which only the API knows. */
export const isUuid = (handle: string): boolean => UUID.test(handle)

const nameOf = (written: string): string | undefined => {
  const name = written.toLowerCase()
  return NAME.test(name) && !RESERVED.has(name) ? name : undefined
}
