// The data of the simulated AppView: views of the lexicons, including all that could break a mapping.

import type { JsonObject } from '@central-api/service/parsing/json-value.ts'

export const GARDEN_DID = 'did:plc:gardengardengardengarden'
export const SEED_DID = 'did:plc:seedseedseedseedseedseed'
const QUIET_DID = 'did:plc:quietquietquietquietquie'
const CDN = 'https://cdn.bsky.app/img'

export type FeedItem = {
  readonly post: JsonObject & { readonly uri: string }
  readonly reason?: JsonObject
  readonly reply?: JsonObject
}

export const authorView = (did: string, handle: string, labels: readonly JsonObject[] = []): JsonObject => ({
  did,
  handle,
  displayName: 'Garden 🌱',
  avatar: `${CDN}/avatar/plain/${did}/a@jpeg`,
  labels,
  createdAt: '2023-05-01T00:00:00.000Z',
})

export const GARDEN = authorView(GARDEN_DID, 'garden.bsky.social')
export const SEED = authorView(SEED_DID, 'seed.example.com')
const MEMBERS_ONLY: JsonObject = {
  src: QUIET_DID,
  uri: QUIET_DID,
  val: '!no-unauthenticated',
  cts: '2024-01-01T00:00:00Z',
}
export const QUIET = authorView(QUIET_DID, 'quiet.bsky.social', [MEMBERS_ONLY])

export const profileView = (author: JsonObject, pinnedUri: string | null): JsonObject => ({
  ...author,
  description: 'Plants & <soil>\nhttps://garden.example.com/a?b=c&d',
  banner: `${CDN}/banner/plain/b@jpeg`,
  followersCount: 1234,
  followsCount: 0,
  postsCount: 77,
  indexedAt: '2024-01-01T00:00:00.000Z',
  ...(pinnedUri !== null && { pinnedPost: { uri: pinnedUri, cid: 'bafyreipinned' } }),
  verification: { verifications: [], verifiedStatus: 'valid', trustedVerifierStatus: 'none' },
})

export const postView = (
  author: JsonObject,
  key: string,
  createdAt: string,
  more: { record?: JsonObject } & JsonObject = {},
) => ({
  cid: `bafyrei${key}`,
  author,
  replyCount: 3,
  repostCount: 1,
  likeCount: 2,
  quoteCount: 4,
  bookmarkCount: 5,
  indexedAt: new Date(Date.parse(createdAt) + 500).toISOString(),
  labels: [],
  ...more,
  uri: `at://${String(author.did)}/app.bsky.feed.post/${key}`,
  record: { $type: 'app.bsky.feed.post', text: 'Plain', langs: ['en'], createdAt, ...more.record },
})

export const image = (name: string, more: JsonObject = {}): JsonObject => ({
  thumb: `${CDN}/feed_thumbnail/${name}`,
  fullsize: `${CDN}/feed_fullsize/${name}`,
  alt: '',
  aspectRatio: { width: 1600, height: 900 },
  ...more,
})

const galleryItem = (name: string): JsonObject => {
  const { thumb, ...rest } = image(name)
  return { $type: 'app.bsky.embed.gallery#viewImage', ...rest, thumbnail: thumb }
}

export const quoteView = (more: JsonObject = {}): JsonObject => ({
  $type: 'app.bsky.embed.record#viewRecord',
  uri: `at://${SEED_DID}/app.bsky.feed.post/3quoted`,
  cid: 'bafyreiquoted',
  author: SEED,
  value: { text: 'Quoted', createdAt: '2025-01-01T00:00:00Z' },
  labels: [],
  indexedAt: '2025-01-01T00:00:00Z',
  ...more,
})

