// Builds the normalized form: a platform provides known values, everything else is null. It never lets an empty string
// or a negative number through, and applies the rules of the form whatever a platform says: see buildPost.

import { boundUrl } from './absolute-url.ts'
import { expiryOf } from './expiry-of.ts'
import { languageOrNull } from './language-or-null.ts'
import { findPlayer } from './markup/players.ts'
import type { Author, Media, PlatformPost, PlatformProfile, Poll, PostKind } from './post.ts'
import { oneLine, textToHtml } from './text.ts'
import { uniqueFiles } from './unique-media.ts'
import { uniqueTags } from './unique-tags.ts'
import { withoutAutoplay } from './without-autoplay.ts'

type Known<T> = { [K in keyof T]?: T[K] | undefined }

/** The trimmed string, or null if it is blank. */
export const stringOrNull = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null

/** A count as a number or as digits in a string, or null. Never a guess, never below zero. */
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
  url: boundUrl(known.url),
  avatarUrl: known.avatarUrl ?? null,
})

const PLAYED: ReadonlySet<Media['type']> = new Set(['video', 'audio'])

/** A player's page is not a file, although some platforms report it as one. */
const playerIn = ({ type, url = null }: Known<Media> & Pick<Media, 'type'>): string | undefined =>
  url !== null && PLAYED.has(type) ? findPlayer(url)?.embedUrl : undefined

/** Many URLs state their own expiry: pass `expiresAt` only if the platform reports it separately. */
export const buildMedia = (known: Known<Media> & Pick<Media, 'type'>): Media => {
  const { previewUrl = null, durationSeconds = null } = known
  const player = playerIn(known)
  const url = player === undefined ? (known.url ?? null) : null
  return {
    type: known.type,
    url,
    previewUrl,
    embedUrl: boundUrl(withoutAutoplay(known.embedUrl ?? player)),
    width: known.width ?? null,
    height: known.height ?? null,
    durationSeconds: durationSeconds === 0 ? null : durationSeconds,
    alt: known.alt ?? null,
    expiresAt: known.expiresAt ?? expiryOf([url, previewUrl]),
  }
}

/** null for a poll without options. */
export const buildPoll = (known: Known<Poll> & Pick<Poll, 'options'>): Poll | null =>
  known.options.length === 0
    ? null
    : {
        options: known.options,
        votes: known.votes ?? null,
        voters: known.voters ?? null,
        multiple: known.multiple ?? null,
        endsAt: known.endsAt ?? null,
        closed: known.closed ?? null,
      }

export const buildProfile = (
  known: Known<Omit<PlatformProfile, 'counts' | 'bio'>> &
    Pick<PlatformProfile, 'handle'> & {
      counts?: Known<PlatformProfile['counts']>
      bio?: Known<PlatformProfile['bio']>
    },
): PlatformProfile => ({
  id: known.id ?? null,
  handle: known.handle,
  displayName: known.displayName ?? null,
  url: boundUrl(known.url),
  owner: known.owner ?? null,
  movedTo: known.movedTo ?? null,
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

/** Text with visible characters, or null: some platforms require a text, and authors send invisible characters. */
const visible = (text: string | null | undefined): string | null =>
  text !== null && text !== undefined && /[^\s\p{Cf}\u115f\u1160\u2800\u3164\uffa0]/u.test(text) ? text : null

type KnownPost = Known<Omit<PlatformPost, 'metrics' | 'tags'>> &
  Pick<PlatformPost, 'id'> & { metrics?: Known<PlatformPost['metrics']>; tags?: readonly unknown[] | undefined }

/** Builds a post from known values. Without a `kind` that fits, the kind follows from the parts. `text` and `html` come
 * together: HTML without text is dropped (its images are media), and text without HTML gets some. A summary that
 * equals the text is dropped. If the platform stores no title, use `ownTitle` first. Duplicate files are dropped, and
 * so is a card of the post's own page. */
export const buildPost = (known: KnownPost): PlatformPost => {
  const text = visible(known.text)
  const title = oneLine(visible(known.title) ?? '') || null
  const parts = {
    title,
    text,
    media: uniqueFiles(known.media ?? []),
    link: known.link?.url === known.url ? null : (known.link ?? null),
    poll: known.poll ?? null,
  }
  return {
    id: known.id,
    kind: known.kind !== undefined && isBorneOut(known.kind, parts) ? known.kind : kindOf(parts),
    url: boundUrl(known.url),
    author: known.author ?? null,
    publishedAt: known.publishedAt ?? null,
    editedAt: known.editedAt ?? null,
    language: languageOrNull(known.language),
    tags: uniqueTags(known.tags ?? []),
    title,
    summary: known.summary === text ? null : (known.summary ?? null),
    text,
    html: text === null ? null : (known.html ?? textToHtml(text)),
    media: parts.media,
    link: parts.link,
    poll: parts.poll,
    repostOf: known.repostOf ?? null,
    replyTo: known.replyTo ?? null,
    quoteOf: known.quoteOf ?? null,
    metrics: {
      likes: known.metrics?.likes ?? null,
      comments: known.metrics?.comments ?? null,
      shares: known.metrics?.shares ?? null,
      views: known.metrics?.views ?? null,
    },
    pinned: known.pinned ?? null,
    sensitive: known.sensitive ?? null,
  }
}

const KIND_OF_MEDIA = { image: 'image', gif: 'image', video: 'video', audio: 'audio' } as const

type Parts = Pick<PlatformPost, 'title' | 'text' | 'media' | 'link' | 'poll'>

/** Whether the post has what its kind needs: a reported part may turn out to be missing or invisible. */
const isBorneOut = (kind: PostKind, { title, media, link }: Parts): boolean => {
  if (kind === 'article') return title !== null
  // Some platforms report only the first image.
  if (kind === 'gallery') return media.length > 0
  return kind !== 'link' || link !== null
}

const kindOf = ({ title, text, media, link, poll }: Parts): PostKind => {
  const [first, second] = media
  if (poll) return 'poll'
  if (title !== null && text !== null) return 'article'
  if (first && second) return 'gallery'
  if (first) return KIND_OF_MEDIA[first.type]
  return link === null ? 'text' : 'link'
}
