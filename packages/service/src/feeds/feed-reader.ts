// Reads a feed as a source: the first document, and the pages it links to.

import { lookUp } from '../parsing/look-up.ts'
import type { PlatformPost, Profile } from '../post/post.ts'
import type { Send } from '../upstream/contract/call.ts'
import { Refused } from '../upstream/contract/refusal.ts'
import type { Account, Source } from '../upstream/contract/source.ts'
import { type Batch, walk } from '../upstream/paging/walk.ts'
import type { Feed } from './feed.ts'
import { type FeedHabits, type FeedPost, mapFeedPosts, mapFeedProfile } from './map-feed.ts'
import { firstFeed, readFeed, readFurther } from './read-document.ts'

/** How the feeds of a platform are read. */
export type FeedReading = FeedHabits & {
  /** The canonical handle of the feed; the requested one by default. */
  readonly known?: (send: Send, handle: string) => Promise<string>
  /** URLs of the feed, the most likely first; undefined if the handle has none. */
  readonly address?: (handle: string, variant: string) => string | readonly string[] | undefined
  /** Finds the feed, if its URL does not follow from the handle. */
  readonly find?: (send: Send, handle: string) => Promise<Feed>
  /** The posts of a variant, if the document does not select them. */
  readonly wants?: Readonly<Record<string, (post: PlatformPost) => boolean>>
  /** The account of the feed, if the feed names it; the handle by default. */
  readonly identify?: (feed: Feed, handle: string) => Pick<Account, 'id' | 'handle'>
  /** What the platform knows in addition about the profile. */
  readonly profile?: (profile: Profile, handle: string) => Profile
  /** What the platform knows in addition about a post; null to drop it. */
  readonly adapt?: (
    post: PlatformPost,
    about: { readonly handle: string; readonly profile: Profile },
  ) => PlatformPost | null
}

export const createFeedReader = (reading: FeedReading): Pick<Source, 'account' | 'posts'> => {
  const { wants = {}, identify, adapt = (post) => post, profile = (reported) => reported } = reading
  const { known = async (_, handle) => handle } = reading

  const read = async (send: Send, handle: string, variant: string): Promise<Feed> => {
    if (reading.find) return reading.find(send, handle)
    const places = [reading.address?.(handle, variant) ?? []].flat()
    if (places.length === 1 && places[0] !== undefined) return readFeed(send, places[0])
    const feed = await firstFeed(send, places)
    if (feed === undefined) throw new Refused('absent', { evidence: 'status' })
    return feed
  }

  const profileOf = (feed: Feed, handle: string) => profile(mapFeedProfile(feed, handle), handle)

  return {
    async account({ send, handle: requested }) {
      const handle = await known(send, requested)
      const feed = await read(send, handle, 'posts')
      return { id: handle, ...identify?.(feed, handle), profile: profileOf(feed, handle), keep: undefined }
    },
    async posts({ send, handle: requested, variant, after, limit }) {
      const handle = await known(send, requested)
      const first = await read(send, handle, variant)
      const about = { handle, profile: profileOf(first, handle) }
      const wanted = lookUp(wants, variant)
      return walk<FeedPost>({
        after,
        limit,
        anchor: 'count',
        read: async (at) => batchOf(at === undefined ? first : await readFurther(send, at), reading),
        keyOf: ({ id }) => id,
        timeOf: ({ publishedAt }) => publishedAt,
        textsOf: (post) => post.texts(),
        map: (post) => adapt(post.map(), about),
        ...(wanted && { wants: wanted }),
      })
    },
  }
}

const batchOf = (feed: Feed | undefined, habits: FeedHabits): Batch<FeedPost> => ({
  items: feed ? mapFeedPosts(feed, habits) : [],
  next: feed?.nextUrl,
})
