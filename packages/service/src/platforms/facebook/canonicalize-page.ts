// Any spelling of a Facebook Page → its name in lower case, or its number. Only Facebook knows whether two of them are
// the same Page.

import { firstGroups, readSiteUrl, type SiteUrl, withoutAt } from '../../urls/site-url.ts'

const FACES = 'www|m|mbasic|mobile|touch|web|business|free|z-m|d|h|x|[a-z]{2}(?:-[a-z]{2})?'
/** Hosts of the site. */
export const SITE_HOST = new RegExp(`^(?:(?:${FACES})\\.)?(?:facebook\\.com|fb\\.com|fb\\.me)$`)
/** A chat with the Page. */
const CHAT = /^(?:www\.)?(?:m\.me|messenger\.com\/t|(?:\w+\.)?facebook\.com\/messages\/t)\/@?(?<name>[^/]+)$/
const NAME = /^(?=.*[a-z])[a-z0-9.]{2,80}$/
const NUMBER = /^\d{5,24}$/
/** Tabs of a Page, and pages for its owner. */
const TAB = `(?:/(?:${[
  ...[
    'about(?:_\\w+)?',
    'posts',
    'timeline',
    'photos(?:_\\w+)?',
    'videos(?:_\\w+)?',
    'live(?:_videos)?',
    'reels(?:_tab)?',
  ],
  ...['events', 'community', 'mentions', 'likes', 'followers', 'following', 'reviews', 'services', 'shop', 'menu'],
  ...['groups', 'jobs', 'offers', 'notes', 'map', 'publishing_tools', 'manager', 'settings', 'insights', 'inbox'],
  ...['notifications', 'professional_dashboard', 'directory_\\w+'],
].join('|')}))?`
/** A readable name precedes the number. User names never contain a hyphen. */
const NUMBERED = [
  '/(?:pages|people)/(?:[^/]+/){1,2}(?<id>\\d{5,24})',
  '/pages/category/[^/]+/[^/]*-(?<id>\\d{5,24})',
  '/p/(?:[^/]*-)?(?<id>\\d{5,24})',
  '/(?:profile|page|groups/[^/]+/user)/(?<id>\\d{5,24})',
  '/(?:pg/)?[^/]*-(?<id>\\d{5,24})',
].map((path) => new RegExp(`^${path}${TAB}$`))
/** Web pages that name the Page in the query, such as Meta's Business Suite and Ad Library. */
const QUERIES: readonly (readonly [page: RegExp, field: string])[] = [
  [/^[^/]+\/profile\.php$/i, 'id'],
  [/^business\.facebook\.com\/latest\//, 'asset_id'],
  [/facebook\.com\/ads\/library$/, 'view_all_page_id'],
]
const NAMED = new RegExp(`^/(?:(?:pg|watch)/)?(?<name>[^/]+)${TAB}$`)
/** Opens a Page in the app. */
const APP_URL = /^fb:\/\/(?:page|profile)\/(?:\?id=)?(?<id>\d{5,24})\/?$/i

/** First path segments that are not names. */
const RESERVED: ReadonlySet<string> = new Set([
  ...['watch', 'groups', 'events', 'marketplace', 'gaming', 'reel', 'reels', 'stories', 'story.php', 'permalink.php'],
  ...[
    'album',
    'album.php',
    'photo',
    'photo.php',
    'photos',
    'video.php',
    'videos',
    'share',
    'sharer',
    'sharer.php',
    'login',
    'login.php',
  ],
  ...['pages', 'people', 'profile.php', 'hashtag', 'search', 'help', 'policies', 'privacy', 'settings', 'messages'],
  ...['ads', 'business', 'plugins', 'dialog', 'home.php', 'l.php', 'media', 'notes', 'public', 'p', 'pg', 'live'],
  ...['bookmarks', 'friends', 'notifications', 'saved', 'memories', 'fundraisers', 'latest', 'r.php', 'recover', 'reg'],
  ...['me', 'explore'],
])

/** Returns undefined when the input is neither a name nor a number. */
export const canonicalizePage = (input: string): string | undefined => {
  const text = input.trim()
  const page = text.includes('.') ? readSiteUrl(text) : undefined
  const chat = page && CHAT.exec(page.host + page.path)?.groups
  if (chat) return pageOf(chat.name)
  if (page && SITE_HOST.test(page.host)) return fromUrl(page)
  const { id, name, number } = (APP_URL.exec(text) ?? BARE.exec(text))?.groups ?? {}
  return pageOf(id ?? number ?? name)
}

const BARE = /^@?(?:[^@/\s:?#.]*-(?<number>\d{5,24})|(?<name>[^@/\s:?#]+))$/

export const isPageNumber = (page: string): boolean => NUMBER.test(page)

const fromUrl = ({ host, path: shown, query, fragment }: SiteUrl): string | undefined => {
  // Before 2013 the path came after `#!`.
  const path = withoutAt(shown === '' && fragment.startsWith('!/') ? fragment.slice(1) : shown)
  const inQuery = QUERIES.find(([pattern]) => pattern.test(host + path))
  if (inQuery) return numberOf(query.get(inQuery[1]))
  return pageOf(firstGroups(NUMBERED, path)?.id ?? NAMED.exec(path)?.groups?.name)
}

const numberOf = (text: string | null): string | undefined => (text !== null && NUMBER.test(text) ? text : undefined)

const pageOf = (written: string | undefined): string | undefined => {
  const page = written?.toLowerCase() ?? ''
  if (NUMBER.test(page)) return page
  const isName = NAME.test(page) && !page.startsWith('.') && !page.endsWith('.')
  return isName && !RESERVED.has(page) ? page : undefined
}
