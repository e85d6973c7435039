// What a source read, before anything is made of it: positions that a cursor can carry, ids that a page can be held under. An
// upstream that names things in ways that nobody could send back has given a broken answer.

import { Refused } from '../platforms/contract/refusal.ts'
import type { Account, Posts } from '../platforms/contract/source.ts'

const MOST_POSITION = 2_000
const MOST_ID = 1_000

const isId = (id: string): boolean => id !== '' && id.length <= MOST_ID && id.isWellFormed()

/** Throws Refused (`broken`). */
export const requireSound = ({ id, handle }: Account, { posts, next }: Posts): void => {
  const isSound =
    isId(id) &&
    (handle === undefined || isId(handle)) &&
    posts.every((post) => isId(post.id)) &&
    (next === undefined || (next.length <= MOST_POSITION && next.isWellFormed()))
  if (!isSound)
    throw new Refused('broken', { message: 'The platform’s answer names things in a form that no one could use.' })
}
