// The normalized form: every platform is mapped to it. The schemas are the only source of the types, the OpenAPI
// document and the checks of the contract suite.

import type { Static, TSchema } from 'typebox'
import { Type } from '../parsing/type.ts'

/** The schema, or null. */
export const nullable = <T extends TSchema>(schema: T, description?: string) =>
  Type.Union([schema, Type.Null()], description === undefined ? {} : { description })

/** A URL as responses have it. */
export const Url = Type.String({ pattern: '^https?://', description: 'Absolute http(s) URL' })
const Time = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$',
  description: 'RFC 3339, UTC, milliseconds',
})
const Count = nullable(Type.Integer({ minimum: 0, description: 'null if the platform does not report it' }))
const Text = Type.String({ minLength: 1 })
const Id = Type.String({ minLength: 1 })

export const Author = Type.Object(
  {
    id: nullable(Id, 'Id of the account on the platform'),
    handle: nullable(Text, 'Without a leading @'),
    displayName: nullable(Text),
    url: nullable(Url, 'Page of the account'),
    avatarUrl: nullable(Url),
  },
  { description: 'The author of a post' },
)
export type Author = Static<typeof Author>

export const PlatformMedia = Type.Object({
  type: Type.Enum(['image', 'video', 'gif', 'audio'], {
    description: '`gif`: a short looping video without sound',
  }),
  url: nullable(Url, 'The file itself; null if only a preview or a player is public'),
  previewUrl: nullable(Url, 'A still or smaller image to show first'),
  embedUrl: nullable(
    Type.String({ pattern: '^https://', description: 'Absolute https URL' }),
    'A player for a frame, if there is no file that a page could play',
  ),
  width: nullable(Type.Integer({ minimum: 1 }), 'Pixels'),
  height: nullable(Type.Integer({ minimum: 1 }), 'Pixels'),
  durationSeconds: nullable(Type.Number({ exclusiveMinimum: 0 })),
  alt: nullable(Text, 'Alternative text'),
  expiresAt: nullable(Time, 'When the URLs stop working; null if no expiry is known'),
})

export const Media = Type.Object(
  {
    ...PlatformMedia.properties,
    originalUrl: nullable(Url, 'Like `url`, but always at the platform'),
    sizes: Type.Array(Type.Integer({ minimum: 1 }), {
      description: 'Widths in pixels that may be added to `url` as `?w=`; empty if the platform serves the file',
    }),
  },
  { description: 'An image, video or audio file of a post' },
)
/** A media file as a platform returns it. Responses have two more fields: see `withServedMedia`. */
export type Media = Static<typeof PlatformMedia>

export const LinkCard = Type.Object(
  {
    url: Url,
    title: nullable(Text),
    description: nullable(Text),
    imageUrl: nullable(Url),
  },
  { description: 'The external page that a post links to' },
)
export type LinkCard = Static<typeof LinkCard>

export const Poll = Type.Object(
  {
    options: Type.Array(Type.Object({ text: Text, votes: Count }), {
      minItems: 1,
      description: 'In the order of the poll; `votes` is null while results are hidden',
    }),
    votes: nullable(Type.Integer({ minimum: 0 }), 'Total votes'),
    voters: nullable(Type.Integer({ minimum: 0 }), 'Number of voters, who may have several votes each'),
    multiple: nullable(Type.Boolean(), 'Whether several options may be chosen'),
    endsAt: nullable(Time),
    closed: nullable(Type.Boolean(), 'Whether it had ended when the page was fetched'),
  },
  { description: 'A poll in a post' },
)
export type Poll = Static<typeof Poll>

export const PostReference = Type.Object(
  { id: nullable(Id), url: nullable(Url), author: nullable(Author) },
  { description: 'A reference to another post' },
)
export type PostReference = Static<typeof PostReference>

export const POST_KINDS = ['text', 'article', 'image', 'video', 'audio', 'gallery', 'link', 'poll'] as const
export const PROFILE_KINDS = [
  'account',
  'community',
  'hashtag',
  'search',
  'list',
  'collection',
  'feed',
  'section',
] as const
export const SOURCE_KINDS = ['official_api', 'feed', 'public_page', 'sandbox'] as const
export type ProfileKind = (typeof PROFILE_KINDS)[number]
export type PostKind = (typeof POST_KINDS)[number]
export type SourceKind = (typeof SOURCE_KINDS)[number]

