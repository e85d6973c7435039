import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  EMBEDS,
  GARDEN,
  GARDEN_DID,
  image,
  postView,
  QUIET,
  quoteView,
  SEED,
  SEED_DID,
} from '@central-api/testing/platforms/bluesky/simulated-feed.ts'
import { faultsOfPost } from '@central-api/testing/post/normalized-suite.ts'
import type { JsonObject } from '../../parsing/json-value.ts'
import type { PlatformPost } from '../../post/post.ts'
import { mapFeedItem, mapPost } from './map-post.ts'

const TIME = '2026-06-01T10:00:00.000Z'
const URI = `at://${GARDEN_DID}/app.bsky.feed.post/3key`
const CDN = 'https://cdn.bsky.app/img'

const authorOf = (did: string, handle: string) => ({
  id: did,
  handle,
  displayName: 'Garden 🌱',
  url: `https://bsky.app/profile/${handle}`,
  avatarUrl: `${CDN}/avatar/plain/${did}/a@jpeg`,
})
const GARDEN_AUTHOR = authorOf(GARDEN_DID, 'garden.bsky.social')
const SEED_AUTHOR = authorOf(SEED_DID, 'seed.example.com')

const PLAIN: PlatformPost = {
  id: URI,
  url: 'https://bsky.app/profile/garden.bsky.social/post/3key',
  kind: 'text',
  title: null,
  summary: null,
  text: 'Plain',
  html: '<p>Plain</p>',
  language: 'en',
  tags: [],
  publishedAt: TIME,
  editedAt: null,
  author: GARDEN_AUTHOR,
  media: [],
  link: null,
  poll: null,
  metrics: { likes: 2, comments: 3, shares: 1, views: null },
  repostOf: null,
  replyTo: null,
  quoteOf: null,
  pinned: null,
  sensitive: false,
}

const imageMedia = (name: string, more: JsonObject = {}) => ({
  type: 'image',
  url: `${CDN}/feed_fullsize/${name}`,
  previewUrl: `${CDN}/feed_thumbnail/${name}`,
  embedUrl: null,
  width: 1600,
  height: 900,
  durationSeconds: null,
  alt: null,
  expiresAt: null,
  ...more,
})

const QUOTED_URI = `at://${SEED_DID}/app.bsky.feed.post/3quoted`
const QUOTE = { id: QUOTED_URI, url: 'https://bsky.app/profile/seed.example.com/post/3quoted', author: SEED_AUTHOR }
const record = (view: JsonObject) => ({ embed: { $type: 'app.bsky.embed.record#view', record: view } })
const video = (more: JsonObject) => ({ embed: { ...EMBEDS.video, ...more } })
const VIDEO = {
  type: 'video',
  url: 'https://video.bsky.app/watch/x/playlist.m3u8',
  previewUrl: 'https://video.bsky.app/watch/x/thumbnail.jpg',
  embedUrl: null,
  width: null,
  height: null,
  durationSeconds: null,
  alt: 'Rain',
  expiresAt: null,
}
const card = (external: JsonObject) => ({ embed: { ...EMBEDS.external, external } })
const GIF = {
  ...VIDEO,
  type: 'gif',
  url: 'https://media.tenor.com/abcAAAAC/cat.gif?hh=280&ww=498',
  previewUrl: `${CDN}/t`,
  width: 498,
  height: 280,
  alt: 'A cat that waves',
}
const label = (val: string, more: JsonObject = {}) => ({ src: GARDEN_DID, uri: URI, val, cts: TIME, ...more })

