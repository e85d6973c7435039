// The public feed of an account, for servers whose API requires a login. It has only the newest posts, without counts,
// boosts and replies. Never takes posts of other accounts for the account's own.

import type { Feed } from '../../feeds/feed.ts'
import type { FeedReading } from '../../feeds/feed-reader.ts'
import { NO_FEED, requestForFeed, tryFeed } from '../../feeds/read-document.ts'
import type { Response, Send } from '../../upstream/contract/call.ts'
import { isRefused, Refused } from '../../upstream/contract/refusal.ts'
import { locateActor, type Place } from '../../urls/locate-actor.ts'
import { adaptEntry, adaptProfile } from './adapt-entry.ts'
import { idOfHandle, splitHandle } from './canonicalize-handle.ts'
import { isNamedBy, type Owner, onlyBy, rankFeeds } from './own-feeds.ts'

const PLACES: readonly ((user: string) => string)[] = [
  (user) => `/@${user}.rss`,
  // https://docs.gotosocial.org/en/latest/user_guide/settings/#enable-rss-feed-of-public-posts
  (user) => `/@${user}/feed.rss`,
  // Pixelfed.
  (user) => `/users/${user}.atom`,
]
/** Servers that also link the feed in the profile page, if they show that page to guests. */
const NAMED_PLACES: typeof PLACES = [
  // Hollo.
  (user) => `/@${user}/atom.xml`,
  // Pleroma and Akkoma.
  (user) => `/users/${user}/feed.atom`,
]
/** Feeds to try per page. */
const MAX_LINKED = 3

type Found = {
  readonly own?: Feed | undefined
  /** Feeds that may contain posts of other accounts. */
  readonly shared: readonly string[]
}

/** A search of places that may have the feed. */
type Search = {
  /** The first result that is not undefined. */
  first<Item, Found>(
    items: readonly Item[],
    find: (item: Item) => Promise<Found | undefined>,
  ): Promise<Found | undefined>
  /** Why no feed was found: the first error, if there was one. */
  refusal(): Refused
}

const startSearch = (): Search => {
  let problem: Refused | undefined
  return {
    async first(items, find) {
      for (const item of items) {
        try {
          const found = await find(item)
          if (found !== undefined) return found
        } catch (error) {
          // Many servers return their front page or an error for an unknown path.
          if (!isRefused(error, 'broken')) throw error
          problem ??= error
        }
      }
      return undefined
    },
    refusal: () => problem ?? new Refused('absent', { evidence: 'status' }),
  }
}

const feedAt = async (send: Send, search: Search, host: string, user: string): Promise<Found> => {
  const at = (places: typeof PLACES) => places.map((place) => `https://${host}${place(user)}`)
  const usual = await firstOwn(send, search, at(PLACES), { user })
  if (usual) return { own: usual, shared: [] }
  const linked = await feedOfPage(send, search, `https://${host}/@${user}`, { user })
  return { ...linked, own: linked.own ?? (await firstOwn(send, search, at(NAMED_PLACES), { user })) }
}

const feedOfPage = async (send: Send, search: Search, url: string, owner: Owner): Promise<Found> => {
  const page = await pageAt(send, url)
  if (page === undefined) return { shared: [] }
  const { own, shared } = rankFeeds(page, owner)
  const found = await search.first(own.slice(0, MAX_LINKED), async (link) => {
    const feed = await tryFeed(send, link)
    return feed && (feed.feedUrl === link || isNamedBy(feed.feedUrl, { ...owner, page: page.url })) ? feed : undefined
  })
  return { own: found, shared }
}

/** Returns undefined when the server does not show the page. */
const pageAt = async (send: Send, url: string): Promise<Response | undefined> => {
  try {
    const page = await requestForFeed(send, url, NO_FEED)
    return NO_FEED.includes(page.status) ? undefined : page
  } catch (error) {
    if (isRefused(error, 'broken')) return undefined
    throw error
  }
}

/** Checks the final URL, because sites redirect unknown paths to another feed. */
const firstOwn = (send: Send, search: Search, places: readonly string[], owner: Owner): Promise<Feed | undefined> =>
  search.first(places, async (place) => {
    const feed = await tryFeed(send, place)
    return feed && isNamedBy(feed.feedUrl, owner) ? feed : undefined
  })

const findFeed = async (send: Send, handle: string): Promise<Feed> => {
  if (idOfHandle(handle)) throw new Refused('absent')
  const { user, host } = splitHandle(handle)
  const search = startSearch()
  const here = await feedAt(send, search, host, user)
  if (here.own) return here.own
  const place = await placeOf(send, { user, host })
  const there = place && (await feedThere(send, search, place, { user, host }))
  if (there?.own) return there.own
  const shared = [...new Set([...(there?.shared ?? []), ...here.shared])].slice(0, MAX_LINKED)
  const owner = { user: place?.name ?? user, page: place?.page }
  const part = await search.first(shared, async (url) => {
    const feed = await tryFeed(send, url)
    return feed && onlyBy(feed, owner)
  })
  if (part === undefined) throw search.refusal()
  return part
}

const placeOf = async (send: Send, { user, host }: ReturnType<typeof splitHandle>): Promise<Place | undefined> => {
  try {
    return await locateActor(send, { name: user, host })
  } catch (error) {
    if (isRefused(error)) return undefined
    throw error
  }
}

const feedThere = async (
  send: Send,
  search: Search,
  { host, name, idName, page }: Place,
  here: ReturnType<typeof splitHandle>,
): Promise<Found> => {
  const user = idName ?? name
  if (host !== here.host || user !== here.user) return feedAt(send, search, host, user)
  return page === undefined ? { shared: [] } : feedOfPage(send, search, page, { user, page })
}

export const feed: FeedReading = {
  find: findFeed,
  wants: { media: ({ media }) => media.length > 0 },
  adapt: adaptEntry,
  profile: adaptProfile,
}
