// A source that is a feed: one document, and those that it names behind it. It tells less than an API, and only the newest.

import { lookUp } from '../../parsing/look-up.ts'
import type { WalkOptions } from '../../post/markup/walk-html.ts'
import type { PlatformPost, Profile } from '../../post/post.ts'
import type { Ask } from '../contract/call.ts'
import { isRefused, Refused } from '../contract/refusal.ts'
import type { Account, Source } from '../contract/source.ts'
import { type Batch, walk } from '../paging/walk.ts'
import type { Feed } from './feed.ts'
import { sourceOf } from './feed-text.ts'
import { type FeedPost, mapFeedPosts, mapFeedProfile } from './map-feed.ts'
import { firstFeed, readFeed, readFurther } from './read-document.ts'

export type FeedSource = {
  /** Where the feed may be, the likeliest first; undefined where the handle has none. */
  readonly address?: (handle: string, variant: string) => string | readonly string[] | undefined
  /** Finds the feed, where the handle alone does not tell its address. */
  readonly find?: (ask: Ask, handle: string) => Promise<Feed>
  /** Those that it serves; all when absent. */
  readonly variants?: readonly string[]
  /** Which posts a variant means, where the document does not say. */
  readonly wants?: Readonly<Record<string, (post: PlatformPost) => boolean>>
  readonly refusals?: Source['refusals']
  readonly accountFreshSeconds?: number
  /** What of a post's HTML is no part of it: buttons, forms. */
  readonly skips?: WalkOptions['skips']
  /** Titles are text and never markup: what looks like a tag in one is part of it. */
  readonly hasPlainTitles?: boolean
  /** Who it is, where the feed tells; the handle when absent. */
  readonly identify?: (feed: Feed, handle: string) => Pick<Account, 'id' | 'handle'>
  /** What the platform knows of the profile besides. */
  readonly profile?: (profile: Profile, handle: string) => Profile
  /** What the platform knows of a post besides; null where it is not to be shown. */
  readonly adapt?: (
    post: PlatformPost,
    about: { readonly handle: string; readonly profile: Profile },
  ) => PlatformPost | null
  /** What it means that there is no feed: `absent` when not given. */
  readonly ifNone?: () => Refused
}

export const feedSource = (definition: FeedSource): Source<unknown> => {
  const { variants, refusals, wants = {}, identify, adapt = (post) => post, profile = (told) => told } = definition
  const { ifNone = () => new Refused('absent') } = definition

  const read = async (ask: Ask, handle: string, variant: string): Promise<Feed> => {
    if (definition.find) return definition.find(ask, handle)
    const places = [definition.address?.(handle, variant) ?? []].flat()
    if (places.length === 1 && places[0] !== undefined) return readFeed(ask, places[0])
    const feed = await firstFeed(ask, places)
    if (feed === undefined) throw ifNone()
    return feed
  }

  const profileOf = (feed: Feed, handle: string) => profile(mapFeedProfile(feed, handle), handle)

  return {
    id: 'feed',
    provenance: 'feed',
    ...(variants && { variants }),
    ...(refusals && { refusals }),
    ...(definition.accountFreshSeconds !== undefined && { accountFreshSeconds: definition.accountFreshSeconds }),
    async account({ ask, handle }) {
      const feed = await read(ask, handle, 'posts').catch((error: unknown) => {
        throw definition.ifNone && isRefused(error, 'absent') ? ifNone() : error
      })
      return { id: handle, ...identify?.(feed, handle), profile: profileOf(feed, handle), keep: undefined }
    },
    async posts({ ask, handle, variant, after, limit }) {
      const first = await read(ask, handle, variant)
      const about = { handle, profile: profileOf(first, handle) }
      const wanted = lookUp(wants, variant)
      return walk<FeedPost>({
        after,
        limit,
        anchor: 'count',
        read: async (at) => batchOf(at === undefined ? first : await readFurther(ask, at), definition),
        keyOf: ({ id }) => id,
        timeOf: ({ publishedAt }) => publishedAt,
        textsOf: ({ texts }) => texts(),
        map: (post) => adapt(post.map(), about),
        ...(wanted && { wants: wanted }),
      })
    },
  }
}

const batchOf = (feed: Feed | undefined, { skips, hasPlainTitles }: FeedSource): Batch<FeedPost> => ({
  items: feed ? mapFeedPosts(hasPlainTitles ? withPlainTitles(feed) : feed, skips) : [],
  next: feed?.nextUrl,
})

const withPlainTitles = (feed: Feed): Feed => ({
  ...feed,
  items: feed.items.map((item) => ({
    ...item,
    read() {
      const content = item.read()
      return { ...content, title: content.title && { plain: sourceOf(content.title) } }
    },
  })),
})
