// Whose feed it is. A page of one author links the feed of the whole site, too, and a site may lead from any path to it: a feed
// is an account's where its URL names the account, or where its title alone among the others does.

import type { Feed, FeedPerson } from '../../feeds/feed.ts'
import { feedLinks } from '../../feeds/find-feed.ts'
import { linksOf } from '../../feeds/page-links.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import type { Response } from '../../upstream/contract/call.ts'

/** Whose feed is looked for: the account's name, and its page where that is known. */
export type Owner = { readonly user: string; readonly page?: string | undefined }

export type RankedFeeds = {
  /** Those of the account, likeliest first. */
  readonly own: readonly string[]
  /** Those that may have posts of others, likeliest first. */
  readonly shared: readonly string[]
}

const MOST_TITLE = 1_000

/** The feeds that an account's page links. */
export const rankFeeds = (page: Response, owner: Owner): RankedFeeds => {
  const urls = feedLinks(page)
  const titles = new Map(linksOf(page).map(({ url, title }) => [url, title]))
  const byTitle = urls.filter((url) => holdsWord(titles.get(url) ?? '', owner.user))
  const isTelling = byTitle.length < urls.length
  const isOwn = (url: string) =>
    isFront(owner.page) || isNamedBy(url, { ...owner, page: page.url }) || (isTelling && byTitle.includes(url))
  return { own: urls.filter(isOwn), shared: urls.filter((url) => !isOwn(url)) }
}

/** Whether the account's page, as its domain names it, is a whole site: then all of the site is the account's. */
const isFront = (page: string | undefined): boolean => page !== undefined && URL.parse(page)?.pathname === '/'

/** Whether a URL is that of the account's page, below it, or has the account's name as one of its parts. */
export const isNamedBy = (address: string, { user, page }: Owner): boolean => {
  const url = URL.parse(address)
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

const holdsWord = (title: string, word: string): boolean =>
  title
    .slice(0, MOST_TITLE)
    .toLowerCase()
    .split(/[^\p{L}\p{N}_.-]+/u)
    .includes(word)

/** What of a shared feed is the account's; undefined when it is nothing. */
export const onlyBy = (feed: Feed, owner: Owner): Feed | undefined => {
  const items = feed.items.filter((item) => {
    const { author, base } = item.read()
    return author !== undefined && isPerson(author, base, owner)
  })
  return items.length === 0 ? undefined : { ...feed, items, nextUrl: undefined }
}

const isPerson = ({ name, url }: FeedPerson, base: string, owner: Owner): boolean => {
  const address = absoluteUrl(url, base)
  return name?.trim().toLowerCase() === owner.user || (address !== null && isNamedBy(address, owner))
}
