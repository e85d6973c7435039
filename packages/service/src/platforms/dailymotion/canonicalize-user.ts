// Any spelling of a Dailymotion user → the id (`x1zzzz`) or the name in lower case.

import { firstGroups, readSiteUrl, withoutAt } from '../../urls/site-url.ts'

export const SITE = /^(?:(?:www|m|touch)\.)?dailymotion\.com$/
const NAME = /^[\w-]{2,60}$/
const TAB = '(?:/(?:videos|playlists|about|likes|featured|subscriptions|\\d{1,4}))?'
const PATHS = [
  new RegExp(`^/(?:[a-z]{2}(?:-[a-z]{2})?/)?(?:user/)?(?<name>[^/]+)${TAB}$`, 'i'),
  // The owner's page for managing videos, and the feed. Both contain the id or name.
  /^\/partner\/(?<name>x[a-z0-9]{3,20})(?:\/[\w/-]+)?$/,
  /^\/rss\/user\/(?<name>[^/]+)$/,
]
/** First path segments that are not user names. */
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

/** A bare word is a name or an id. Returns undefined when the input is not a user. */
export const canonicalizeUser = (input: string): string | undefined => {
  const text = input.trim()
  if (!text.includes('.')) return handleOf(text.replace(/^@/, ''))
  const path = withoutAt(readSiteUrl(text, SITE)?.path ?? '')
  return handleOf(firstGroups(PATHS, path)?.name ?? '')
}

const handleOf = (written: string): string | undefined => {
  const name = written.toLowerCase()
  return NAME.test(name) && !RESERVED.has(name) ? name : undefined
}
