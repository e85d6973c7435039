import { Type } from '../../parsing/type.ts'
import { Post, Profile } from '../../post/post.ts'
import { ConnectionId } from '../connections/schema.ts'

/** Fields of both scan endpoints. */
export const scanFields = {
  platform: Type.String({ minLength: 1, maxLength: 64, description: 'Id of a platform, from `GET /platforms`' }),
  handle: Type.String({
    minLength: 1,
    maxLength: 512,
    description: 'Any form that people paste: name, @name, @name@host, the URL of a profile or feed, or an embed code',
  }),
  variant: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 32,
      description: 'Which posts: `posts` (default) or another variant of the platform',
    }),
  ),
  connection: Type.Optional(
    ConnectionId(
      'Id of a connected account of the license, which is then read with its own permission. `handle` is its handle, or `me`. Without it, the license’s own connection of the account is used if there is one that the site may use; `source.connection` names it',
    ),
  ),
  siteId: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'The site that uses the license; default: the one in the token',
    }),
  ),
}

export const Cursor = Type.String({ minLength: 1, maxLength: 4096, description: '`nextCursor` of the previous page' })

export const PageData = Type.Object(
  {
    body: Type.Object({
      platform: Type.String(),
      handle: Type.String({ description: 'The canonical form' }),
      variant: Type.String(),
      profile: Profile,
      posts: Type.Array(Post, { maxItems: 20, description: 'Newest first' }),
    }),
    fetchedAt: Type.String({ format: 'date-time', description: 'When the page was fetched from the platform' }),
    nextCursor: Type.Union([Type.String(), Type.Null()], { description: 'null on the last page' }),
  },
  { description: 'A profile with up to 20 of its posts' },
)
