// Creates posts for tests: complete, with null for all fields that the test does not set.

import type { Media, Post } from '../wire.ts'

const RETRIEVED_AT = '2030-01-15T12:00:00.000Z'

const EMPTY_POST = {
  url: null,
  title: null,
  summary: null,
  text: null,
  html: null,
  language: null,
  tags: [],
  poll: null,
  publishedAt: null,
  editedAt: null,
  author: null,
  media: [],
  link: null,
  metrics: { likes: null, comments: null, shares: null, views: null },
  repostOf: null,
  replyTo: null,
  quoteOf: null,
  pinned: null,
  sensitive: null,
} as const

export const makePost = (post: Partial<Post> & Pick<Post, 'id'>): Post => ({
  ...EMPTY_POST,
  kind: 'text',
  source: { kind: 'sandbox', connection: null, retrievedAt: RETRIEVED_AT },
  ...post,
})

export const makeMedia = (media: Partial<Media> = {}): Media => ({
  type: 'image',
  url: null,
  previewUrl: null,
  embedUrl: null,
  expiresAt: null,
  width: null,
  height: null,
  durationSeconds: null,
  alt: null,
  originalUrl: media.url ?? null,
  sizes: [],
  ...media,
})
