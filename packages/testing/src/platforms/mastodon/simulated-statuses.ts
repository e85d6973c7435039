// Statuses of the simulated accounts in Mastodon's format, including all that could break a mapping.

import type { JsonObject } from '@central-api/service/parsing/json-value.ts'

export type Status = JsonObject & { readonly id: string; readonly visibility: string }

export const MAIN_HOST = 'social.example'
const FILES = 'https://files.social.example'

export const accountEntity = (user: string, host = MAIN_HOST, more: JsonObject = {}): JsonObject => ({
  id: user === 'garden' ? '109876543210987654' : `1000${user.length}`,
  username: user,
  acct: host === MAIN_HOST ? user : `${user}@${host}`,
  display_name: 'Garden 🌱 :leaf:',
  locked: false,
  bot: false,
  created_at: '2022-11-05T00:00:00.000Z',
  note: '<p>Plants &amp; <a href="/tags/soil" class="mention hashtag">#<span>soil</span></a></p><script>alert(1)</script>',
  url: `https://${host}/@${user}`,
  uri: `https://${host}/users/${user}`,
  avatar: `${FILES}/avatars/garden.png`,
  header: `https://${host}/headers/original/missing.png`,
  followers_count: 1234,
  following_count: 0,
  statuses_count: 77,
  last_status_at: '2026-07-01',
  emojis: [{ shortcode: 'leaf', url: `${FILES}/leaf.png` }],
  fields: [{ name: 'Site', value: '<a href="https://garden.example">garden.example</a>', verified_at: null }],
  ...more,
})

export const statusEntity = (id: string, createdAt: string, more: JsonObject = {}): Status => ({
  id,
  uri: `https://${MAIN_HOST}/users/garden/statuses/${id}`,
  url: `https://${MAIN_HOST}/@garden/${id}`,
  created_at: createdAt,
  edited_at: null,
  account: accountEntity('garden'),
  content: '<p>Plain</p>',
  visibility: 'public',
  sensitive: false,
  spoiler_text: '',
  media_attachments: [],
  mentions: [],
  tags: [],
  emojis: [],
  reblogs_count: 1,
  favourites_count: 2,
  replies_count: 3,
  in_reply_to_id: null,
  in_reply_to_account_id: null,
  reblog: null,
  poll: null,
  card: null,
  language: 'en',
  ...more,
})

export const attachment = (type: string, name: string, more: JsonObject = {}): JsonObject => ({
  id: `9${name.length}`,
  type,
  url: `${FILES}/${name}`,
  preview_url: `${FILES}/small/${name.replace(/\.mp4$/, '.png')}`,
  remote_url: null,
  description: null,
  meta: { original: { width: 1600, height: 900, aspect: 1.7777 } },
  ...more,
})

/** One of each shape, in turn. */
const CONTENTS: readonly JsonObject[] = [
  { content: '<p>Fish &amp; chips &lt;3 😀👩‍👩‍👧 &quot;caf&eacute;&quot;<br>next line</p>' },
  { content: '<p dir="rtl">שלום עולם مرحبا</p>', language: 'he' },
  { media_attachments: [attachment('image', 'bee.jpg', { description: 'A bee 🐝 on a flower' })] },
  { media_attachments: [attachment('image', 'a.png'), attachment('image', 'b.png', { meta: null })] },
  { media_attachments: [attachment('gifv', 'loop.mp4')], content: '' },
  { media_attachments: [attachment('video', 'video.mp4', { meta: { original: { duration: 12.5 } } })] },
  { media_attachments: [attachment('audio', 'song.mp3', { preview_url: null, meta: {} })] },
  { poll: { id: '7', expired: false, multiple: false, votes_count: 3, options: [{ title: 'yes', votes_count: 3 }] } },
  { card: { url: 'https://news.example/a', title: 'News &', description: '', type: 'link', image: null } },
  {
    content:
      '<p onclick="x()">Hostile<script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:x">y</a></p>',
  },
  { spoiler_text: 'Spiders <3', sensitive: true, content: '<p>Eight legs</p>' },
  { language: null, edited_at: '2026-07-02T00:00:00.000Z', visibility: 'unlisted', favourites_count: -1 },
]

export const boostOf = (id: string, createdAt: string): Status =>
  statusEntity(id, createdAt, {
    url: null,
    uri: `https://${MAIN_HOST}/users/garden/statuses/${id}/activity`,
    content: '',
    reblog: statusEntity(`8${id}`, '2025-01-01T00:00:00.000Z', {
      url: 'https://remote.example/@seed/1',
      account: accountEntity('seed', 'remote.example', { id: '555' }),
      content: '<p>Boosted</p>',
      media_attachments: [attachment('unknown', 'x', { url: null, remote_url: 'https://remote.example/r.png' })],
    }),
  })

export const responseTo = (id: string, createdAt: string, accountId: string): Status =>
  statusEntity(id, createdAt, {
    in_reply_to_id: '42',
    in_reply_to_account_id: accountId,
    mentions: [{ id: '555', username: 'seed', acct: 'seed@remote.example', url: 'https://remote.example/@seed' }],
  })

const FIRST_ID = 99_999_999_999_999_960n
const START = Date.UTC(2026, 5, 1)

/** The n-th oldest status. Two share a second, and ids get longer over time. */
export const nthStatus = (index: number): Status => {
  const id = String(FIRST_ID + BigInt(index))
  const createdAt = new Date(START + Math.floor(index / 2) * 60_000).toISOString()
  if (index % 7 === 3) return boostOf(id, createdAt)
  if (index % 9 === 4) return responseTo(id, createdAt, '555')
  if (index % 13 === 5) return responseTo(id, createdAt, '109876543210987654')
  if (index % 11 === 6) return statusEntity(id, createdAt, { visibility: index % 2 ? 'private' : 'direct' })
  return statusEntity(id, createdAt, CONTENTS[index % CONTENTS.length])
}