const readFrom = (description: string) =>
  Type.Object(
    {
      kind: Type.Enum([...SOURCE_KINDS, 'connected'], {
        description: '`connected`: with the permission of the account’s owner',
      }),
      connection: nullable(Type.String(), 'Id of the connected account; null unless `kind` is `connected`'),
      retrievedAt: Time,
    },
    { description },
  )

/** Where and when something was read. */
export type ReadFrom = Static<ReturnType<typeof readFrom>>

export const Post = Type.Object(
  {
    id: Type.String({ minLength: 1, description: 'Unique within the profile; never a number' }),
    kind: Type.Enum([...POST_KINDS], {
      description: 'The kind of post, for layouts. `article` has a title and a body, which may be for members only',
    }),
    url: nullable(Url, 'Page of the post on its platform'),
    author: nullable(Author),
    publishedAt: nullable(Time),
    editedAt: nullable(Time, 'null if it was never edited, or the platform does not report it'),
    language: nullable(Type.String({ minLength: 1 }), 'BCP 47, as reported by the platform'),
    tags: Type.Array(Text, { description: 'Hashtags, categories and keywords as written, without `#` and duplicates' }),
    title: nullable(
      Text,
      'The title on the platform, in one line. It repeats the start of `text` only if the platform stores it as a title',
    ),
    summary: nullable(Text, 'The platform’s excerpt or description in addition to the body, as plain text'),
    text: nullable(Text, 'The body as plain text, entities decoded, without the title'),
    html: nullable(Type.String({ minLength: 1 }), 'The body as sanitized HTML: safe to insert into a page'),
    media: Type.Array(Media, { description: 'In the order of the post; may be empty' }),
    link: nullable(LinkCard),
    poll: nullable(Poll, 'With `kind: "poll"`'),
    repostOf: nullable(PostReference, 'The post that this one reposts'),
    replyTo: nullable(PostReference, 'The post that this one replies to'),
    quoteOf: nullable(PostReference, 'The post that this one quotes'),
    metrics: Type.Object(
      { likes: Count, comments: Count, shares: Count, views: Count },
      { description: 'At the time the page was fetched' },
    ),
    pinned: nullable(Type.Boolean(), 'Whether it is pinned to the profile'),
    sensitive: nullable(Type.Boolean(), 'Whether it should be hidden until a reader asks'),
    source: readFrom('Where and when the post was read'),
  },
  { description: 'A post of any platform' },
)
export type Post = Static<typeof Post>

export const Profile = Type.Object(
  {
    id: nullable(Id, 'Id of the profile on the platform'),
    handle: Type.String({ minLength: 1, description: 'The canonical form' }),
    displayName: nullable(Text),
    url: nullable(Url, 'Page of the profile'),
    kind: Type.Enum([...PROFILE_KINDS], {
      description:
        'What the handle names. `community`: a subreddit, a group or a server. `list`: accounts that somebody chose. `collection`: a playlist, an album or a board. `feed`: posts that a program ranks. `section`: a part of a site or account. Show an unknown kind like `account`',
    }),
    owner: nullable(Author, 'Who made the list, collection or feed; null for everything else, and if unknown'),
    movedTo: nullable(Author, 'The account that this one moved to, as reported by the platform'),
    avatarUrl: nullable(Url),
    bannerUrl: nullable(Url),
    bio: Type.Object(
      { text: nullable(Text), html: nullable(Text) },
      { description: 'Like `text` and `html` of a post' },
    ),
    verified: nullable(Type.Boolean(), 'Whether the platform has verified it'),
    createdAt: nullable(Time),
    counts: Type.Object(
      { followers: Count, following: Count, posts: Count },
      { description: 'At the time the page was fetched' },
    ),
    source: readFrom('Where and when the page was read'),
  },
  { description: 'The profile that was scanned' },
)
export type Profile = Static<typeof Profile>

/** A profile as a platform returns it. The scan engine adds `kind` and `source`. */
export type PlatformProfile = Omit<Profile, 'kind' | 'source'>

/** A post as a platform returns it. The scan engine adds `source`, and two fields of its media. */
export type PlatformPost = Omit<Post, 'source' | 'media'> & { media: Media[] }