/** Changes to a plain view → changes to its post. */
const CASES: Readonly<Record<string, readonly [{ record?: JsonObject } & JsonObject, JsonObject]>> = {
  'only text': [{}, {}],
  'hostile text': [
    { record: { text: '<script>x</script> &amp; "y"\n\n\n\nz\u0000' } },
    { text: '<script>x</script> &amp; "y"\n\nz', html: '<p>&lt;script&gt;x&lt;/script&gt; &amp;amp; "y"</p><p>z</p>' },
  ],
  'no text and no language': [{ record: { text: '', langs: [] } }, { text: null, html: null, language: null }],
  'hashtags in the text and in the record': [
    {
      record: {
        text: '#Bees',
        facets: [
          {
            index: { byteStart: 0, byteEnd: 5 },
            features: [
              { $type: 'app.bsky.richtext.facet#tag', tag: 'Bees' },
              { $type: 'x', tag: 'no' },
            ],
          },
        ],
        tags: ['bees', 'garden', 7],
      },
    },
    {
      text: '#Bees',
      html: '<p><a href="https://bsky.app/hashtag/Bees" rel="nofollow noopener ugc">#Bees</a></p>',
      tags: ['Bees', 'garden'],
    },
  ],
  'a date in the future': [{ record: { createdAt: '2099-01-01T00:00:00Z' }, indexedAt: TIME }, {}],
  'an invalid date': [{ record: { createdAt: 'yesterday' }, indexedAt: TIME }, {}],
  'an old date': [{ record: { createdAt: '2013-01-01T00:00:00Z' } }, { publishedAt: '2013-01-01T00:00:00.000Z' }],
  'an image': [{ embed: EMBEDS.images }, { kind: 'image', media: [imageMedia('bee', { alt: 'A bee 🐝' })] }],
  'a gallery': [
    { embed: EMBEDS.gallery },
    { kind: 'gallery', media: [imageMedia('a'), imageMedia('b'), imageMedia('c')] },
  ],
  'an image without a size': [
    { embed: { ...EMBEDS.images, images: [image('a', { aspectRatio: undefined }), null, {}] } },
    { kind: 'image', media: [imageMedia('a', { width: null, height: null })] },
  ],
  'a video with only an aspect ratio': [{ embed: EMBEDS.video }, { kind: 'video', media: [VIDEO] }],
  'a GIF as a video': [
    video({ presentation: 'gif', aspectRatio: { width: 1080, height: 1920 } }),
    { kind: 'image', media: [{ ...VIDEO, type: 'gif', width: 1080, height: 1920 }] },
  ],
  'a card': [
    { embed: EMBEDS.external },
    {
      kind: 'link',
      link: { url: 'https://news.example.com/a', title: 'News &', description: null, imageUrl: `${CDN}/t` },
    },
  ],
  'a card without a valid URL': [{ embed: { ...EMBEDS.external, external: { uri: 'javascript:x', title: 'x' } } }, {}],
  'a quote': [{ embed: EMBEDS.record }, { quoteOf: QUOTE }],
  'a quote and an image': [
    { embed: EMBEDS.recordWithMedia },
    { kind: 'image', media: [imageMedia('bee')], quoteOf: QUOTE },
  ],
  'a quote and a card': [
    { embed: { ...EMBEDS.recordWithMedia, media: EMBEDS.external } },
    {
      kind: 'link',
      link: { url: 'https://news.example.com/a', title: 'News &', description: null, imageUrl: `${CDN}/t` },
      quoteOf: QUOTE,
    },
  ],
  'a quote of a deleted post': [
    record({ $type: 'app.bsky.embed.record#viewNotFound', uri: QUOTED_URI, notFound: true }),
    { quoteOf: { id: QUOTED_URI, url: null, author: null } },
  ],
  'a quote of a blocked post': [
    record({ $type: 'app.bsky.embed.record#viewBlocked', uri: QUOTED_URI, blocked: true, author: { did: SEED_DID } }),
    { quoteOf: { id: QUOTED_URI, url: null, author: null } },
  ],
  'a detached quote': [record({ $type: 'app.bsky.embed.record#viewDetached', uri: QUOTED_URI, detached: true }), {}],
  'an embed whose type is a property of Object.prototype': [{ embed: { $type: 'constructor', uri: QUOTED_URI } }, {}],
  'a record whose type is a property of Object.prototype': [record({ $type: 'valueOf', uri: QUOTED_URI }), {}],
  'a quote of an account that is hidden from logged-out users': [
    record(quoteView({ author: QUIET })),
    { quoteOf: { id: QUOTED_URI, url: `https://bsky.app/profile/${SEED_DID}/post/3quoted`, author: null } },
  ],
  'a feed': [
    record({
      $type: 'app.bsky.feed.defs#generatorView',
      uri: `at://${SEED_DID}/app.bsky.feed.generator/plants`,
      displayName: 'Plants',
      description: 'All of them',
      avatar: `${CDN}/f`,
    }),
    {
      kind: 'link',
      link: {
        url: `https://bsky.app/profile/${SEED_DID}/feed/plants`,
        title: 'Plants',
        description: 'All of them',
        imageUrl: `${CDN}/f`,
      },
    },
  ],
  'a list': [
    record({
      $type: 'app.bsky.graph.defs#listView',
      uri: `at://${SEED_DID}/app.bsky.graph.list/3l`,
      name: 'Gardeners',
      creator: SEED,
    }),
    {
      kind: 'link',
      link: {
        url: `https://bsky.app/profile/${SEED_DID}/lists/3l`,
        title: 'Gardeners',
        description: null,
        imageUrl: null,
      },
    },
  ],
  'a starter pack': [
    { embed: EMBEDS.starterPack },
    {
      kind: 'link',
      link: {
        url: `https://bsky.app/starter-pack/${SEED_DID}/3pack`,
        title: 'Bees & more',
        description: 'Whom to follow',
        imageUrl: `https://ogcard.cdn.bsky.app/start/${SEED_DID}/3pack`,
      },
    },
  ],
  'a labeler': [
    { embed: EMBEDS.labeler },
    {
      kind: 'link',
      link: {
        url: `https://bsky.app/profile/${SEED_DID}`,
        title: 'Garden 🌱',
        description: 'Labels weeds',
        imageUrl: `${CDN}/avatar/plain/${SEED_DID}/a@jpeg`,
      },
    },
  ],
  'a labeler without a name': [
    {
      embed: {
        ...EMBEDS.labeler,
        record: { ...EMBEDS.labeler.record, creator: { did: SEED_DID, handle: 'seed.example.com' } },
      },
    },
    {
      kind: 'link',
      link: {
        url: `https://bsky.app/profile/${SEED_DID}`,
        title: 'seed.example.com',
        description: null,
        imageUrl: null,
      },
    },
  ],
  'a starter pack with an invalid URI': [
    { embed: { ...EMBEDS.starterPack, record: { ...EMBEDS.starterPack.record, uri: 'x' } } },
    {},
  ],
  'a deleted starter pack': [
    record({
      $type: 'app.bsky.embed.record#viewNotFound',
      uri: `at://${SEED_DID}/app.bsky.graph.starterpack/3pack`,
      notFound: true,
    }),
    {},
  ],
  'a card that is a GIF': [{ embed: EMBEDS.gif }, { kind: 'image', media: [GIF] }],
  'a GIF and a quote': [
    { embed: { ...EMBEDS.recordWithMedia, media: EMBEDS.gif } },
    { kind: 'image', media: [GIF], quoteOf: QUOTE },
  ],
  'a GIF as the URL of its page': [
    card({ uri: 'https://giphy.com/gifs/happy-cat-3o6MboJngcEUAYw7aU', title: 'Happy cat', description: '' }),
    {
      kind: 'image',
      media: [
        {
          ...GIF,
          ...{ url: 'https://i.giphy.com/media/3o6MboJngcEUAYw7aU/giphy.gif', previewUrl: null },
          ...{ width: null, height: null, alt: 'Happy cat' },
        },
      ],
    },
  ],
  'a page about GIFs': [
    card({ uri: 'https://tenor.com/search/cat-gifs', title: 'Cats' }),
    {
      kind: 'link',
      link: { url: 'https://tenor.com/search/cat-gifs', title: 'Cats', description: null, imageUrl: null },
    },
  ],
  'an unknown embed': [{ embed: { $type: 'app.bsky.embed.hologram#view', hologram: {} } }, {}],
  'a label': [{ labels: [label('nudity')] }, { sensitive: true }],
  'a label in its record': [{ record: { labels: { values: [{ val: 'porn' }] } } }, { sensitive: true }],
  'a negated label': [{ labels: [label('porn', { neg: true })] }, {}],
  'an unrelated label': [{ labels: [label('spam-ish')] }, {}],
  'a labeled author': [{ author: { ...GARDEN, labels: [label('sexual')] } }, { sensitive: true }],
  'an author with an invalid handle': [
    { author: { ...GARDEN, handle: 'handle.invalid' } },
    {
      url: `https://bsky.app/profile/${GARDEN_DID}/post/3key`,
      author: { ...GARDEN_AUTHOR, handle: null, url: `https://bsky.app/profile/${GARDEN_DID}` },
    },
  ],
  'values of wrong types': [
    {
      record: { text: 7, langs: 'en', facets: {}, createdAt: {}, reply: 'x', labels: [] },
      author: { ...GARDEN, displayName: 1, avatar: 'javascript:x', labels: 'x' },
      indexedAt: null,
      embed: [],
      labels: {},
      likeCount: -1,
      replyCount: '3.5',
      repostCount: null,
    },
    {
      text: null,
      html: null,
      language: null,
      publishedAt: null,
      author: { ...GARDEN_AUTHOR, displayName: null, avatarUrl: null },
      metrics: { likes: null, comments: null, shares: null, views: null },
    },
  ],
}

