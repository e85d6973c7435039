// The simulated AppView's feeds, lists and starter packs, all made by the garden: one of each with posts, one that a
// server of its own does not serve, and a list of accounts to mute.

import type { JsonObject } from '@central-api/service/parsing/json-value.ts'
import type { SimulatedResponse } from '../suite/simulator.ts'
import { type FeedItem, GARDEN, GARDEN_DID, QUIET, SEED, sortTimeOf } from './simulated-feed.ts'

const refusal = (message: string): SimulatedResponse => ({ status: 400, body: { error: 'InvalidRequest', message } })
const uriOf = (collection: string, key: string) => `at://${GARDEN_DID}/${collection}/${key}`
const FEED = uriOf('app.bsky.feed.generator', 'whats-hot')
const BROKEN_FEED = uriOf('app.bsky.feed.generator', 'down')
const CLOSED_FEED = uriOf('app.bsky.feed.generator', 'members')
const LIST = uriOf('app.bsky.graph.list', '3kabc')
const MODERATION = uriOf('app.bsky.graph.list', '3kmute')
const PACK = uriOf('app.bsky.graph.starterpack', '3kpack')
const PACK_LIST = uriOf('app.bsky.graph.list', '3kpacklist')

const feedView = (uri: string, isOnline: boolean): JsonObject => ({
  view: {
    ...{ uri, cid: 'bafyreifeed', did: 'did:web:feeds.example.com', creator: GARDEN, labels: [] },
    ...{ displayName: 'What’s growing', description: 'Ranked by\nheight & <b>bloom</b>', likeCount: 12 },
    ...{ avatar: 'https://cdn.bsky.app/img/avatar/plain/feed', indexedAt: '2024-02-01T00:00:00.000Z' },
  },
  ...{ isOnline, isValid: true },
})

const listView = (uri: string, purpose: string): JsonObject => ({
  list: {
    ...{ uri, cid: 'bafyreilist', creator: GARDEN, labels: [], purpose: `app.bsky.graph.defs#${purpose}` },
    ...{ name: 'Gardeners', description: 'People who garden', listItemCount: 2 },
    ...{ avatar: 'https://cdn.bsky.app/img/avatar/plain/list', indexedAt: '2024-02-01T00:00:00.000Z' },
  },
  items: [],
})

const packView = (): JsonObject => ({
  starterPack: {
    ...{ uri: PACK, cid: 'bafyreipack', creator: GARDEN, labels: [], joinedAllTimeCount: 7, joinedWeekCount: 1 },
    record: {
      $type: 'app.bsky.graph.starterpack',
      ...{ name: 'Start a garden', description: 'Who to follow first', list: PACK_LIST },
      createdAt: '2024-07-01T00:00:00.000Z',
    },
    list: { uri: PACK_LIST, name: 'Start a garden', purpose: 'app.bsky.graph.defs#referencelist', listItemCount: 3 },
    indexedAt: '2024-07-01T00:00:01.000Z',
  },
})

const isQuiet = ({ post }: FeedItem) => (post.author as JsonObject).did === QUIET.did
export const placeIdOf = ({ post, reason }: FeedItem): string =>
  reason === undefined ? post.uri : String(reason.uri ?? `${post.uri}#${GARDEN_DID}`)

/** Every third post is of another author. */
const byTwo = (item: FeedItem, index: number): FeedItem =>
  index % 3 === 0 && item.reason === undefined && !isQuiet(item)
    ? { ...item, post: { ...item.post, author: SEED } }
    : item

const numberOf = ({ post }: FeedItem): number => Number(/\d+/.exec(post.uri.split('/').at(-1) ?? '')?.[0] ?? 0)

/** `items`: the current ones, newest first. */
export const simulatePlaces = (items: () => readonly FeedItem[]) => {
  const listed = () => items().map(byTwo)
  const ranked = () => listed().toSorted((one, other) => ((numberOf(one) * 37) % 101) - ((numberOf(other) * 37) % 101))

  /** The cursor counts, and each batch begins with the last item of the batch before. */
  const getFeed = (query: URLSearchParams): SimulatedResponse => {
    const feed = query.get('feed')
    if (feed === BROKEN_FEED)
      return { status: 502, body: { error: 'InvalidFeedResponse', message: 'feed unavailable' } }
    if (feed === CLOSED_FEED)
      return { status: 401, body: { error: 'AuthenticationRequired', message: 'Authentication required' } }
    if (feed !== FEED) return refusal('could not find feed')
    const from = Number(query.get('cursor') ?? '0')
    const limit = Number(query.get('limit') ?? '50')
    const all = ranked()
    const end = from + limit
    return { body: { feed: all.slice(Math.max(0, from - 1), end), ...(end < all.length && { cursor: String(end) }) } }
  }

  const getListFeed = (query: URLSearchParams): SimulatedResponse => {
    if (![LIST, PACK_LIST].includes(query.get('list') ?? '')) return refusal('List not found')
    const cursor = query.get('cursor')
    const found = listed()
      .filter((item) => cursor === null || sortTimeOf(item) < cursor)
      .slice(0, Number(query.get('limit') ?? '50'))
    const last = found.at(-1)
    return { body: { feed: found, ...(last && { cursor: sortTimeOf(last) }) } }
  }

  const methods: Readonly<Record<string, (query: URLSearchParams) => SimulatedResponse>> = {
    'app.bsky.feed.getFeedGenerator': (query) => {
      const feed = query.get('feed') ?? ''
      const isKnown = [FEED, BROKEN_FEED, CLOSED_FEED].includes(feed)
      return isKnown ? { body: feedView(feed, feed !== BROKEN_FEED) } : refusal('could not find feed')
    },
    'app.bsky.feed.getFeed': getFeed,
    'app.bsky.graph.getList': (query) => {
      const list = query.get('list') ?? ''
      if (list === MODERATION) return { body: listView(list, 'modlist') }
      return list === LIST ? { body: listView(list, 'curatelist') } : refusal('List not found')
    },
    'app.bsky.feed.getListFeed': getListFeed,
    'app.bsky.graph.getStarterPack': (query) =>
      query.get('starterPack') === PACK ? { body: packView() } : refusal('Starter pack not found'),
  }
  return {
    methods,
    listIds: () =>
      listed()
        .filter((item) => !isQuiet(item))
        .map(placeIdOf),
    feedIds: () => [
      ...new Set(
        ranked()
          .filter((item) => !isQuiet(item))
          .map(placeIdOf),
      ),
    ],
  }
}
