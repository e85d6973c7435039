import type { Static } from 'typebox'
import { ERROR_CODES } from '../../errors.ts'
import { Type } from '../../parsing/type.ts'
import { Post } from '../../post/post.ts'
import { ConnectionId } from '../connections/schema.ts'
import { scanFields } from '../scan-profile/schema.ts'

export const MAX_POSTS = 20

export const PostsBody = Type.Object({
  platform: scanFields.platform,
  posts: Type.Array(
    Type.String({
      minLength: 1,
      maxLength: 2048,
      description: 'The `url` of a post, or its `id` if the platform can find posts by id',
    }),
    { minItems: 1, maxItems: MAX_POSTS, description: 'The selected posts' },
  ),
  connection: Type.Optional(
    ConnectionId(
      'Id of a connected account of the license, whose posts are read with its own permission. The URL of a post often does not say whose it is, so send the `source.connection` of the post if it has one',
    ),
  ),
  siteId: scanFields.siteId,
})
export type PostsRequest = Static<typeof PostsBody>

export const PostsData = Type.Object({
  body: Type.Object({
    platform: Type.String(),
    posts: Type.Array(
      Type.Union([
        Type.Object({ ok: Type.Literal(true), post: Post }),
        Type.Object({
          ok: Type.Literal(false),
          error: Type.Object({
            code: Type.Enum([...ERROR_CODES], { description: 'As in an error response' }),
            message: Type.String({ description: 'English, for people. May change' }),
            retryable: Type.Boolean({ description: 'Whether this post may be available later' }),
          }),
        }),
      ]),
      { maxItems: MAX_POSTS, description: 'In the order of the request: each post, or its error' },
    ),
  }),
})
