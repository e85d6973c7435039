// Reads a feed as a source: one document, and the documents that it links to as next.

import { lookUp } from '../parsing/look-up.ts'
import type { PlatformPost, PlatformProfile } from '../post/post.ts'
import type { Send } from '../upstream/contract/call.ts'
import { Refused } from '../upstream/contract/refusal.ts'
import type { Account, Source } from '../upstream/contract/source.ts'
import { type Batch, walk } from '../upstream/paging/walk.ts'
import { walkUnsorted } from '../upstream/paging/walk-unsorted.ts'
import type { Feed } from './feed.ts'
import { type FeedHabits, type FeedPost, mapFeedPosts, mapFeedProfile } from './map-feed.ts'
import { firstFeed, readFeed, readFurther } from './read-document.ts'

/** How to read a platform's feed. */
export type FeedReading = FeedHabits & {
  /** Resolves the handle to the one that identifies the feed; the requested handle when absent. */
  readonly known?: (send: Send, handle: string) => Promise<string>
  /** The URLs to try, the most likely first; undefined when the handle has none. */
  readonly address?: (handle: string, variant: string) => string | readonly string[] | undefined
  /** Finds the feed when the handle alone does not determine its URL. */
  readonly find?: (send: Send, handle: string) => Promise<Feed>
  /** Variant → the filter of its posts, when the document contains all. */
  readonly wants?: Readonly<Record<string, (post: PlatformPost) => boolean>>
  /** Whether the order of the feed is not that of time: a playlist's, or a ranking. */
  readonly keepsOrder?: (handle: string, variant: string) => boolean
  /** The account's id and handle, from the feed; the handle when absent. */
  readonly identify?: (feed: Feed, handle: string) => Pick<Account, 'id' | 'handle'>
  /** Adds what the platform knows about the profile. */
  readonly profile?: (profile: PlatformProfile, handle: string) => PlatformProfile
  /** Adds what the platform knows about a post; null leaves it out. */
  readonly adapt?: (
    post: PlatformPost,
    about: { readonly handle: string; readonly profile: PlatformProfile },
  ) => PlatformPost | null
}

export const createFeedReader = (reading: FeedReading): Pick<Source, 'account' | 'posts'> => {
  const { wants = {}, identify, adapt = (post) => post, profile = (mapped) => mapped } = reading
  const { known = async (_, handle) => handle } = reading

  const read = async (send: Send, handle: string, variant: string): Promise<Feed> => {
    if (reading.find) return reading.find(send, handle)
    const urls = [reading.address?.(handle, variant) ?? []].flat()
    if (urls.length === 1 && urls[0] !== undefined) return readFeed(send, urls[0])
    const feed = await firstFeed(send, urls)
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
      const isUnsorted = reading.keepsOrder?.(handle, variant) === true
      const common = {
        after,
        limit,
        read: async (at: string | undefined) =>
          batchOf(at === undefined ? first : await readFurther(send, at), reading, isUnsorted),
        keyOf: ({ id }: FeedPost) => id,
        textsOf: (post: FeedPost) => post.texts(),
        map: (post: FeedPost) => adapt(post.map(), about),
        ...(wanted && { wants: wanted }),
      }
      return isUnsorted
        ? walkUnsorted(common)
        : walk({ ...common, anchor: 'count', timeOf: ({ publishedAt }) => publishedAt })
    },
  }
}

const batchOf = (feed: Feed | undefined, habits: FeedHabits, keepsOrder: boolean): Batch<FeedPost> => ({
  items: feed ? mapFeedPosts(feed, habits, keepsOrder) : [],
  next: feed?.nextUrl,
})
