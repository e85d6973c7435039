// Any spelling of a Pinterest account, board or section of a board → `name`, `name/board` or `name/board/section`, in lower case. The sites of all countries show the same
// accounts.

import { decodeText, readSiteUrl, withoutAt } from '../../urls/site-url.ts'

const NAME = /^[a-z0-9_]{3,30}$/
const BOARD = /^[\p{L}\p{N}\p{M}_-]{1,100}$/u
export const HOST = /^(?:(?:www|m|[a-z]{2,3})\.)?pinterest\.(?:com|info|[a-z]{2}|com?\.[a-z]{2})$/

/** First segments of paths that are no account names. */
const PAGES: ReadonlySet<string> = new Set([
  ...['pin', 'search', 'ideas', 'explore', 'today', 'settings', 'business', 'login', 'signup', 'password', 'about'],
  ...['oembed', 'categories', 'topics', 'videos', 'discover', 'homefeed', 'resource', 'widgets'],
])
/** Tabs of a profile, which cannot be names of boards. */
const TAB = /^(?:_[\w-]*|boards|pins|followers|following|feed\.rss)?$/
/** URLs that open a profile in the app. */
const APP_URL = /^pinterest:\/\/(?:www\.pinterest\.com|user)\/(?<path>[\w/-]+)$/i

/** Pages of a board, which cannot be names of sections. */
const BOARD_PAGE = /^(?:_.*|more[_-]ideas|followers|feed\.rss)$/

/** undefined when the input is none of them. */
export const canonicalizeName = (input: string): string | undefined => {
  const text = input.trim()
  const path = BARE.test(text) ? text.replace(/^@/, '') : (APP_URL.exec(text)?.groups?.path ?? pathOf(text))
  if (path === undefined) return undefined
  const [name = '', second = '', third, ...rest] = path.toLowerCase().normalize('NFC').replace(/\/$/, '').split('/')
  if (rest.length > 0 || !NAME.test(name) || PAGES.has(name)) return undefined
  if (TAB.test(second)) return third === undefined ? name : undefined
  const board = second.replace(/\.rss$/, '')
  if (!BOARD.test(board)) return undefined
  if (third === undefined) return `${name}/${board}`
  const section = third.replace(/\.rss$/, '')
  return BOARD.test(section) && !BOARD_PAGE.test(third) ? `${name}/${board}/${section}` : undefined
}

const BARE = /^@?\w+(?:\/[^/?#.\s\\]+){0,2}\/?$/

/** The path of a Pinterest URL, without its first slash. */
const pathOf = (text: string): string | undefined => {
  const page = readSiteUrl(text, HOST)
  return page && decodeText(withoutAt(page.path).slice(1))
}

export type Section = { readonly name: string; readonly board: string; readonly section: string }

/** Parses a canonical handle; undefined for that of an account or board. */
export const sectionOf = (handle: string): Section | undefined => {
  const [name = '', board = '', section] = handle.split('/')
  return section === undefined ? undefined : { name, board, section }
}
