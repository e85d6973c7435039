// Posts in every shape of X's API, in its older names and in the newer ones. Only tests and benchmarks use it.

import { type JsonObject, jsonList, jsonObject } from '@central-api/service/parsing/json-value.ts'

/** Undocumented behavior of X. */
export type XQuirks = {
  /** The views of a post that is older than X's view counts. */
  viewsOfOld: number
  /** The fields of GIFs: fewer than those of videos, or the same. */
  gifs: 'bare' | 'as videos'
  /** Whether the error of a bad query names the parameter. */
  namesParameter: boolean
  /** Whether an empty list is omitted. */
  leavesEmptyOut: boolean
  /** The number of posts that a list without replies returns at most. */
  depthWithoutReplies: number
  /** Whether X charges for included posts and accounts. */
  billsIncluded: boolean
}

export const ACME_ID = '70001'
const FIRST = 1_900_000_000_000_000_000n
const FIRST_MS = Date.UTC(2026, 0, 1)

export const idOfPost = (index: number): string => String(FIRST + BigInt(index) * 4_194_304n)
export const otherId = (index: number): string => String(FIRST - BigInt(index + 1))
export const pollId = (index: number): string => String(FIRST + BigInt(index) * 4_194_304n - 1n)

const metricsOf = (index: number): JsonObject => ({
  retweet_count: index % 3,
  reply_count: 0,
  like_count: index,
  quote_count: 1,
  bookmark_count: 0,
  impression_count: index * 10,
})

const urlEntity = (start: number, code: string, more: JsonObject): JsonObject => {
  const url = `https://t.co/${code}`
  return { start, end: start + url.length, url, ...more }
}

/** The shapes of posts, in rotation. */
const SHAPES: readonly ((index: number) => JsonObject)[] = [
  () => ({}),
  (index) => ({
    text: `🥖 &amp; #bread ${index} https://t.co/aaaaaaaaaa`,
    entities: {
      hashtags: [{ start: 8, end: 14, tag: 'bread' }],
      urls: [
        urlEntity(16 + String(index).length, 'aaaaaaaaaa', {
          expanded_url: 'https://example.org/guide',
          display_url: 'example.org/guide',
          title: 'The guide &amp; more',
          images: [{ url: 'https://pbs.twimg.com/news_img/1/x', width: 1200, height: 630 }],
        }),
      ],
    },
  }),
  (index) => ({ attachments: { media_keys: [`3_${index}`, `7_${index}`] } }),
  (index) => ({ attachments: { media_keys: [`16_${index}`] }, possibly_sensitive: true }),
  (index) => ({ attachments: { poll_ids: [pollId(index)] } }),
  (index) => ({
    text: 'RT @other: An original that is cu…',
    referenced_tweets: [{ type: 'retweeted', id: otherId(index) }],
  }),
  (index) => ({ referenced_tweets: [{ type: 'quoted', id: otherId(index) }] }),
  // The quoted post was deleted.
  (index) => ({ referenced_tweets: [{ type: 'quoted', id: String(index + 1) }] }),
  (index) => ({ text: 'Begins, and is cu…', note_tweet: { text: `Begins, and is cut off nowhere ${index}` } }),
  (index) => ({
    referenced_tweets: [{ type: 'replied_to', id: otherId(index) }],
    in_reply_to_user_id: '70002',
  }),
]

export const isReply = (index: number): boolean => index % SHAPES.length === 9
export const isRepost = (index: number): boolean => index % SHAPES.length === 5
export const hasMedia = (index: number): boolean => [2, 3].includes(index % SHAPES.length)

const plain = (id: string, author_id: string, text: string, index: number): JsonObject => ({
  id,
  author_id,
  text,
  created_at: new Date(FIRST_MS + index * 60_000).toISOString(),
  lang: index % 4 === 0 ? 'und' : 'en',
  edit_history_tweet_ids: [id],
  conversation_id: id,
  possibly_sensitive: false,
  edit_controls: { edits_remaining: 5, is_edit_eligible: false, editable_until: '2026-01-01T01:00:00.000Z' },
  public_metrics: metricsOf(index),
})

export const nthPost = (index: number): JsonObject => ({
  ...plain(idOfPost(index), ACME_ID, `Loaf ${index}`, index),
  ...SHAPES[index % SHAPES.length]?.(index),
})

/** The first post, from before X counted views. */
export const oldPost = (views: number): JsonObject => ({
  ...nthPost(0),
  created_at: '2021-03-01T10:00:00.000Z',
  public_metrics: { ...metricsOf(0), impression_count: views },
})

export const original = (index: number): JsonObject =>
  plain(otherId(index), '70002', `An original, not cut ${index}`, index)

