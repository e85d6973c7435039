// Every way to write a Page of Facebook → its name in lower case, or its number. Facebook alone can tell that two of them
// are one.

import { pathOf } from '../meta/name-of.ts'

const HOST = /^(?:(?:www|m|mbasic|mobile|touch|web|business|[a-z]{2}-[a-z]{2})\.)?(?:facebook\.com|fb\.com|fb\.me)$/
const NAME = /^(?=.*[a-z])[a-z0-9.]{2,80}$/
const NUMBER = /^\d{5,24}$/
/** Lists that a Page is shown as. */
const TAB = '(?:\\/(?:about|posts|photos|videos|reels|events|community|mentions|likes|followers))?\\/*'
/** A name for people stands before the number. */
const NUMBERED = new RegExp(
  `^\\/(?:pages|people)\\/(?:[^/]+\\/){1,2}(?<id>\\d{5,24})${TAB}$|^\\/p\\/(?:[^/]{0,200}-)?(?<other>\\d{5,24})${TAB}$`,
)
const NAMED = new RegExp(`^\\/(?:pg\\/)?(?<name>[^/]+)${TAB}$`)

/** What stands where names do, and is none. */
const RESERVED: ReadonlySet<string> = new Set([
  ...['watch', 'groups', 'events', 'marketplace', 'gaming', 'reel', 'reels', 'stories', 'story.php', 'permalink.php'],
  ...['photo', 'photo.php', 'photos', 'video.php', 'videos', 'share', 'sharer', 'sharer.php', 'login', 'login.php'],
  ...['pages', 'people', 'profile.php', 'hashtag', 'search', 'help', 'policies', 'privacy', 'settings', 'messages'],
  ...['ads', 'business', 'plugins', 'dialog', 'home.php', 'l.php', 'media', 'notes', 'public', 'p', 'pg', 'live'],
])

/** A name in lower case or a number; undefined when the input is neither. */
export const canonicalizePage = (input: string): string | undefined => {
  const text = input.trim()
  const path = pathOf(text, HOST)
  if (path === undefined) return pageOf(/^@?(?<name>[^@/\s:?#]+)$/.exec(text)?.groups?.name)
  if (/^\/profile\.php\/?$/i.test(path)) return pageOf(numberIn(text))
  const { id, other } = NUMBERED.exec(path)?.groups ?? {}
  return pageOf(id ?? other ?? NAMED.exec(path)?.groups?.name)
}

export const isPageNumber = (page: string): boolean => NUMBER.test(page)

const numberIn = (text: string): string | undefined => /[?&]id=(?<id>\d{5,24})(?:[&#]|$)/.exec(text)?.groups?.id

const pageOf = (written: string | undefined): string | undefined => {
  const page = written?.toLowerCase() ?? ''
  if (NUMBER.test(page)) return page
  const isName = NAME.test(page) && !page.startsWith('.') && !page.endsWith('.')
  return isName && !RESERVED.has(page) ? page : undefined
}
