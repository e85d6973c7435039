// Decides which feeds belong to an account. A profile page also links the feed of the whole site, and a site may
// redirect any path to it. A feed is the account's if its URL names the account, or if only its title among the others
// does.

import type { Feed, FeedPerson } from '../../feeds/feed.ts'
import { feedLinks } from '../../feeds/find-feed.ts'
import { linksOf } from '../../feeds/page-links.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import type { Response } from '../../upstream/contract/call.ts'

/** The account's name, and its page if known. */
export type Owner = { readonly user: string; readonly page?: string | undefined }

export type RankedFeeds = {
  /** Feeds of the account, most likely first. */
  readonly own: readonly string[]
  /** Feeds that may have posts of other accounts, most likely first. */
  readonly shared: readonly string[]
}

const MAX_TITLE = 1_000

/** The feeds that an account's page links to. */
export const rankFeeds = (page: Response, owner: Owner): RankedFeeds => {
  const urls = feedLinks(page)
  const titles = new Map(linksOf(page).map(({ url, title }) => [url, title]))
  const byTitle = urls.filter((url) => hasWord(titles.get(url) ?? '', owner.user))
  const areTitlesDistinct = byTitle.length < urls.length
  const isOwn = (url: string) =>
    isFront(owner.page) || isNamedBy(url, { ...owner, page: page.url }) || (areTitlesDistinct && byTitle.includes(url))
  return { own: urls.filter(isOwn), shared: urls.filter((url) => !isOwn(url)) }
}

/** If the account's page is the front page of a site, the whole site belongs to the account. */
const isFront = (page: string | undefined): boolean => page !== undefined && URL.parse(page)?.pathname === '/'

/** Whether the URL is at or below the account's page, or has the account's name in a path segment or query value. */
export const isNamedBy = (text: string, { user, page }: Owner): boolean => {
  const url = URL.parse(text)
  if (url === null) return false
  const parts = [...url.pathname.split('/'), ...url.searchParams.values()]
  return parts.some((part) => nameOf(part) === user) || (page !== undefined && isBelow(url, page))
}

/** `@name.rss` → `name`. */
const nameOf = (part: string): string =>
  part
    .toLowerCase()
    .replace(/^@|^%40/, '')
    .replace(/\.(?:rss|atom|json|xml)$/, '')

const isBelow = ({ host, pathname }: URL, page: string): boolean => {
  const top = URL.parse(page)
  const path = top?.pathname.replace(/(?<!\/)\/+$/, '') ?? ''
  if (top?.host !== host || path === '') return false
  return pathname.startsWith(path) && /^(?:[/.]|$)/.test(pathname.slice(path.length))
}

const hasWord = (title: string, word: string): boolean =>
  title
    .slice(0, MAX_TITLE)
    .toLowerCase()
    .split(/[^\p{L}\p{N}_.-]+/u)
    .includes(word)

/** The account's items of a shared feed; undefined when there are none. */
export const onlyBy = (feed: Feed, owner: Owner): Feed | undefined => {
  const items = feed.items.filter((item) => {
    const { author, base } = item.read()
    return author !== undefined && isPerson(author, base, owner)
  })
  return items.length === 0 ? undefined : { ...feed, items, nextUrl: undefined }
}

const isPerson = ({ name, url }: FeedPerson, base: string, owner: Owner): boolean => {
  const page = absoluteUrl(url, base)
  return name?.trim().toLowerCase() === owner.user || (page !== null && isNamedBy(page, owner))
}
