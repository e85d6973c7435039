import { Type } from '../../parsing/type.ts'
import { Post, Profile } from '../../post/post.ts'

/** What both endpoints of section “scan” take. */
export const scanFields = {
  platform: Type.String({ minLength: 1, maxLength: 64, description: 'An id that GET /platforms lists' }),
  handle: Type.String({
    minLength: 1,
    maxLength: 512,
    description: 'Any form people paste: name, @name, @name@host, the URL of a profile or feed, an embed code',
  }),
  variant: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 32,
      description: 'Which posts: `posts` (default) or another that the platform offers',
    }),
  ),
  siteId: Type.Optional(
    Type.String({ minLength: 1, maxLength: 255, description: 'The calling site; default: the one in the token' }),
  ),
}

export const Cursor = Type.String({ minLength: 1, maxLength: 4096, description: 'The nextCursor of the page before' })

export const PageData = Type.Object({
  body: Type.Object({
    platform: Type.String(),
    handle: Type.String({ description: 'In its canonical form' }),
    variant: Type.String(),
    profile: Profile,
    posts: Type.Array(Post, { maxItems: 20, description: 'Newest first' }),
  }),
  fetchedAt: Type.String({ format: 'date-time', description: 'When the platform was asked' }),
  nextCursor: Type.Union([Type.String(), Type.Null()], { description: 'null on the last page' }),
})
