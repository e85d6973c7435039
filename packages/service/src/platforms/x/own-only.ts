// What the token of a connected account sees besides its own posts: protected posts of accounts that it follows. They are
// theirs, and nobody has consented to show them.

import type { JsonObject } from '../../parsing/json-value.ts'
import type { OwnAccount } from '../../upstream/contract/reach.ts'
import { type Includes, repostedIn } from './map-post.ts'

const isProtectedOther = (id: unknown, { users }: Includes, own: OwnAccount): boolean =>
  id !== own.id && users.get(id)?.protected === true

/** Whether the post, or the post that it passes on, is another account's protected post. */
export const isOfOthers = (post: JsonObject, includes: Includes, own: OwnAccount): boolean =>
  isProtectedOther(post.author_id, includes, own) ||
  isProtectedOther(repostedIn(post, includes)?.author_id, includes, own)
