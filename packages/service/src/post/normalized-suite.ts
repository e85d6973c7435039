// What holds for every post and profile in the normalized form, whatever platform it came from: the rules of the contract
// beyond what the schemas can say. The platforms' suite and tests apply it to whole pages.

import assert from 'node:assert/strict'
import type { TObject } from 'typebox'
import { Errors } from 'typebox/value'
import { absoluteUrl } from './absolute-url.ts'
import { MOST_MEDIA } from './bound-html.ts'
import { sanitizeHtml } from './html.ts'
import { type Media, type PlatformPost, Post, Profile } from './post.ts'
import { oneLine, plainText } from './text.ts'
import { uniqueTags } from './unique-tags.ts'

type Rule<T> = readonly [name: string, holds: (value: T) => boolean]

/** Every value within, with the name of its field. */
const valuesIn = (value: unknown, field = ''): (readonly [string, unknown])[] => {
  if (typeof value !== 'object' || value === null) return [[field, value]]
  return Object.entries(value).flatMap(([name, inner]) => valuesIn(inner, Array.isArray(value) ? field : name))
}

const isUrlField = (field: string) => field === 'url' || field.endsWith('Url')
const isTimeField = (field: string) => field.endsWith('At')
const isSafe = (html: string | null) => html === null || sanitizeHtml(html) === html
const linksOf = (html: string | null) => (html ?? '').match(/<a\b[^>]*>/g) ?? []
const isPlain = (text: string | null) => text === null || plainText(text) === text
const has = (media: readonly Media[], ...types: readonly Media['type'][]) =>
  media.some(({ type }) => types.includes(type))

const ANYTHING: readonly Rule<unknown>[] = [
  ['every field is there: nothing is undefined', (value) => valuesIn(value).every(([, inner]) => inner !== undefined)],
  ['no string is empty or padded', (value) => strings(value).every(([, text]) => text !== '' && text === text.trim())],
  ['strings are well formed', (value) => strings(value).every(([, text]) => text.isWellFormed())],
  [
    'addresses are absolute, as a URL parser writes them',
    (value) => strings(value).every(([field, text]) => !isUrlField(field) || absoluteUrl(text) === text),
  ],
  [
    'times are RFC 3339 in UTC with milliseconds, and real',
    (value) => strings(value).every(([field, text]) => !isTimeField(field) || isTime(text)),
  ],
]

const strings = (value: unknown): (readonly [string, string])[] =>
  valuesIn(value).flatMap(([field, inner]) => (typeof inner === 'string' ? [[field, inner] as const] : []))

const isTime = (text: string): boolean => {
  const time = Date.parse(text)
  return !Number.isNaN(time) && new Date(time).toISOString() === text
}

const KINDS: Readonly<Record<PlatformPost['kind'], (post: PlatformPost) => boolean>> = {
  text: ({ media, link }) => media.length === 0 && link === null,
  article: ({ title }) => title !== null,
  image: ({ media }) => has(media, 'image', 'gif'),
  video: ({ media }) => has(media, 'video'),
  audio: ({ media }) => has(media, 'audio'),
  gallery: ({ media }) => media.length > 0,
  link: ({ link }) => link !== null,
  poll: ({ poll }) => poll !== null,
}

const POST_RULES: readonly Rule<PlatformPost>[] = [
  ['kind says what is there', (post) => KINDS[post.kind](post)],
  ['a poll has the kind poll', ({ poll, kind }) => poll === null || kind === 'poll'],
  ['text and html come together', ({ text, html }) => (text === null) === (html === null)],
  ['text, title and summary are plain text', ({ text, title, summary }) => [text, title, summary].every(isPlain)],
  ['html is as the sanitizer leaves it', ({ html }) => isSafe(html)],
  [
    'links say what they are',
    ({ html }) => linksOf(html).every((link) => link.endsWith(' rel="nofollow noopener ugc">')),
  ],
  ['a title is one line', ({ title }) => title === null || (title !== '' && oneLine(title) === title)],
  ['a summary is not the text', ({ summary, text }) => summary === null || summary !== text],
  [
    'tags have no sign, and each is there once',
    ({ tags }) => uniqueTags(tags).length === tags.length && uniqueTags(tags).every((tag, n) => tag === tags[n]),
  ],
  ['media have an address', ({ media }) => media.every((each) => each.url ?? each.previewUrl ?? each.embedUrl)],
  ['media are no more than are shown', ({ media }) => media.length <= MOST_MEDIA],
  ['no file is there twice', ({ media }) => new Set(media.map(keyOf)).size === media.length],
  ['the card is of another page', ({ link, url }) => link === null || link.url !== url],
  [
    'a post that is spoken of is known by something',
    ({ repostOf, replyTo, quoteOf }) =>
      [repostOf, replyTo, quoteOf].every((other) => other === null || (other.id ?? other.url ?? other.author) !== null),
  ],
]

const keyOf = ({ url, embedUrl, previewUrl }: Media) => url ?? embedUrl ?? previewUrl

const PROFILE_RULES: readonly Rule<Profile>[] = [
  ['text and html of the bio come together', ({ bio }) => (bio.text === null) === (bio.html === null)],
  ['html of the bio is as the sanitizer leaves it', ({ bio }) => isSafe(bio.html)],
]

/** A field that the schema does not have is a slip of the mapping. */
const strayFields = (schema: TObject, value: object): string[] =>
  Object.keys(value).flatMap((name) => (Object.hasOwn(schema.properties, name) ? [] : [`a field ${name} of its own`]))

const brokenOf = <T>(value: T, rules: readonly Rule<T>[]): string[] =>
  rules.flatMap(([name, holds]) => (holds(value) ? [] : [name]))

const faultsAgainst = <T extends object>(schema: TObject, value: T, rules: readonly Rule<T>[]): string[] => {
  const faults = [...Errors(schema, value)].map(({ instancePath, message }) => `${instancePath} ${message}`)
  // The rules read what the schema says is there.
  if (faults.length > 0) return faults
  return [...strayFields(schema, value), ...brokenOf<unknown>(value, ANYTHING), ...brokenOf(value, rules)]
}

const SOURCE = { kind: 'sandbox', retrievedAt: '2026-01-01T00:00:00.000Z' }

/** Which rules a post breaks, in words. */
export const faultsOfPost = (post: PlatformPost): string[] =>
  faultsAgainst(Post, { ...post, source: SOURCE } as Post, POST_RULES)

/** Which rules a profile breaks, in words. */
export const faultsOfProfile = (profile: Profile): string[] => faultsAgainst(Profile, profile, PROFILE_RULES)

/** Fails where there are faults, and tells of them first. */
const assertNone = (faults: readonly string[], value: unknown): void =>
  assert.equal(faults.length, 0, `${faults.join('; ')}: ${JSON.stringify(value)}`)

/** Fails unless the post is in the normalized form. */
export const assertNormalizedPost = (post: PlatformPost): void => assertNone(faultsOfPost(post), post)

/** Fails unless the profile and all posts are in the normalized form, and no two posts have one id. */
export const assertNormalized = (page: {
  readonly profile: Profile
  readonly posts: readonly PlatformPost[]
}): void => {
  assertNone(faultsOfProfile(page.profile), page.profile)
  page.posts.forEach(assertNormalizedPost)
  assert.equal(new Set(page.posts.map(({ id }) => id)).size, page.posts.length, 'each id once')
}
