// Notes of the simulated account in Misskey's format, including all that could break a mapping.

import type { JsonObject } from '@central-api/service/parsing/json-value.ts'

export type Note = JsonObject & { readonly id: string; readonly visibility: string }

export const HOST = 'notes.example'
export const USER_ID = '9abc000001'
const START = Date.UTC(2026, 4, 1)

export const userLite = (more: JsonObject = {}): JsonObject => ({
  id: USER_ID,
  name: 'Nao :blobcat:',
  username: 'nao',
  host: null,
  avatarUrl: `https://${HOST}/proxy/avatar.webp?url=x`,
  avatarBlurhash: null,
  avatarDecorations: [],
  isBot: false,
  isCat: true,
  emojis: { blobcat: `https://${HOST}/emoji/blobcat.webp` },
  onlineStatus: 'unknown',
  ...more,
})

const LEA = userLite({ id: '9zzz000009', name: null, username: 'lea', host: 'social.example' })

export const userDetailed = (pinnedNoteIds: readonly string[], more: JsonObject = {}): JsonObject => ({
  ...userLite(),
  url: null,
  uri: null,
  movedTo: null,
  alsoKnownAs: null,
  createdAt: '2023-01-05T11:00:00.000Z',
  updatedAt: '2026-05-02T09:31:00.000Z',
  bannerUrl: null,
  isLocked: false,
  isSilenced: false,
  isSuspended: false,
  description: 'Hi. **bold** https://example.org',
  fields: [{ name: 'Web', value: 'https://example.org' }],
  verifiedLinks: [],
  followersCount: 0,
  followingCount: 12,
  notesCount: 340,
  pinnedNoteIds,
  pinnedNotes: [],
  followingVisibility: 'public',
  followersVisibility: 'private',
  roles: [],
  memo: null,
  ...more,
})

export const note = (id: string, createdAt: string, more: JsonObject = {}): Note => ({
  id,
  createdAt,
  userId: USER_ID,
  user: userLite(),
  text: 'Plain',
  cw: null,
  visibility: 'public',
  localOnly: false,
  reactionAcceptance: null,
  reactionEmojis: {},
  reactions: { '❤': 3, ':blobcat@.:': 2 },
  reactionCount: 5,
  renoteCount: 1,
  repliesCount: 0,
  fileIds: [],
  files: [],
  replyId: null,
  renoteId: null,
  clippedCount: 0,
  ...more,
})

export const driveFile = (name: string, type: string, more: JsonObject = {}): JsonObject => ({
  id: name,
  createdAt: '2026-05-02T09:29:50.000Z',
  name,
  type,
  md5: '0cc175b9c0f1b6a831c399e269772661',
  size: 88_123,
  isSensitive: false,
  blurhash: null,
  properties: { width: 1280, height: 960 },
  url: `https://files.example/${name}`,
  thumbnailUrl: `https://files.example/thumbnail-${name}`,
  comment: null,
  folderId: null,
  userId: null,
  ...more,
})

const withFiles = (...files: readonly JsonObject[]): JsonObject => ({ files, fileIds: files.map(({ id }) => id) })

/** One of each shape, in turn. */
const CONTENTS: readonly JsonObject[] = [
  { text: 'Fish & chips <3 😀👩‍👩‍👧 “café”\nnext $[tada.speed=2s line] #陶芸 #Kiln', tags: ['陶芸', 'kiln'] },
  { text: '**bold [l](https://example.org)** <script>alert(1)</script> $[x2 never closed' },
  { cw: 'food', ...withFiles(driveFile('pot.webp', 'image/webp', { isSensitive: true, comment: 'A pot' })) },
  { text: null, ...withFiles(driveFile('a.gif', 'image/gif'), driveFile('b.mp4', 'video/mp4', { properties: {} })) },
  { text: null, ...withFiles(driveFile('c.pdf', 'application/pdf'), driveFile('d.mp3', 'audio/mpeg')) },
  { text: 'Which?', hasPoll: true, poll: { expiresAt: null, multiple: true, choices: [{ text: 'Blue', votes: 4 }] } },
  { text: 'שלום\n\n> quoted\n> more\n\n```js\na < b\n```', visibility: 'home', localOnly: true },
  { cw: '', reactions: { '👍': 1 }, reactionCount: undefined },
]

/** The n-th oldest note. Two share each second. */
export const nthNote = (index: number): Note => {
  const id = `a1z${(index + 46_656).toString(36).padStart(7, '0')}`
  const createdAt = new Date(START + Math.floor(index / 2) * 60_000).toISOString()
  const remote = note(`a0y${id.slice(3)}`, '2026-01-01T00:00:00.000Z', {
    user: LEA,
    userId: '9zzz000009',
    text: 'hello @nao',
    uri: 'https://social.example/users/lea/statuses/1',
    url: 'https://social.example/@lea/1',
  })
  if (index % 7 === 3) return note(id, createdAt, { text: null, renoteId: remote.id, renote: remote, reactionCount: 0 })
  if (index % 9 === 4)
    return note(id, createdAt, { replyId: remote.id, reply: remote, text: '@lea@social.example yes' })
  if (index % 11 === 6) return note(id, createdAt, { text: null, isHidden: true, cw: null })
  if (index % 13 === 5) return note(id, createdAt, { renoteId: remote.id, renote: remote, text: 'Look' })
  if (index % 17 === 8) return note(id, createdAt, { replyId: 'a1z0000000', reply: note('a1z0000000', createdAt) })
  return note(id, createdAt, CONTENTS[index % CONTENTS.length])
}
