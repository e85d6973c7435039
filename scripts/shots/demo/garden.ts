// What a botanic garden posts on several platforms: the posts of the screenshots of a feed.

import type { FeedPage, FeedPost } from '../../../packages/feed/src/render-feed.ts'
import { photo, photoUrl, player } from './photos.ts'

const DAY_MS = 86_400_000
const NEWEST = Date.parse('2026-11-19T09:30:00.000Z')

const PLAYER = 'www.youtube-nocookie.com'

export const GARDEN = {
  id: '7',
  handle: 'fernhill.garden',
  displayName: 'Fernhill Botanic Garden',
  url: 'https://www.instagram.com/fernhill.garden/',
  avatarUrl: photoUrl('malibu-plantlife'),
  bio: {
    text: 'Glasshouses, a meadow and four thousand species above the river. Open daily, nine to six. 🌿',
    html: null,
  },
  counts: { followers: 48_210, following: 312, posts: 2_164 },
}

const author = (displayName: string, handle: string) => ({
  ...{ id: handle, displayName, handle, avatarUrl: null },
  url: `https://social.example/@${handle}`,
})

type Draft = Partial<FeedPost> & Pick<FeedPost, 'id'>

/** Adds what every post has; the dates go back day by day. */
export const datePosts = (drafts: readonly Draft[], from: Partial<FeedPost>): readonly FeedPost[] =>
  drafts.map((draft, at) => ({
    ...{ media: [], metrics: {}, language: 'en', sensitive: null },
    ...{
      publishedAt: new Date(NEWEST - at * DAY_MS).toISOString(),
      url: `https://social.example/@fernhill/${draft.id}`,
    },
    ...from,
    ...draft,
  }))

