import type { Static } from 'typebox'
import { ERROR_CODES } from '../../errors.ts'
import { Type } from '../../parsing/type.ts'
import { Post } from '../../post/post.ts'
import { scanFields } from '../scan-profile/schema.ts'

export const MOST_POSTS = 20

export const PostsBody = Type.Object({
  platform: scanFields.platform,
  posts: Type.Array(
    Type.String({
      minLength: 1,
      maxLength: 2048,
      description: 'The `url` of a post, or its `id` where the platform finds a post by that alone',
    }),
    { minItems: 1, maxItems: MOST_POSTS, description: 'The chosen posts' },
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
            code: Type.Enum([...ERROR_CODES], { description: 'As of an answer' }),
            message: Type.String({ description: 'English, for people; may change' }),
            retryable: Type.Boolean({ description: 'Whether this post may be had later' }),
          }),
        }),
      ]),
      { maxItems: MOST_POSTS, description: 'In the order asked: of each the post, or why it cannot be had' },
    ),
  }),
})
