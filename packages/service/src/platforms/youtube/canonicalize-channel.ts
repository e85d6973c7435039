// Every way to write a YouTube channel → its id (`UC…`), its `@name`, the user name of older channels (`user/name`) or one of
// its videos (`video/id`). Only YouTube knows the id behind the last three.

const CHANNEL_ID = /^UC[\w-]{22}$/
/** Names match without regard to case. https://support.google.com/youtube/answer/11585688 */
const NAME = /^@[\p{L}\p{N}\p{M}_.·-]{3,30}$/u
const SAYS_SOMETHING = /[\p{L}\p{N}]/u
const USER = /^user\/[a-z0-9_-]{1,50}$/
const VIDEO = /^video\/(?!(?:videoseries|live_stream)$)[\w-]{11}$/

const SITE = /^(?:(?:www|m|music|gaming)\.)?youtube\.com$/
const SHORT_SITE = /^(?:www\.)?youtu\.be$/
const ADDRESS = /^(?:https?:\/\/)?[^/?#@\s]+(?:[/?#]\S*)?$/i
/** Marks of writing direction, which apps put around what people copy. */
const DIRECTION_MARKS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** First segments of paths that are nobody's name. */
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
  ...['learning', 'news', 'sports', 'courses', 'store', 'reporthistory', 'howyoutubeworks'],
].join('|')
/** A tab of the channel's page. */
const TAB = '(?:/[a-z]{1,20})?'

/** Paths without trailing slashes, and the handle that they name. */
const PATHS: readonly (readonly [path: RegExp, prefix: string])[] = [
  [new RegExp(`^/(?<name>@[^/]+)${TAB}$`), ''],
  [new RegExp(`^/channel/(?<name>UC[^/]+)${TAB}$`), ''],
  [new RegExp(`^/user/(?<name>[^/]+)${TAB}$`), 'user/'],
  [/^\/(?:shorts|live|embed|v|e)\/(?<name>[^/]+)$/, 'video/'],
  // An address of one's own became a name where it was free.
  [new RegExp(`^/c/(?<name>[^/@]+)${TAB}$`), '@'],
  [new RegExp(`^/(?!(?:${PAGES})(?:/|$))(?<name>[^/@]+)${TAB}$`), '@'],
]

/** Query fields that name a channel, the path that they belong to, and the handle. */
const QUERIES: readonly (readonly [path: string, field: string, value: RegExp, prefix: string])[] = [
  ['/watch', 'v', /^(?<name>.+)$/, 'video/'],
  ['/feeds/videos.xml', 'channel_id', /^(?<name>UC.+)$/, ''],
  ['/feeds/videos.xml', 'user', /^(?<name>.+)$/, 'user/'],
  // The list of a channel's uploads, and those of its tabs, have its id.
  ['/feeds/videos.xml', 'playlist_id', /^UU(?:LF|SH|LV)?(?<name>[\w-]{22})$/, 'UC'],
  ['/playlist', 'list', /^UU(?:LF|SH|LV)?(?<name>[\w-]{22})$/, 'UC'],
]

export type ChannelHandle = { readonly by: 'id' | 'name' | 'user' | 'video'; readonly value: string }

export const isChannelId = (text: unknown): text is `UC${string}` => typeof text === 'string' && CHANNEL_ID.test(text)
export const isVideoId = (text: unknown): text is string => typeof text === 'string' && VIDEO.test(`video/${text}`)

/** `UC…`, `@name`, `user/name` or `video/id`; undefined when the input is none of them. A bare word is a name. */
export const canonicalizeChannel = (input: string): string | undefined => {
  const text = input.replace(DIRECTION_MARKS, '').trim()
  if (isChannelId(text) || VIDEO.test(text)) return text
  if (/^user\/[^/]+$/i.test(text)) return handleOf(text)
  const url = ADDRESS.test(text) ? URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`) : null
  if (url !== null && (SITE.test(url.hostname) || SHORT_SITE.test(url.hostname))) return fromAddress(url)
  return handleOf(text.startsWith('@') ? text : `@${text}`)
}

/** What a canonical handle is, and is asked for by. */
export const readHandle = (handle: string): ChannelHandle => {
  if (handle.startsWith('@')) return { by: 'name', value: handle }
  const slash = handle.indexOf('/')
  if (slash === -1) return { by: 'id', value: handle }
  return { by: handle.startsWith('user/') ? 'user' : 'video', value: handle.slice(slash + 1) }
}

const fromAddress = ({ hostname, pathname, searchParams, port, username }: URL): string | undefined => {
  if (port !== '' || username !== '') return undefined
  const path = decodePath(pathname)?.replace(/(?<!\/)\/+$/, '') ?? ''
  if (SHORT_SITE.test(hostname)) return handleOf(`video${path}`)
  for (const [at, field, pattern, prefix] of QUERIES) {
    const name = path === at ? pattern.exec(searchParams.get(field) ?? '')?.groups?.name : undefined
    if (name !== undefined) return handleOf(prefix + name)
  }
  for (const [pattern, prefix] of PATHS) {
    const name = pattern.exec(path)?.groups?.name
    if (name !== undefined) return handleOf(prefix + name)
  }
  return undefined
}

/** The text itself, with what has no case in lower case, when it is a handle. */
const handleOf = (text: string): string | undefined => {
  if (isChannelId(text) || VIDEO.test(text)) return text
  const folded = text.normalize('NFC').toLowerCase().normalize('NFC')
  const isName = NAME.test(folded) && SAYS_SOMETHING.test(folded)
  return isName || USER.test(folded) ? folded : undefined
}

const decodePath = (path: string): string | undefined => {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}