/** All kinds of posts, newest first. */
export const GARDEN_POSTS = datePosts(
  [
    {
      id: 'hibiscus',
      kind: 'image',
      text: 'The red hibiscus in house two opened this morning. A flower lasts a single day, so come before we close at six.',
      media: [photo('red-hibiscus-closeup', 'A red hibiscus in front of a dark wall')],
      metrics: { likes: 2_184, comments: 96, shares: 41, views: null },
    },
    {
      id: 'swap',
      kind: 'text',
      text: 'Free entry on Sunday for everyone who brings a cutting to swap. 🌱',
      pinned: true,
      metrics: { likes: 864, comments: 57, shares: 120, views: null },
    },
    {
      id: 'plates',
      kind: 'gallery',
      text: 'Four plates from our archive, photographed a hundred years ago. The originals are on show until March.',
      media: [
        photo('grid-flower-2', 'A flower head, enlarged many times'),
        photo('delphinium-flowers', 'Dried larkspur'),
        photo('campanula-alliariifolia-flower', 'A bellflower'),
        photo('star-thristle-flower', 'A star thistle'),
      ],
      metrics: { likes: 3_410, comments: 88, shares: 205, views: null },
    },
    {
      id: 'buttercups',
      kind: 'video',
      text: 'A year in the alpine bed, in ninety seconds.',
      media: [player('video', PLAYER, 92, 'northern-buttercups-flowers')],
      metrics: { likes: 5_120, comments: 143, shares: null, views: 86_400 },
    },
    {
      id: 'late',
      kind: 'poll',
      text: 'Which house should stay open late in December?',
      poll: {
        options: [
          { text: 'Palm house', votes: 412 },
          { text: 'Orchids', votes: 286 },
          { text: 'Desert house', votes: 118 },
        ],
        votes: 816,
        voters: 816,
        closed: false,
      },
    },
    {
      id: 'meadow',
      kind: 'article',
      title: 'Why we leave the meadow alone until July',
      summary: 'Forty species more than ten years ago, half the mowing, and the letters that we got about it.',
      text: 'Forty species more than ten years ago …',
      media: [photo('coming-soon-bg-image', 'A meadow in flower, with an oak')],
    },
    {
      id: 'columbine',
      kind: 'image',
      text: 'Columbine, an hour after the rain.',
      media: [photo('dallas-creek-square', 'Red columbine in the dark')],
      metrics: { likes: 1_290, comments: 22, shares: 9, views: null },
    },
    {
      id: 'palm-house',
      kind: 'audio',
      title: 'Episode 14: A night in the palm house',
      text: 'What opens when the visitors have left.',
      media: [player('audio', 'podcasts.example', 2_286)],
    },
    {
      id: 'lilies',
      kind: 'image',
      text: 'Peace lilies forgive everything but cold feet. Keep them off the stone floor in winter.',
      media: [photo('botany-flowers', 'White peace lilies')],
      metrics: { likes: 1_744, comments: 63, shares: 30, views: null },
    },
    {
      id: 'birds',
      kind: 'image',
      text: 'Two early visitors at the pond. No ticket needed.',
      media: [photo('marshland-birds-square', 'Two wading birds at sunrise')],
      metrics: { likes: 4_023, comments: 118, shares: 76, views: null },
    },
    {
      id: 'quote',
      kind: 'text',
      text: 'Seeds of this one go to anyone who asks nicely.',
      quoteOf: { url: 'https://social.example/@rewild/2', author: author('Rewild the Valley', 'rewild') },
      metrics: { likes: 210, comments: 14, shares: 12, views: null },
    },
    {
      id: 'cactus',
      kind: 'image',
      text: 'Ninety years old, and it has just grown its third arm.',
      media: [photo('category-cactus', 'A tall cactus')],
      metrics: { likes: 2_870, comments: 71, shares: 44, views: null },
    },
    {
      id: 'pine',
      kind: 'image',
      text: 'The pine on the west path has leaned into the wind since 1890.',
      media: [photo('404-image', 'A pine bent by the wind')],
      metrics: { likes: 3_155, comments: 90, shares: 61, views: null },
    },
    {
      id: 'sunflowers',
      kind: 'image',
      text: 'The last sunflower of the year.',
      media: [photo('category-sunflowers', 'A sunflower against the light')],
      metrics: { likes: 1_033, comments: 19, shares: 5, views: null },
    },
    {
      id: 'geranium',
      kind: 'image',
      text: 'Wet feet, dry head: the rule for busy Lizzies.',
      media: [photo('akaka-falls-state-park-flora', 'A pink flower')],
      metrics: { likes: 940, comments: 31, shares: 4, views: null },
    },
    {
      id: 'anthurium',
      kind: 'image',
      text: 'Anthuriums do not hurry.',
      media: [photo('category-anthuriums', 'A red anthurium')],
      metrics: { likes: 1_512, comments: 27, shares: 8, views: null },
    },
  ],
  { author: GARDEN },
)

/** Posts with these ids, in this order. */
export const pickPosts = (...ids: readonly string[]): readonly FeedPost[] =>
  ids.flatMap((id) => GARDEN_POSTS.filter((post) => post.id === id))

export const gardenPage = (posts: readonly FeedPost[], platform = 'instagram'): FeedPage => ({
  body: { platform, handle: GARDEN.handle, profile: GARDEN, posts },
  nextCursor: 'next',
})

