// The videos of the simulated server's channel, in PeerTube's form, with everything that could break a mapping.

import type { JsonObject } from '@central-api/service/parsing/json-value.ts'

export type Video = JsonObject & { readonly uuid: string }

export const HOST = 'tube.example'
const START = Date.UTC(2026, 4, 1)

const summary = (id: number, kind: string, name: string, displayName: string): JsonObject => ({
  ...{ id, name, displayName, url: `https://${HOST}/${kind}/${name}`, host: HOST, avatars: [] },
})
const MARA = summary(5, 'accounts', 'mara', 'Mara')
const KILN = summary(9, 'video-channels', 'kiln_works', 'Kiln works')

const actor = (more: JsonObject): JsonObject => ({
  followingCount: 0,
  followersCount: 57,
  createdAt: '2025-01-01T00:00:00.000Z',
  updatedAt: '2026-05-01T00:00:00.000Z',
  description: 'Pots & **kilns**',
  ...more,
})
export const account = actor(MARA)
export const channel = actor({ ...KILN, support: null, isLocal: true, banners: [], ownerAccount: MARA })

const CONTENTS: readonly JsonObject[] = [
  { truncatedDescription: 'Part **two** & more. Tools:\n- clay...', language: { id: 'en', label: 'English' } },
  { isLive: true, duration: 0, nsfw: true },
  { thumbnails: undefined, comments: undefined, url: undefined, description: 'Old <script>x</script>' },
  { name: '  Odd\n name ', embedPath: null, aspectRatio: null },
]

/** The n-th video from the start, as lists contain it. Times have milliseconds, so all are different. */
export const nthVideo = (index: number): Video => {
  const uuid = `0b04f13d-1e18-4f1d-814e-${String(index).padStart(12, '0')}`
  const publishedAt = new Date(START + index * 60_000).toISOString()
  return {
    id: 100 + index,
    uuid,
    shortUUID: `2Kd4pQvX9nL7sJtR3b${String(index + 1111).replaceAll('0', 'a')}`,
    url: `https://${HOST}/videos/watch/${uuid}`,
    name: `Video ${index}`,
    truncatedDescription: null,
    createdAt: publishedAt,
    publishedAt,
    updatedAt: '2026-06-09T03:00:01.412Z',
    originallyPublishedAt: null,
    duration: 754,
    isLive: false,
    isLocal: true,
    category: { id: null, label: 'Unknown' },
    language: { id: null, label: 'Unknown' },
    privacy: { id: 1, label: 'Public' },
    thumbnailPath: '/lazy-static/thumbnails/a.jpg',
    previewPath: '/lazy-static/previews/b.jpg',
    thumbnails: [],
    embedPath: `/videos/embed/${uuid}`,
    views: 431,
    likes: 22,
    dislikes: 0,
    comments: 3,
    nsfw: false,
    account: MARA,
    channel: KILN,
    ...CONTENTS[index % CONTENTS.length],
  }
}

export const detailOf = (video: Video): JsonObject => ({
  ...video,
  description: 'Part **two**. Tools:\n- clay\n- time',
  tags: ['kiln', 'repair work'],
  files: [
    {
      id: 1,
      resolution: { id: 480, label: '480p' },
      fileUrl: `https://${HOST}/static/480.mp4`,
      width: 854,
      height: 480,
    },
    {
      id: 2,
      resolution: { id: 1080, label: '1080p' },
      fileUrl: `https://${HOST}/static/1080.mp4`,
      width: 1920,
      height: 1080,
    },
  ],
  streamingPlaylists: [],
})
