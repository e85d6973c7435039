// Any spelling of a YouTube channel → its id (`UC…`), its `@name`, the user name of older channels (`user/name`) or one of its videos
// (`video/id`), but not from the URL of the video. Only YouTube can resolve the last three to the id.

import { decodeText, readSiteUrl, type SiteUrl } from '../../urls/site-url.ts'

const CHANNEL_ID = /^UC[\w-]{22}$/
/** Names ignore case. https://support.google.com/youtube/answer/11585688 */
const NAME = /^@[\p{L}\p{N}\p{M}_.·-]{3,30}$/u
const HAS_LETTER = /[\p{L}\p{N}]/u
const USER = /^user\/[a-z0-9_-]{1,50}$/
const VIDEO = /^video\/(?!(?:videoseries|live_stream)$)[\w-]{11}$/

export const SITE_HOST = /^(?:(?:(?:www|m|music|gaming|studio|tv)\.)?youtube|(?:www\.)?youtube-nocookie)\.com$/
export const SHORT_SITE = /^(?:www\.)?youtu\.be$/
/** URL schemes of the app; some of these URLs lack the host. */
const APP_SCHEME = /^(?:youtube|vnd\.youtube):\/\/(?:(?:www\.|m\.)?youtube\.com\/)?/i
/** Channel ids are unique to YouTube, and mirrors keep the path. */
const ID_ANYWHERE = /^(?:\/[a-z]+)?\/channel\/(?<id>UC[\w-]{22})(?:\/[a-z]{1,20})?$/

/** First segments of paths that are no channel names. */
const PAGES = [
  ...[
    'watch',
    'shorts',
    'live',
    'embed',
    'v',
    'e',
    'clip',
    'post',
    'playlist',
    'playlists',
    'feed',
    'feeds',
    'results',
  ],
  ...[
    'channel',
    'channels',
    'user',
    'c',
    'hashtag',
    'gaming',
    'premium',
    'music',
    'movies',
    'kids',
    'account',
    'about',
  ],
  ...[
    'creators',
    'ads',
    'oembed',
    'redirect',
    'attribution_link',
    'signin',
    'logout',
    'upload',
    'trending',
    'podcasts',
  ],
  ...['learning', 'news', 'sports', 'courses', 'store', 'reporthistory', 'howyoutubeworks', 'search', 'show', 'course'],
  ...['browse', 'explore', 'library'],
].join('|')
/** A tab of the channel's page. A search in the channel is no tab. */
const TAB = '(?:/(?!search$)[a-z]{1,20})?'

/** Paths without trailing slashes, and the prefix of the handle. */
const PATHS: readonly (readonly [path: RegExp, prefix: string])[] = [
  [new RegExp(`^/(?<name>@[^/]+)${TAB}$`), ''],
  // YouTube Music uses `browse`.
  [new RegExp(`^/(?:channel|browse)/(?<name>UC[^/]+)${TAB}$`), ''],
  [new RegExp(`^/user/(?<name>[^/]+)${TAB}$`), 'user/'],
  // YouTube turned a custom URL into the same name when that was available.
  [new RegExp(`^/c/(?<name>[^/@]+)${TAB}$`), '@'],
  [new RegExp(`^/(?!(?:${PAGES})(?:/|$))(?<name>[^/@]+)${TAB}$`), '@'],
]

const UPLOADS = /^UU(?:LF|SH|LV)?(?<name>[\w-]{22})$/

/** Path, query parameter with the channel, its pattern, and the prefix of the handle. */
const QUERIES: readonly (readonly [path: string, field: string, value: RegExp, prefix: string])[] = [
  ['/embed/live_stream', 'channel', /^(?<name>UC.+)$/, ''],
  // Subscribe buttons on other sites.
  ['/subscription_center', 'add_user', /^(?<name>.+)$/, 'user/'],
  ['/subscription_center', 'add_user_id', /^(?<name>[\w-]{22})$/, 'UC'],
  ['/profile', 'user', /^(?<name>.+)$/, 'user/'],
  ['/feeds/videos.xml', 'channel_id', /^(?<name>UC.+)$/, ''],
  ['/feeds/videos.xml', 'user', /^(?<name>.+)$/, 'user/'],
  // The playlists of a channel's uploads, and of its tabs, contain the channel's id.
  ['/feeds/videos.xml', 'playlist_id', UPLOADS, 'UC'],
  ['/playlist', 'list', UPLOADS, 'UC'],
  ['/embed/videoseries', 'list', UPLOADS, 'UC'],
]

export type ChannelHandle = { readonly by: 'id' | 'name' | 'user' | 'video'; readonly value: string }

export const isChannelId = (text: unknown): text is `UC${string}` => typeof text === 'string' && CHANNEL_ID.test(text)
export const isVideoId = (text: unknown): text is string => typeof text === 'string' && VIDEO.test(`video/${text}`)

/** `UC…`, `@name`, `user/name` or `video/id`; undefined when the input is none of them. A bare word is a name. */
export const canonicalizeChannel = (input: string): string | undefined => {
  const text = input.trim().replace(APP_SCHEME, 'www.youtube.com/')
  if (isChannelId(text) || VIDEO.test(text)) return text
  if (/^user\/[^/]+$/i.test(text)) return handleOf(text)
  const url = text.startsWith('@') ? undefined : readSiteUrl(text)
  if (url && SITE_HOST.test(url.host)) return fromUrl(url)
  if (url && SHORT_SITE.test(url.host)) return undefined
  return ID_ANYWHERE.exec(url?.path ?? '')?.groups?.id ?? handleOf(text.startsWith('@') ? text : `@${text}`)
}

/** The kind of a canonical handle, and its value. */
export const readHandle = (handle: string): ChannelHandle => {
  if (handle.startsWith('@')) return { by: 'name', value: handle }
  const slash = handle.indexOf('/')
  if (slash === -1) return { by: 'id', value: handle }
  return { by: handle.startsWith('user/') ? 'user' : 'video', value: handle.slice(slash + 1) }
}

const fromUrl = ({ host, path: encodedPath, query }: SiteUrl): string | undefined => {
  const path = decodeText(encodedPath) ?? ''
  if (host.startsWith('studio.')) return handleOf(/^\/channel\/(?<id>[^/]+)/.exec(path)?.groups?.id ?? '')
  for (const [at, field, pattern, prefix] of QUERIES) {
    const name = path === at ? pattern.exec(query.get(field) ?? '')?.groups?.name : undefined
    if (name !== undefined) return handleOf(prefix + name)
  }
  for (const [pattern, prefix] of PATHS) {
    const name = pattern.exec(path)?.groups?.name
    if (name !== undefined) return handleOf(prefix + name)
  }
  return undefined
}

/** The text when it is a handle, in lower case unless it is an id. */
const handleOf = (text: string): string | undefined => {
  if (isChannelId(text) || VIDEO.test(text)) return text
  const folded = text.normalize('NFC').toLowerCase().normalize('NFC')
  const isName = NAME.test(folded) && HAS_LETTER.test(folded)
  return isName || USER.test(folded) ? folded : undefined
}
