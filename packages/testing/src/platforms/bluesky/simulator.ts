// Simulates Bluesky's public AppView without a login: time cursors, pins, reasons, and status 400 for every error. For
// tests and benchmarks only.

import type { JsonObject } from '@central-api/service/parsing/json-value.ts'
import { lastPart, oembedOf } from '../suite/simulated-oembed.ts'
import { type SimulatedResponse, type Simulator, startUpstream } from '../suite/simulator.ts'
import {
  type FeedItem,
  GARDEN,
  GARDEN_DID,
  nthItem,
  profileView,
  QUIET,
  sortTimeOf,
  uriOfNth,
} from './simulated-feed.ts'
import { simulatePlaces } from './simulated-places.ts'

export type BlueskySimulator = Simulator & {
  readonly queries: readonly URL[]
  /** Current post ids of filters, without regard to pins. */
  idsOf(...filters: readonly (keyof typeof FILTERS)[]): readonly string[]
  pin(uri: string | null): void
  /** Current post ids of the feed and of the list. */
  feedIds(): readonly string[]
  listIds(): readonly string[]
}

const refusal = (error: string, message: string): SimulatedResponse => ({ status: 400, body: { error, message } })
const PROFILE_NOT_FOUND = refusal('InvalidRequest', 'Profile not found')

/** Whether an own post has such an embed, also next to a quote. */
const hasEmbed = ({ post, reason }: FeedItem, pattern: RegExp) => {
  const embed = (post.embed ?? {}) as JsonObject
  return reason === undefined && pattern.test(String((embed.media as JsonObject | undefined)?.$type ?? embed.$type))
}

const FILTERS = {
  posts_with_replies: () => true,
  posts_no_replies: ({ reply, reason }: FeedItem) => reply === undefined || reason !== undefined,
  // Only images, despite its name.
  posts_with_media: (item: FeedItem) => hasEmbed(item, /\.(?:images|gallery)#/),
  posts_with_video: (item: FeedItem) => hasEmbed(item, /\.video#/),
} as const

/** An old post, so that the pin is far behind the first page. */
const PINNED = uriOfNth(5)

const isQuiet = ({ post }: FeedItem) => (post.author as JsonObject).did === QUIET.did
const idOf = ({ post, reason }: FeedItem): string =>
  reason === undefined ? post.uri : String(reason.uri ?? `${post.uri}#${GARDEN_DID}`)

export const startBluesky = async (): Promise<BlueskySimulator> => {
  const queries: URL[] = []
  const items = Array.from({ length: 80 }, (_, index) => nthItem(index)).reverse()
  let pinned: string | null = PINNED

  const getAuthorFeed = (query: URLSearchParams): SimulatedResponse => {
    const actor = query.get('actor') ?? ''
    const limit = Number(query.get('limit') ?? '50')
    const filter = FILTERS[(query.get('filter') ?? 'posts_with_replies') as keyof typeof FILTERS]
    if (filter === undefined || limit < 1 || limit > 100) return refusal('InvalidRequest', 'Invalid params')
    if ([QUIET.did, QUIET.handle].includes(actor)) return { body: { feed: [], cursor: undefined } }
    if (![GARDEN.did, GARDEN.handle].includes(actor)) return PROFILE_NOT_FOUND
    const cursor = query.get('cursor')
    // A cursor of an older version is treated as unknown, which is not an error.
    if (cursor?.includes('::')) return { body: { feed: [] } }
    const found = items.filter((item) => filter(item) && (cursor === null || sortTimeOf(item) < cursor)).slice(0, limit)
    const last = found.at(-1)
    const pin = items.find(({ post, reason }) => post.uri === pinned && reason === undefined)
    const isPinned = cursor === null && query.get('includePins') === 'true' && pin !== undefined
    const rest = found.filter(({ post }) => !isPinned || post.uri !== pinned)
    const feed = isPinned ? [{ ...pin, reason: { $type: 'app.bsky.feed.defs#reasonPin' } }, ...rest] : rest
    return { body: { feed, ...(last && { cursor: sortTimeOf(last) }) } }
  }

  const places = simulatePlaces(() => items)

  const METHODS: Readonly<Record<string, (query: URLSearchParams) => SimulatedResponse>> = {
    ...places.methods,
    'app.bsky.actor.getProfile': (query) => getProfile(query.get('actor') ?? '', pinned),
    'app.bsky.feed.getAuthorFeed': getAuthorFeed,
    'app.bsky.feed.getPosts': (query) => {
      const uris = query.getAll('uris')
      const posts = items
        .filter(({ post, reason }) => reason === undefined && uris.includes(post.uri))
        .map(({ post }) => post)
      const quiet = uris
        .filter((uri) => uri.includes(String(QUIET.did)))
        .map((uri) => ({ uri, author: QUIET, record: {} }))
      return { body: { posts: [...posts, ...quiet] } }
    },
    'com.atproto.identity.resolveHandle': (query) => {
      const account = [GARDEN, QUIET].find(({ handle }) => handle === query.get('handle'))
      return account ? { body: { did: account.did } } : refusal('InvalidRequest', 'Unable to resolve handle')
    },
  }

  const embed = (url: URL): SimulatedResponse =>
    oembedOf({
      url,
      provider: { name: 'Bluesky Social', url: 'https://bsky.app' },
      type: 'rich',
      isThere: (url) =>
        items.some(({ post, reason }) => reason === undefined && post.uri.endsWith(`/${lastPart(url)}`)),
      missing: { status: 404, body: 'Post not found' },
    })

  const upstream = await startUpstream(({ url, host }) => {
    if (host === 'embed.bsky.app') return url.pathname === '/oembed' ? embed(url) : { status: 404, body: '' }
    queries.push(url)
    const response = METHODS[url.pathname.replace('/xrpc/', '')]?.(url.searchParams)
    const headers = {
      'ratelimit-limit': '3000',
      'ratelimit-remaining': '2999',
      'ratelimit-reset': '1785591930',
      'ratelimit-policy': '3000;w=300',
    }
    return response
      ? { ...response, headers }
      : { status: 501, body: { error: 'MethodNotImplemented', message: 'Method Not Implemented' } }
  })

  const idsOf = (...filters: readonly (keyof typeof FILTERS)[]) =>
    items.filter((item) => filters.some((filter) => FILTERS[filter](item)) && !isQuiet(item)).map(idOf)
  return {
    ...upstream,
    handle: 'garden.bsky.social',
    missing: 'nobody.bsky.social',
    hidden: 'quiet.bsky.social',
    queries,
    idsOf,
    feedIds: places.feedIds,
    listIds: places.listIds,
    ids() {
      const ids = idsOf('posts_no_replies')
      return pinned === null ? ids : [pinned, ...ids.filter((id) => id !== pinned)]
    },
    pin(uri) {
      pinned = uri
    },
    publish(count) {
      for (let more = 0; more < count; more += 1) items.unshift(nthItem(items.length))
    },
  }
}

const getProfile = (actor: string, pinnedUri: string | null): SimulatedResponse => {
  if ([GARDEN.did, GARDEN.handle].includes(actor)) return { body: profileView(GARDEN, pinnedUri) }
  if ([QUIET.did, QUIET.handle].includes(actor)) return { body: profileView(QUIET, null) }
  return SPECIAL_PROFILES[actor] ?? PROFILE_NOT_FOUND
}

const SPECIAL_PROFILES: Readonly<Record<string, SimulatedResponse>> = {
  'banned.bsky.social': refusal('AccountTakedown', 'Account has been suspended'),
  'left.bsky.social': refusal('AccountDeactivated', 'Account is deactivated'),
}
