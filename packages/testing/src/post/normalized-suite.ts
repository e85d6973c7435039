// The rules of the normalized form for every post and profile, beyond what the schemas can say. The platforms' suite
// and tests apply them to whole pages.

import assert from 'node:assert/strict'
import { absoluteUrl } from '@central-api/service/post/absolute-url.ts'
import { MAX_MEDIA } from '@central-api/service/post/bound-html.ts'
import { sanitizeHtml } from '@central-api/service/post/html.ts'
import { type Media, type PlatformPost, type PlatformProfile, Post, Profile } from '@central-api/service/post/post.ts'
import { withServedMedia } from '@central-api/service/post/served-media.ts'
import { oneLine, plainText } from '@central-api/service/post/text.ts'
import { uniqueTags } from '@central-api/service/post/unique-tags.ts'
import type { TObject } from 'typebox'
import { Compile } from 'typebox/compile'

type Rule<T> = readonly [name: string, holds: (value: T) => boolean]

type Named<T> = readonly [field: string, value: T]

/** Every value within, with the name of its field. */
const valuesIn = (value: unknown, field = '', into: Named<unknown>[] = []): readonly Named<unknown>[] => {
  if (typeof value !== 'object' || value === null) into.push([field, value])
  else for (const [name, inner] of Object.entries(value)) valuesIn(inner, Array.isArray(value) ? field : name, into)
  return into
}

const isUrlField = (field: string) => field === 'url' || field.endsWith('Url')
const isTimeField = (field: string) => field.endsWith('At')
const isSafe = (html: string | null) => html === null || sanitizeHtml(html) === html
const linksOf = (html: string | null) => (html ?? '').match(/<a\b[^>]*>/g) ?? []
const isPlain = (text: string | null) => text === null || plainText(text) === text
const has = (media: readonly Media[], ...types: readonly Media['type'][]) =>
  media.some(({ type }) => types.includes(type))

const isThere = ([, value]: Named<unknown>): boolean => value !== undefined
const isString = (named: Named<unknown>): named is Named<string> => typeof named[1] === 'string'

const STRINGS: readonly Rule<Named<string>>[] = [
  ['no string is empty or padded', ([, text]) => text !== '' && text === text.trim()],
  ['strings are well formed', ([, text]) => text.isWellFormed()],
  [
    'addresses are absolute, as a URL parser writes them',
    ([field, text]) => !isUrlField(field) || absoluteUrl(text) === text,
  ],
  ['times are RFC 3339 in UTC with milliseconds, and real', ([field, text]) => !isTimeField(field) || isTime(text)],
]

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
  ['media are no more than are shown', ({ media }) => media.length <= MAX_MEDIA],
  ['no file is there twice', ({ media }) => new Set(media.map(keyOf)).size === media.length],
  ['the card is of another page', ({ link, url }) => link === null || link.url !== url],
  [
    'a post that is spoken of is known by something',
    ({ repostOf, replyTo, quoteOf }) =>
      [repostOf, replyTo, quoteOf].every((other) => other === null || (other.id ?? other.url ?? other.author) !== null),
  ],
]

const keyOf = ({ url, embedUrl, previewUrl }: Media) => url ?? embedUrl ?? previewUrl

const PROFILE_RULES: readonly Rule<PlatformProfile>[] = [
  ['text and html of the bio come together', ({ bio }) => (bio.text === null) === (bio.html === null)],
  ['html of the bio is as the sanitizer leaves it', ({ bio }) => isSafe(bio.html)],
]

/** A field that is not in the schema is a mistake of the mapping. */
const strayFields = (schema: TObject, value: object): string[] =>
  Object.keys(value).flatMap((name) => (Object.hasOwn(schema.properties, name) ? [] : [`a field ${name} of its own`]))

const brokenOf = <T>(value: T, rules: readonly Rule<T>[]): string[] =>
  rules.flatMap(([name, holds]) => (holds(value) ? [] : [name]))

const brokenWithin = (value: object): string[] => {
  const values = valuesIn(value)
  const missing = values.every(isThere) ? [] : ['every field is there: nothing is undefined']
  return [...missing, ...values.filter(isString).flatMap((named) => brokenOf(named, STRINGS))]
}

const createFaults = <T extends object>(schema: TObject, rules: readonly Rule<T>[]) => {
  const compiled = Compile(schema)
  return (value: T): string[] => {
    // The rules read fields that the schema guarantees.
    if (!compiled.Check(value))
      return compiled.Errors(value).map(({ instancePath, message }) => `${instancePath} ${message}`)
    return [...strayFields(schema, value), ...brokenWithin(value), ...brokenOf<T>(value, rules)]
  }
}

const faultsAsPost = createFaults<Post>(Post, POST_RULES)

const SOURCE = { kind: 'sandbox', connection: null, retrievedAt: '2026-01-01T00:00:00.000Z' }

/** The rules that a post breaks, in words. */
export const faultsOfPost = (post: PlatformPost): string[] =>
  faultsAsPost({ ...withServedMedia(post), source: SOURCE } as Post)

const faultsAsProfile = createFaults<Profile>(Profile, PROFILE_RULES)

/** The rules that a profile breaks, in words. */
export const faultsOfProfile = (profile: PlatformProfile): string[] =>
  faultsAsProfile({ ...profile, kind: 'account', source: SOURCE } as Profile)

/** Throws if there are faults, and names them first. */
const assertNone = (faults: readonly string[], value: unknown): void => {
  if (faults.length > 0) assert.fail(`${faults.join('; ')}: ${JSON.stringify(value)}`)
}

/** Throws unless the post is in the normalized form. */
export const assertNormalizedPost = (post: PlatformPost): void => assertNone(faultsOfPost(post), post)

/** Throws unless the profile and all posts are in the normalized form and the ids are unique. */
export const assertNormalized = (page: {
  readonly profile: PlatformProfile
  readonly posts: readonly PlatformPost[]
}): void => {
  assertNone(faultsOfProfile(page.profile), page.profile)
  page.posts.forEach(assertNormalizedPost)
  assert.equal(new Set(page.posts.map(({ id }) => id)).size, page.posts.length, 'each id once')
}
