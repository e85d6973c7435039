// Fills the normalized form: a platform names what it knows, everything else is null. Never lets an empty string or a
// negative number through.

import type { Author, Media, PlatformPost, PostKind, Profile } from './post.ts'

type Known<T> = { [K in keyof T]?: T[K] | undefined }

/** A string that says something, or null. */
export const stringOrNull = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null

/** A count as a platform tells it (a number, or digits in a string), or null: never a guess, never below zero. */
export const countOrNull = (value: unknown): number | null => {
  const count = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : null
}

/** A size in pixels, or null. */
export const pixelsOrNull = (value: unknown): number | null => {
  const pixels = countOrNull(typeof value === 'number' ? Math.round(value) : value)
  return pixels === 0 ? null : pixels
}

export const buildAuthor = (known: Known<Author>): Author => ({
  id: known.id ?? null,
  handle: known.handle ?? null,
  displayName: known.displayName ?? null,
  url: known.url ?? null,
  avatarUrl: known.avatarUrl ?? null,
})

export const buildMedia = (known: Known<Media> & Pick<Media, 'type'>): Media => ({
  type: known.type,
  url: known.url ?? null,
  previewUrl: known.previewUrl ?? null,
  width: known.width ?? null,
  height: known.height ?? null,
  durationSeconds: known.durationSeconds ?? null,
  alt: known.alt ?? null,
})

export const buildProfile = (
  known: Known<Omit<Profile, 'counts' | 'bio'>> &
    Pick<Profile, 'handle'> & { counts?: Known<Profile['counts']>; bio?: Known<Profile['bio']> },
): Profile => ({
  id: known.id ?? null,
  handle: known.handle,
  displayName: known.displayName ?? null,
  url: known.url ?? null,
  avatarUrl: known.avatarUrl ?? null,
  bannerUrl: known.bannerUrl ?? null,
  bio: { text: known.bio?.text ?? null, html: known.bio?.html ?? null },
  verified: known.verified ?? null,
  createdAt: known.createdAt ?? null,
  counts: {
    followers: known.counts?.followers ?? null,
    following: known.counts?.following ?? null,
    posts: known.counts?.posts ?? null,
  },
})

/** A post from what is known of it. `kind` is told by the media and the link unless the platform says better. */
export const buildPost = (
  known: Known<Omit<PlatformPost, 'metrics'>> & Pick<PlatformPost, 'id'> & { metrics?: Known<PlatformPost['metrics']> },
): PlatformPost => {
  const media = known.media ?? []
  const link = known.link ?? null
  return {
    id: known.id,
    url: known.url ?? null,
    kind: known.kind ?? kindOf(media, link !== null),
    text: known.text ?? null,
    html: known.html ?? null,
    language: known.language ?? null,
    publishedAt: known.publishedAt ?? null,
    editedAt: known.editedAt ?? null,
    author: known.author ?? null,
    media,
    link,
    metrics: {
      likes: known.metrics?.likes ?? null,
      comments: known.metrics?.comments ?? null,
      shares: known.metrics?.shares ?? null,
      views: known.metrics?.views ?? null,
    },
    repostOf: known.repostOf ?? null,
    replyTo: known.replyTo ?? null,
    quoteOf: known.quoteOf ?? null,
    pinned: known.pinned ?? null,
    sensitive: known.sensitive ?? null,
  }
}

const KIND_OF_MEDIA = { image: 'image', gif: 'image', video: 'video', audio: 'audio' } as const

const kindOf = (media: readonly Media[], hasLink: boolean): PostKind => {
  const [first, second] = media
  if (first && second) return 'gallery'
  if (first) return KIND_OF_MEDIA[first.type]
  return hasLink ? 'link' : 'text'
}
