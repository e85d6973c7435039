// Posts of a user and a community on the simulated servers, including all that could break a mapping, in the formats of
// 0.19 and 1.0.

import { type JsonObject, jsonObject } from '@central-api/service/parsing/json-value.ts'

export type View = JsonObject & { readonly post: JsonObject & { readonly ap_id: string } }

export const OLD_HOST = 'l.example'
export const NEW_HOST = 'new.example'
const START = Date.UTC(2026, 4, 1)

export const person = (more: JsonObject = {}): JsonObject => ({
  id: 812,
  name: 'nia',
  display_name: 'Nia',
  avatar: `https://${OLD_HOST}/pictrs/image/a.webp`,
  banned: false,
  published: '2023-06-11T09:00:00.123456Z',
  actor_id: `https://${OLD_HOST}/u/nia`,
  bio: 'I like *maps*.',
  local: true,
  deleted: false,
  bot_account: false,
  instance_id: 1,
  ...more,
})

export const community = (more: JsonObject = {}): JsonObject => ({
  id: 7,
  name: 'maps',
  title: 'Maps & more',
  description: 'All **maps**',
  removed: false,
  published: '2023-06-12T00:00:00Z',
  deleted: false,
  nsfw: false,
  actor_id: `https://${OLD_HOST}/c/maps`,
  icon: `https://${OLD_HOST}/pictrs/image/icon.png`,
  local: true,
  hidden: false,
  posting_restricted_to_mods: false,
  instance_id: 1,
  visibility: 'Public',
  ...more,
})

/** The number of the post that is featured on the whole server. */
export const SERVER_FEATURED = 947

const CONTENTS: readonly JsonObject[] = [
  { body: 'Fish & chips <3 😀 **b** <script>alert(1)</script>\n\n::: spoiler more\nx\n:::', language_id: 37 },
  { url: 'https://maps.example/wells', embed_title: 'Wells', url_content_type: 'text/html; charset=utf-8' },
  { url: 'https://files.example/a.png', url_content_type: 'image/png', alt_text: 'A well', nsfw: true },
  { url: 'https://files.example/b', embed_video_url: 'https://video.example/embed/1', body: '- a\n- b' },
  { url: 'https://files.example/c.mp4', url_content_type: 'video/mp4' },
  { url: 'javascript:alert(1)', name: 'Odd\nname' },
  { updated: '2026-05-04T10:00:00.000000Z', body: '![in](https://files.example/in.png)' },
]

/** The n-th oldest post in the format of 0.19. Times have microseconds, so all are different. */
export const nthView = (index: number): View => {
  const id = 900 + index
  const published = new Date(START + index * 60_000).toISOString().replace('Z', '123Z')
  return {
    post: {
      id,
      name: `Post ${index}`,
      creator_id: 812,
      community_id: 7,
      removed: index % 11 === 6,
      locked: false,
      published,
      deleted: index % 13 === 5,
      nsfw: false,
      ap_id: `https://${OLD_HOST}/post/${id}`,
      local: true,
      language_id: 0,
      featured_community: index === 40,
      featured_local: id === SERVER_FEATURED,
      ...CONTENTS[index % CONTENTS.length],
    },
    creator: person(),
    community: community(),
    creator_banned_from_community: false,
    counts: {
      post_id: id,
      comments: 3,
      score: 11,
      upvotes: 12,
      downvotes: 1,
      published,
      newest_comment_time: published,
    },
    subscribed: 'NotSubscribed',
    saved: false,
    read: false,
    unread_comments: 3,
  }
}

const renamed = ({ published, updated, actor_id, ...rest }: JsonObject): JsonObject => ({
  ...rest,
  ...(published !== undefined && { published_at: published }),
  ...(updated !== undefined && { updated_at: updated }),
  ...(actor_id !== undefined && { ap_id: actor_id }),
})

export const personOfNew = (): JsonObject => ({ ...renamed(person()), post_count: 90, comment_count: 40 })

export const communityOfNew = (): JsonObject => {
  const { description: _, ...rest } = renamed(community())
  return { ...rest, sidebar: 'All **maps**', summary: 'All maps', subscribers: 310, posts: 95, comments: 4 }
}

/** The same post in the format of 1.0. */
export const viewOfNew = ({ post, counts }: View): JsonObject => {
  const { comments, score, upvotes, downvotes } = jsonObject(counts)
  return {
    type_: 'post',
    post: { ...renamed(post), comments, score, upvotes, downvotes, federation_pending: false },
    creator: personOfNew(),
    community: communityOfNew(),
    tags: [
      { id: 4, ap_id: 'https://far.example/c/maps/tag/water', name: 'water', display_name: 'Water', color: 'color01' },
    ],
    can_mod: false,
    creator_banned: false,
  }
}