/** A GIF has one file without a bit rate, and no duration. */
const bareGif = (key: string): JsonObject => ({
  variants: [{ bit_rate: 0, content_type: 'video/mp4', url: `https://video.twimg.com/${key}.mp4` }],
})

const video = (key: string): JsonObject => ({
  duration_ms: 12_345,
  variants: [
    { content_type: 'application/x-mpegURL', url: `https://video.twimg.com/${key}.m3u8` },
    { bit_rate: 832_000, content_type: 'video/mp4', url: `https://video.twimg.com/${key}-small.mp4` },
    { bit_rate: 2_176_000, content_type: 'video/mp4', url: `https://video.twimg.com/${key}.mp4` },
  ],
})

const mediaOf = (key: string, gifs: XQuirks['gifs']): JsonObject =>
  key.startsWith('3_')
    ? {
        media_key: key,
        type: 'photo',
        url: `https://pbs.twimg.com/media/${key}.jpg`,
        width: 1600,
        height: 900,
        alt_text: 'A loaf',
      }
    : {
        media_key: key,
        type: key.startsWith('7_') ? 'video' : 'animated_gif',
        width: 1280,
        height: 720,
        preview_image_url: `https://pbs.twimg.com/thumb/${key}.jpg`,
        ...(key.startsWith('7_') || gifs === 'as videos' ? video(key) : bareGif(key)),
      }

const pollOf = (id: string): JsonObject => ({
  id,
  options: [
    { position: 2, label: 'Blue', votes: 0 },
    { position: 1, label: 'Red', votes: 12 },
  ],
  duration_minutes: 1440,
  end_datetime: '2026-01-03T09:00:00.000Z',
  voting_status: 'closed',
})

const USERS: readonly JsonObject[] = [
  { id: ACME_ID, name: 'Acme', username: 'Acme', profile_image_url: 'https://pbs.twimg.com/p/1/a_normal.jpg' },
  { id: '70002', name: 'Other', username: 'other', verified: false },
]

/** The included objects of a response, as the expansions request them. */
export const includesOf = (
  posts: readonly JsonObject[],
  expansions: ReadonlySet<string>,
  isOfPosts: boolean,
  gifs: XQuirks['gifs'],
): JsonObject => {
  const all = (read: (post: JsonObject) => readonly unknown[]) => [...new Set(posts.flatMap(read))]
  const attached = (field: string) => all(({ attachments }) => jsonList(jsonObject(attachments)[field])) as string[]
  const referenced = all(({ referenced_tweets }) => jsonList(referenced_tweets).map((each) => jsonObject(each).id))
  const isWanted = (name: string) => expansions.has(name)
  const originals =
    isWanted('referenced_tweets.id') || isWanted('referenced_posts')
      ? Array.from({ length: 400 }, (_, index) => original(index)).filter(({ id }) => referenced.includes(id))
      : []
  const users = [
    ...(isWanted('author_id') ? [ACME_ID] : []),
    ...(originals.length > 0 && (isOfPosts || isWanted('referenced_tweets.id.author_id')) ? ['70002'] : []),
  ]
  const lists = {
    media: isWanted('attachments.media_keys') ? attached('media_keys').map((key) => mediaOf(key, gifs)) : [],
    polls: isWanted('attachments.poll_ids') ? attached('poll_ids').map(pollOf) : [],
    users: USERS.filter(({ id }) => users.includes(String(id))),
    tweets: originals,
  }
  return Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0))
}

/** A problem for each referenced post that does not exist. */
export const problemsOf = (posts: readonly JsonObject[], includes: JsonObject): readonly JsonObject[] => {
  const found = new Set(jsonList(includes.tweets).map((each) => jsonObject(each).id))
  return posts
    .flatMap(({ referenced_tweets }) => jsonList(referenced_tweets).map((each) => String(jsonObject(each).id)))
    .filter((id) => !found.has(id))
    .map((id) => ({
      resource_id: id,
      parameter: 'referenced_tweets.id',
      resource_type: 'tweet',
      section: 'includes',
      title: 'Not Found Error',
      value: id,
      detail: `Could not find tweet with referenced_tweets.id: [${id}].`,
      type: 'https://api.twitter.com/2/problems/resource-not-found',
    }))
}

const NEWER: ReadonlyMap<string, string> = new Map([
  ['referenced_tweets', 'referenced_posts'],
  ['retweet_count', 'repost_count'],
  ['note_tweet', 'note_post'],
  ['tweets', 'posts'],
  ['edit_history_tweet_ids', 'edit_history_post_ids'],
  ['pinned_tweet_id', 'pinned_post_id'],
])

/** Renames the fields to the newer dialect. */
export const inPostDialect = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inPostDialect)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [NEWER.get(name) ?? name, inPostDialect(each)]))
}
