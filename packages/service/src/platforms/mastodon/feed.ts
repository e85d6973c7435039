// The public feed of an account whose server shows nothing else to strangers. It tells less than the API: no numbers, no
// boosts, no replies, and only the newest posts. What may be somebody else's is never taken for the account's.

import { locateActor, type Place } from '../addresses/locate-actor.ts'
import type { Ask } from '../contract/call.ts'
import { isRefused, Refused } from '../contract/refusal.ts'
import type { Feed } from '../feeds/feed.ts'
import type { FeedReading } from '../feeds/feed-reader.ts'
import { askForFeed, NO_FEED, tryFeed } from '../feeds/read-document.ts'
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
/** Where it is on servers that also name it in the profile's page, where they show that. */
const NAMED_PLACES: typeof PLACES = [
  // Hollo.
  (user) => `/@${user}/atom.xml`,
  // Pleroma and Akkoma.
  (user) => `/users/${user}/feed.atom`,
]
/** Feeds of a page that are read. */
const MOST_LINKED = 3

type Found = {
  readonly own?: Feed | undefined
  /** Feeds that others write in, too. */
  readonly shared: readonly string[]
}

const feedAt = async (ask: Ask, host: string, user: string): Promise<Found> => {
  const at = (places: typeof PLACES) => places.map((place) => `https://${host}${place(user)}`)
  const usual = await firstOwn(ask, at(PLACES), { user })
  if (usual) return { own: usual, shared: [] }
  const linked = await feedOfPage(ask, `https://${host}/@${user}`, { user })
  return { ...linked, own: linked.own ?? (await firstOwn(ask, at(NAMED_PLACES), { user })) }
}

const feedOfPage = async (ask: Ask, url: string, owner: Owner): Promise<Found> => {
  const page = await askForFeed(ask, url, NO_FEED)
  if (NO_FEED.includes(page.status)) return { shared: [] }
  const { own, shared } = rankFeeds(page, owner)
  const found = await firstFound(own.slice(0, MOST_LINKED), async (link) => {
    const feed = await tryFeed(ask, link)
    return feed && (feed.feedUrl === link || isNamedBy(feed.feedUrl, { ...owner, page: page.url })) ? feed : undefined
  })
  return { own: found, shared }
}

/** Sites lead from paths that they do not know to a feed that they have. */
const firstOwn = (ask: Ask, places: readonly string[], owner: Owner): Promise<Feed | undefined> =>
  firstFound(places, async (place) => {
    const feed = await tryFeed(ask, place)
    return feed && isNamedBy(feed.feedUrl, owner) ? feed : undefined
  })

const firstFound = async <Item, Found>(
  items: readonly Item[],
  find: (item: Item) => Promise<Found | undefined>,
): Promise<Found | undefined> => {
  for (const item of items) {
    const found = await find(item)
    if (found !== undefined) return found
  }
  return undefined
}

const findFeed = async (ask: Ask, handle: string): Promise<Feed> => {
  if (idOfHandle(handle)) throw new Refused('absent')
  const { user, host } = splitHandle(handle)
  const here = await feedAt(ask, host, user)
  if (here.own) return here.own
  const place = await placeOf(ask, { user, host })
  const there = place && (await feedThere(ask, place, { user, host }))
  if (there?.own) return there.own
  const shared = [...new Set([...(there?.shared ?? []), ...here.shared])].slice(0, MOST_LINKED)
  const owner = { user: place?.name ?? user, page: place?.page }
  const part = await firstFound(shared, async (url) => {
    const feed = await tryFeed(ask, url)
    return feed && onlyBy(feed, owner)
  })
  if (part === undefined) throw new Refused('absent')
  return part
}

const placeOf = async (ask: Ask, { user, host }: ReturnType<typeof splitHandle>): Promise<Place | undefined> => {
  try {
    return await locateActor(ask, { name: user, host })
  } catch (error) {
    if (isRefused(error)) return undefined
    throw error
  }
}

const feedThere = async (
  ask: Ask,
  { host, name, idName, page }: Place,
  here: ReturnType<typeof splitHandle>,
): Promise<Found> => {
  const user = idName ?? name
  if (host !== here.host || user !== here.user) return feedAt(ask, host, user)
  return page === undefined ? { shared: [] } : feedOfPage(ask, page, { user, page })
}

export const feed: FeedReading = {
  find: findFeed,
  wants: { media: ({ media }) => media.length > 0 },
  adapt: adaptEntry,
  profile: adaptProfile,
}
