// Every way to write somebody on Dailymotion → the id (`x1zzzz`) or the name of the address, in lower case.

const SITE = /^(?:(?:www|m)\.)?dailymotion\.com$/
const NAME = /^[\w-]{2,60}$/
const PATH = /^\/(?:[a-z]{2}\/)?(?:user\/)?(?<name>[^/]+)(?:\/(?:videos|playlists|\d{1,4}))?$/
/** First segments that are nobody's name. */
const RESERVED: ReadonlySet<string> = new Set([
  ...[
    'video',
    'embed',
    'swf',
    'user',
    'playlist',
    'hub',
    'topic',
    'search',
    'services',
    'signin',
    'register',
    'library',
  ],
  ...['explore', 'featured', 'legal', 'about', 'live', 'news', 'partner', 'settings', 'upload', 'videos', 'history'],
  ...['feed', 'channel', 'trending', 'following', 'notifications', 'press', 'jobs', 'us', 'fr'],
])

/** The handle; undefined when the input is none. A bare word is a name or an id. */
export const canonicalizeUser = (input: string): string | undefined => {
  const text = input.trim()
  if (!text.includes('.')) return handleOf(text.replace(/^@/, ''))
  if (/[\s\\]/.test(text)) return undefined
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`)
  if (url === null || !SITE.test(url.hostname) || url.port !== '' || url.username !== '' || url.password !== '')
    return undefined
  return handleOf(PATH.exec(url.pathname.replace(/(?<!\/)\/+$/, ''))?.groups?.name ?? '')
}

const handleOf = (written: string): string | undefined => {
  const name = written.toLowerCase()
  return NAME.test(name) && !RESERVED.has(name) ? name : undefined
}