/** Posts of many people with one hashtag. */
export const HASHTAG_PAGE: FeedPage = {
  body: {
    platform: 'mastodon',
    handle: '#wildflowers@social.example',
    profile: {
      ...{ id: 'wildflowers', handle: '#wildflowers', displayName: '#wildflowers', avatarUrl: null, bio: null },
      url: 'https://social.example/tags/wildflowers',
    },
    posts: datePosts(
      [
        {
          id: 'w1',
          kind: 'image',
          author: author('Ida on foot', 'ida'),
          text: 'Yellow as far as the oak. #wildflowers',
          media: [photo('flower-meadow-square', 'A meadow in flower')],
          metrics: { likes: 214, comments: 9, shares: 31, views: null },
        },
        {
          id: 'w2',
          kind: 'text',
          author: author('Marsh Botany Club', 'marshbotany'),
          text: 'Count day is Saturday. Bring a pencil; pens freeze. #wildflowers',
          metrics: { likes: 88, comments: 12, shares: 40, views: null },
        },
        {
          id: 'w3',
          kind: 'image',
          author: author('Hedge School', 'hedge'),
          text: 'Buttercup, handheld, no filter. #wildflowers #macro',
          media: [photo('northern-buttercups-flowers', 'A yellow buttercup')],
          metrics: { likes: 402, comments: 17, shares: 52, views: null },
        },
        {
          id: 'w4',
          kind: 'image',
          author: author('Lupin', 'lupin'),
          text: 'My namesake. #wildflowers',
          media: [photo('malibu-plantlife', 'A lupin')],
          metrics: { likes: 156, comments: 3, shares: 8, views: null },
        },
        {
          id: 'w5',
          kind: 'image',
          author: author('Night Walks', 'nightwalks'),
          text: 'Found by torchlight. #wildflowers',
          media: [photo('dallas-creek-square', 'Columbine in the dark')],
          metrics: { likes: 265, comments: 11, shares: 19, views: null },
        },
        {
          id: 'w6',
          kind: 'image',
          author: author('Allotment 41', 'plot41'),
          text: 'From the greenhouse, so half wild. #wildflowers',
          media: [photo('botany-flowers-closeup', 'White flowers with large leaves')],
          metrics: { likes: 98, comments: 6, shares: 2, views: null },
        },
        {
          id: 'w7',
          kind: 'text',
          author: author('Green Bench', 'bench'),
          text: 'Is there a name for the joy of finding the first one? #wildflowers',
          metrics: { likes: 310, comments: 45, shares: 22, views: null },
        },
        {
          id: 'w8',
          kind: 'image',
          author: author('Print Room', 'printroom'),
          text: 'Star thistle, 1928. #wildflowers',
          media: [photo('star-thristle-flower', 'A star thistle')],
          metrics: { likes: 187, comments: 4, shares: 15, views: null },
        },
      ],
      {},
    ),
  },
  nextCursor: 'next',
}

const VIDEOS = [
  ['Sowing in frost: what works', 'northern-buttercups-flowers', 754],
  ['Orchids without a greenhouse', 'grid-flower-1', 1_126],
  ['How to divide a peace lily', 'botany-flowers-closeup', 421],
  ['A meadow from bare ground', 'coming-soon-bg-image', 1_893],
  ['Reef gardens: an evening talk', 'coral-square', 3_402],
  ['Hibiscus: the pruning that nobody does', 'red-hibiscus-closeup', 612],
] as const

/** A playlist: videos with title, duration and views. */
export const PLAYLIST_PAGE: FeedPage = {
  body: {
    platform: 'youtube',
    handle: 'playlist?list=PLgrowingseason',
    profile: {
      ...{
        id: 'PLgrowingseason',
        handle: null,
        displayName: 'The growing season',
        avatarUrl: photoUrl('coming-soon-bg-image'),
      },
      bio: { text: 'One job in the garden each week, from the first frost to the last.' },
      url: 'https://www.youtube.com/playlist?list=PLgrowingseason',
      counts: { posts: 48, followers: null, following: null },
    },
    posts: datePosts(
      VIDEOS.map(([title, poster, seconds], at) => ({
        id: `v${at}`,
        kind: 'video',
        title,
        media: [player('video', PLAYER, seconds, poster)],
        metrics: { likes: 1_800 - at * 211, comments: 90 - at * 9, shares: null, views: 64_000 - at * 7_300 },
      })),
      { author: { ...GARDEN, handle: 'fernhill', url: 'https://www.youtube.com/@fernhill' } },
    ),
  },
  nextCursor: 'next',
}
