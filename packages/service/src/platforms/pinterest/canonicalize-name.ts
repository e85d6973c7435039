// Every way to write an account or a board of Pinterest → `name` or `name/board`, in lower case. The sites of all countries
// show the same ones.

const NAME = /^[a-z0-9_]{3,30}$/
const BOARD = /^[\p{L}\p{N}\p{M}_-]{1,100}$/u
const HOST = /^(?:(?:www|m|[a-z]{2,3})\.)?pinterest\.(?:com|info|[a-z]{2}|com?\.[a-z]{2})$/

/** First segments of paths that are nobody's name. */
const PAGES: ReadonlySet<string> = new Set([
  ...['pin', 'search', 'ideas', 'explore', 'today', 'settings', 'business', 'login', 'signup', 'password', 'about'],
  ...['oembed', 'categories', 'topics', 'videos', 'discover', 'homefeed', 'resource', 'widgets'],
])
/** Tabs that a profile is shown as. */
const TABS: ReadonlySet<string> = new Set(['', '_created', '_saved', '_shop', 'boards', 'pins', 'feed.rss'])

/** `name` or `name/board`; undefined when the input is neither. */
export const canonicalizeName = (input: string): string | undefined => {
  const text = input.trim()
  const path = /^@?\w+(?:\/[^/?#.\s\\]+)?\/?$/.test(text) ? text.replace(/^@/, '') : pathOf(text)
  if (path === undefined) return undefined
  const [name = '', second = '', ...rest] = path.toLowerCase().normalize('NFC').replace(/\/$/, '').split('/')
  if (rest.length > 0 || !NAME.test(name) || PAGES.has(name)) return undefined
  if (TABS.has(second)) return name
  const board = second.replace(/\.rss$/, '')
  return BOARD.test(board) && !board.startsWith('_') ? `${name}/${board}` : undefined
}

/** The path of an address of Pinterest. */
const pathOf = (text: string): string | undefined => {
  const url = /[\s\\]/.test(text) ? null : URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`)
  if (url === null || !HOST.test(url.hostname) || url.port !== '' || url.username !== '' || url.password !== '')
    return undefined
  try {
    return decodeURIComponent(url.pathname.slice(1))
  } catch {
    return undefined
  }
}