for (const [name, [view, post]] of Object.entries(CASES)) {
  test(`maps a view with ${name}`, () => {
    const mapped = mapPost(postView(GARDEN, '3key', TIME, view))
    assert.deepEqual(mapped, { ...PLAIN, ...post })
    assert.deepEqual(mapped && faultsOfPost(mapped), [])
  })
}

test('a repost has its own author and time and the content of the original', () => {
  const reason = {
    $type: 'app.bsky.feed.defs#reasonRepost',
    by: GARDEN,
    uri: 'at://r',
    indexedAt: '2026-07-01T00:00:00.000Z',
  }
  const post = postView(SEED, '3seed', TIME, { embed: EMBEDS.images })
  const expected = {
    ...PLAIN,
    id: 'at://r',
    url: 'https://bsky.app/profile/seed.example.com/post/3seed',
    kind: 'image',
    media: [imageMedia('bee', { alt: 'A bee 🐝' })],
    publishedAt: '2026-07-01T00:00:00.000Z',
    repostOf: { id: post.uri, url: 'https://bsky.app/profile/seed.example.com/post/3seed', author: SEED_AUTHOR },
    pinned: false,
  }
  assert.deepEqual(mapFeedItem({ post, reason }, post.uri), expected)
  assert.deepEqual(mapFeedItem({ post, reason: { ...reason, uri: undefined } }, null), {
    ...expected,
    id: `${post.uri}#${GARDEN_DID}`,
  })
})