/** By name, for tests. */
export const EMBEDS = {
  images: { $type: 'app.bsky.embed.images#view', images: [image('bee', { alt: 'A bee 🐝' })] },
  gallery: { $type: 'app.bsky.embed.gallery#view', items: [galleryItem('a'), galleryItem('b'), galleryItem('c')] },
  video: {
    $type: 'app.bsky.embed.video#view',
    cid: 'bafkreivideo',
    playlist: 'https://video.bsky.app/watch/x/playlist.m3u8',
    thumbnail: 'https://video.bsky.app/watch/x/thumbnail.jpg',
    alt: 'Rain',
    aspectRatio: { width: 9, height: 16 },
  },
  external: {
    $type: 'app.bsky.embed.external#view',
    external: { uri: 'https://news.example.com/a', title: 'News &', description: '', thumb: `${CDN}/t` },
  },
  record: { $type: 'app.bsky.embed.record#view', record: quoteView() },
  recordWithMedia: {
    $type: 'app.bsky.embed.recordWithMedia#view',
    record: { $type: 'app.bsky.embed.record#view', record: quoteView() },
    media: { $type: 'app.bsky.embed.images#view', images: [image('bee')] },
  },
  videoWithQuote: {
    $type: 'app.bsky.embed.recordWithMedia#view',
    record: { $type: 'app.bsky.embed.record#view', record: quoteView() },
    media: {
      $type: 'app.bsky.embed.video#view',
      cid: 'bafkreivideo',
      playlist: 'https://video.bsky.app/watch/y/playlist.m3u8',
    },
  },
  gif: {
    $type: 'app.bsky.embed.external#view',
    external: {
      uri: 'https://media.tenor.com/abcAAAAC/cat.gif?hh=280&ww=498',
      title: 'Cat',
      description: 'Alt: A cat that waves',
      thumb: `${CDN}/t`,
    },
  },
  starterPack: {
    $type: 'app.bsky.embed.record#view',
    record: {
      $type: 'app.bsky.graph.defs#starterPackViewBasic',
      uri: `at://${SEED_DID}/app.bsky.graph.starterpack/3pack`,
      cid: 'bafyreipack',
      record: {
        $type: 'app.bsky.graph.starterpack',
        name: 'Bees & more',
        description: 'Whom to follow',
        list: `at://${SEED_DID}/app.bsky.graph.list/3list`,
        createdAt: '2025-01-01T00:00:00Z',
      },
      creator: SEED,
      listItemCount: 7,
      indexedAt: '2025-01-01T00:00:00Z',
    },
  },
  labeler: {
    $type: 'app.bsky.embed.record#view',
    record: {
      $type: 'app.bsky.labeler.defs#labelerView',
      uri: `at://${SEED_DID}/app.bsky.labeler.service/self`,
      cid: 'bafyreilabeler',
      creator: { ...SEED, description: 'Labels weeds' },
      likeCount: 3,
      indexedAt: '2025-01-01T00:00:00Z',
    },
  },
} as const satisfies Record<string, JsonObject>

const TEXTS: readonly JsonObject[] = [
  {
    text: '👩‍👩‍👧 see example.com <b>&amp; all',
    facets: [
      {
        index: { byteStart: 23, byteEnd: 34 },
        features: [{ $type: 'app.bsky.richtext.facet#link', uri: 'https://example.com/' }],
      },
    ],
  },
  { text: 'שלום עולם مرحبا', langs: ['he'] },
  { text: '', langs: undefined },
  { text: '<script>alert(1)</script><img src=x onerror=alert(1)>\n\nnext' },
]

const START = Date.UTC(2026, 5, 1)
/** In the letters of a TID (https://atproto.com/specs/tid). */
const keyOf = (index: number) =>
  `3l${index
    .toString(16)
    .padStart(11, '0')
    .replace(/\d/g, (digit) => 'klmnopqrst'.charAt(Number(digit)))}`
const timeOf = (index: number) => new Date(START + Math.floor(index / 2) * 60_000 + (index % 2) * 100).toISOString()

export const uriOfNth = (index: number): string => `at://${GARDEN_DID}/app.bsky.feed.post/${keyOf(index)}`

/** The n-th oldest item. Two share each second. */
export const nthItem = (index: number): FeedItem => {
  const time = timeOf(index)
  if (index % 7 === 3)
    return repost(index, postView(index % 2 ? QUIET : SEED, keyOf(index), '2025-01-01T00:00:00.000Z'))
  if (index === 20) return repost(index, postView(GARDEN, keyOf(5), timeOf(5)))
  const names = Object.values(EMBEDS)
  const embed = names[index % (names.length + 3)]
  const record = { ...TEXTS[index % TEXTS.length], createdAt: `${time.slice(0, 19)}Z` }
  if (index % 9 !== 4)
    return { post: postView(GARDEN, keyOf(index), time, { record, indexedAt: time, ...(embed && { embed }) }) }
  const parent = postView(SEED, '3parent', '2025-01-01T00:00:00.000Z')
  const reference = { uri: parent.uri, cid: parent.cid }
  const view = { $type: 'app.bsky.feed.defs#postView', ...parent }
  return {
    post: postView(GARDEN, keyOf(index), time, {
      indexedAt: time,
      record: { ...record, reply: { root: reference, parent: reference } },
    }),
    reply: { root: view, parent: view },
  }
}

const repost = (index: number, post: FeedItem['post']): FeedItem => ({
  post,
  reason: {
    $type: 'app.bsky.feed.defs#reasonRepost',
    by: GARDEN,
    // AppViews before 2025 omit both.
    ...(index % 3 !== 0 && { uri: `at://${GARDEN_DID}/app.bsky.feed.repost/${keyOf(index)}`, cid: 'bafyreirepost' }),
    indexedAt: timeOf(index),
  },
})

/** When the item was added to the feed. */
export const sortTimeOf = ({ post, reason }: FeedItem): string => String(reason?.indexedAt ?? post.indexedAt)
