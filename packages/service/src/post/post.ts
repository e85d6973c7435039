// The normalized form: what every platform is mapped to and every page of posts carries.
// The schemas are the one source of the types, of the OpenAPI document and of the contract suite's checks.

import type { Static, TSchema } from 'typebox'
import { Type } from '../parsing/type.ts'

/** The schema, or null. */
export const nullable = <T extends TSchema>(schema: T, description?: string) =>
  Type.Union([schema, Type.Null()], description === undefined ? {} : { description })

/** An address as answers carry them. */
export const Url = Type.String({ pattern: '^https?://', description: 'Absolute http(s) address' })
const Time = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$',
  description: 'RFC 3339, UTC, milliseconds',
})
const Count = nullable(Type.Integer({ minimum: 0, description: 'null when the platform does not tell' }))
const Text = Type.String({ minLength: 1 })
const Id = Type.String({ minLength: 1 })

export const Author = Type.Object(
  {
    id: nullable(Id, 'As the platform numbers its accounts'),
    handle: nullable(Text, 'Without a leading @'),
    displayName: nullable(Text),
    url: nullable(Url, 'The page of the account'),
    avatarUrl: nullable(Url),
  },
  { description: 'Who wrote a post' },
)
export type Author = Static<typeof Author>

export const Media = Type.Object(
  {
    type: Type.Enum(['image', 'video', 'gif', 'audio'], {
      description: '`gif`: a short film without sound that loops',
    }),
    url: nullable(Url, 'The file itself; null where only a preview or a player is public'),
    previewUrl: nullable(Url, 'A still or smaller picture to show first'),
    embedUrl: nullable(
      Type.String({ pattern: '^https://', description: 'Absolute https address' }),
      'A player to put into a frame, where there is no file that a page could play',
    ),
    width: nullable(Type.Integer({ minimum: 1 }), 'Pixels'),
    height: nullable(Type.Integer({ minimum: 1 }), 'Pixels'),
    durationSeconds: nullable(Type.Number({ exclusiveMinimum: 0 })),
    alt: nullable(Text, 'The description for those who do not see it'),
    expiresAt: nullable(Time, 'When the addresses stop working; null when nobody says that they do'),
  },
  { description: 'A picture, film or recording of a post' },
)
export type Media = Static<typeof Media>

export const LinkCard = Type.Object(
  {
    url: Url,
    title: nullable(Text),
    description: nullable(Text),
    imageUrl: nullable(Url),
  },
  { description: 'The page elsewhere that a post points to' },
)
export type LinkCard = Static<typeof LinkCard>

export const Poll = Type.Object(
  {
    options: Type.Array(Type.Object({ text: Text, votes: Count }), {
      minItems: 1,
      description: 'In the order of the poll; `votes` is null while they are hidden',
    }),
    votes: nullable(Type.Integer({ minimum: 0 }), 'All together'),
    voters: nullable(Type.Integer({ minimum: 0 }), 'People, who may have several votes each'),
    multiple: nullable(Type.Boolean(), 'Whether one may choose several'),
    endsAt: nullable(Time),
    closed: nullable(Type.Boolean(), 'Whether it had ended when the page was fetched'),
  },
  { description: 'What a post asks its readers' },
)
export type Poll = Static<typeof Poll>

export const PostReference = Type.Object(
  { id: nullable(Id), url: nullable(Url), author: nullable(Author) },
  { description: 'Another post that a post is about' },
)
export type PostReference = Static<typeof PostReference>

export const POST_KINDS = ['text', 'article', 'image', 'video', 'audio', 'gallery', 'link', 'poll'] as const
export const SOURCE_KINDS = ['official_api', 'feed', 'public_page', 'sandbox'] as const
export type PostKind = (typeof POST_KINDS)[number]
export type SourceKind = (typeof SOURCE_KINDS)[number]

export const Post = Type.Object(
  {
    id: Type.String({ minLength: 1, description: 'Unique within the profile; never a number' }),
    kind: Type.Enum([...POST_KINDS], {
      description:
        'What a layout needs to know first; `article`: a title and a body of its own, though it may be for members alone',
    }),
    url: nullable(Url, 'The post on its platform'),
    author: nullable(Author),
    publishedAt: nullable(Time),
    editedAt: nullable(Time, 'null when it was never edited, or the platform does not tell'),
    language: nullable(Type.String({ minLength: 1 }), 'BCP 47, as the platform tells it'),
    tags: Type.Array(Text, { description: 'Hashtags, categories and keywords as written, without `#`, each once' }),
    title: nullable(
      Text,
      'What the platform calls a title, in one line; merely how `text` begins only where the platform stores it as a title',
    ),
    summary: nullable(Text, 'The platform’s own excerpt or description beside a body, plain text'),
    text: nullable(Text, 'The body as plain text, entities decoded, without the title'),
    html: nullable(Type.String({ minLength: 1 }), 'The same as HTML, sanitized: safe to put into a page'),
    media: Type.Array(Media, { description: 'In the order of the post; empty when there is none' }),
    link: nullable(LinkCard),
    poll: nullable(Poll, 'With `kind: "poll"`'),
    repostOf: nullable(PostReference, 'The post that this one passes on'),
    replyTo: nullable(PostReference, 'The post that this one answers'),
    quoteOf: nullable(PostReference, 'The post that this one quotes'),
    metrics: Type.Object(
      { likes: Count, comments: Count, shares: Count, views: Count },
      { description: 'As they were when the page was fetched' },
    ),
    pinned: nullable(Type.Boolean(), 'Whether the profile shows it first'),
    sensitive: nullable(Type.Boolean(), 'Whether it should be covered until a reader asks'),
    source: Type.Object(
      { kind: Type.Enum([...SOURCE_KINDS]), retrievedAt: Time },
      { description: 'Where the post was read, and when' },
    ),
  },
  { description: 'A post of any platform' },
)
export type Post = Static<typeof Post>

export const Profile = Type.Object(
  {
    id: nullable(Id, 'As the platform numbers its accounts'),
    handle: Type.String({ minLength: 1, description: 'In its canonical form' }),
    displayName: nullable(Text),
    url: nullable(Url, 'The page of the profile'),
    movedTo: nullable(Author, 'Where the platform says that the account went'),
    avatarUrl: nullable(Url),
    bannerUrl: nullable(Url),
    bio: Type.Object({ text: nullable(Text), html: nullable(Text) }, { description: 'As a post’s `text` and `html`' }),
    verified: nullable(Type.Boolean(), 'Whether the platform vouches for it'),
    createdAt: nullable(Time),
    counts: Type.Object(
      { followers: Count, following: Count, posts: Count },
      { description: 'As they were when the page was fetched' },
    ),
  },
  { description: 'Whose posts they are' },
)
export type Profile = Static<typeof Profile>

/** A post as a platform returns it; the scan engine adds `source`. */
export type PlatformPost = Omit<Post, 'source'>