test('an item is pinned if its reason or the profile says so', () => {
  const post = postView(GARDEN, '3key', TIME)
  const reason = { $type: 'app.bsky.feed.defs#reasonPin' }
  assert.deepEqual(mapFeedItem({ post }, URI), { ...PLAIN, pinned: true })
  assert.deepEqual(mapFeedItem({ post, reason }, null), { ...PLAIN, pinned: true })
  assert.deepEqual(mapFeedItem({ post }, null), { ...PLAIN, pinned: false })
})

test('a reply names its parent as far as the feed contains it', () => {
  const parentUri = `at://${SEED_DID}/app.bsky.feed.post/3parent`
  const reference = { reply: { parent: { uri: parentUri, cid: 'x' }, root: { uri: parentUri, cid: 'x' } } }
  const post = postView(GARDEN, '3key', TIME, { record: reference })
  const parent = { $type: 'app.bsky.feed.defs#postView', ...postView(SEED, '3parent', TIME) }
  const known = { id: parentUri, url: 'https://bsky.app/profile/seed.example.com/post/3parent', author: SEED_AUTHOR }
  const byDid = `https://bsky.app/profile/${SEED_DID}/post/3parent`
  const cases: readonly [unknown, JsonObject][] = [
    [{ parent }, known],
    [undefined, { id: parentUri, url: byDid, author: null }],
    [{ parent: { uri: parentUri, notFound: true } }, { id: parentUri, url: null, author: null }],
    [
      { parent: { uri: parentUri, blocked: true, author: { did: SEED_DID } } },
      { id: parentUri, url: null, author: null },
    ],
    [{ parent: { ...parent, author: { ...QUIET } } }, { id: parentUri, url: byDid, author: null }],
  ]
  for (const [reply, replyTo] of cases) {
    assert.deepEqual(mapFeedItem({ post, reply }, null), { ...PLAIN, pinned: false, replyTo })
  }
})

test('an item without an id, a hidden item and one for logged-in users only are dropped', () => {
  const hidden = [
    null,
    {},
    { uri: '' },
    postView(QUIET, '3key', TIME),
    postView(GARDEN, '3key', TIME, { labels: [label('!hide')] }),
    postView(GARDEN, '3key', TIME, { labels: [label('!takedown')] }),
  ]
  for (const view of hidden) assert.equal(mapPost(view), null)
  assert.equal(mapFeedItem({ reason: {} }, null), null)
})
