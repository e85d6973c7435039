// The normalized form: what every platform is mapped to and every page of posts carries.
// The schemas are the one source of the types, of the OpenAPI document and of the contract suite's checks.

import { type Static, type TSchema, Type } from 'typebox'

const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

const Url = Type.String({ pattern: '^https?://', description: 'Absolute http(s) address' })
const Time = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$',
  description: 'RFC 3339, UTC, milliseconds',
})
const Count = nullable(Type.Integer({ minimum: 0, description: 'null when the platform does not tell' }))
const Text = Type.String({ minLength: 1 })
const Id = Type.String({ minLength: 1 })

export const Author = Type.Object({
  id: nullable(Id),
  handle: nullable(Text),
  displayName: nullable(Text),
  url: nullable(Url),
  avatarUrl: nullable(Url),
})
export type Author = Static<typeof Author>

export const Media = Type.Object({
  type: Type.Enum(['image', 'video', 'gif', 'audio']),
  url: nullable(Url),
  previewUrl: nullable(Url),
  width: nullable(Type.Integer({ minimum: 1, description: 'Pixels' })),
  height: nullable(Type.Integer({ minimum: 1, description: 'Pixels' })),
  durationSeconds: nullable(Type.Number({ minimum: 0 })),
  alt: nullable(Text),
})
export type Media = Static<typeof Media>

export const LinkCard = Type.Object({
  url: Url,
  title: nullable(Text),
  description: nullable(Text),
  imageUrl: nullable(Url),
})
export type LinkCard = Static<typeof LinkCard>

export const PostReference = Type.Object({ id: nullable(Id), url: nullable(Url), author: nullable(Author) })
export type PostReference = Static<typeof PostReference>

export const POST_KINDS = ['text', 'image', 'video', 'audio', 'gallery', 'link', 'poll'] as const
export const SOURCE_KINDS = ['official_api', 'feed', 'public_page', 'sandbox'] as const
export type PostKind = (typeof POST_KINDS)[number]
export type SourceKind = (typeof SOURCE_KINDS)[number]

export const Post = Type.Object({
  id: Id,
  url: nullable(Url),
  kind: Type.Enum([...POST_KINDS]),
  text: nullable(Text),
  html: nullable(Type.String({ minLength: 1, description: 'Sanitized, safe to put into a page' })),
  language: nullable(Type.String({ minLength: 1, description: 'BCP 47, as the platform tells it' })),
  publishedAt: nullable(Time),
  editedAt: nullable(Time),
  author: nullable(Author),
  media: Type.Array(Media),
  link: nullable(LinkCard),
  metrics: Type.Object({ likes: Count, comments: Count, shares: Count, views: Count }),
  repostOf: nullable(PostReference),
  replyTo: nullable(PostReference),
  quoteOf: nullable(PostReference),
  pinned: nullable(Type.Boolean()),
  sensitive: nullable(Type.Boolean()),
  source: Type.Object({ kind: Type.Enum([...SOURCE_KINDS]), retrievedAt: Time }),
})
export type Post = Static<typeof Post>

export const Profile = Type.Object({
  id: nullable(Id),
  handle: Type.String({ minLength: 1 }),
  displayName: nullable(Text),
  url: nullable(Url),
  avatarUrl: nullable(Url),
  bannerUrl: nullable(Url),
  bio: Type.Object({ text: nullable(Text), html: nullable(Text) }),
  verified: nullable(Type.Boolean()),
  createdAt: nullable(Time),
  counts: Type.Object({ followers: Count, following: Count, posts: Count }),
})
export type Profile = Static<typeof Profile>

/** A post as a platform returns it; the scan engine adds `source`. */
export type PlatformPost = Omit<Post, 'source'>
