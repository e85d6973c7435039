// Checks what a source returned: positions must fit into a cursor, and ids must be usable as cache keys. Anything else
// is a broken response.

import { Refused } from '../contract/refusal.ts'
import type { Account, Posts } from '../contract/source.ts'

const MAX_POSITION = 2_000
const MAX_ID = 1_000

const isId = (id: string): boolean => id !== '' && id.length <= MAX_ID && id.isWellFormed()

const refuseUnless = (isSound: boolean): void => {
  if (!isSound) throw new Refused('broken', { message: 'The platform’s response contains an invalid id or position.' })
}

/** Throws Refused (`broken`). */
export const requireSoundAccount = ({ id, handle }: Account): void =>
  refuseUnless(isId(id) && (handle === undefined || isId(handle)))

/** Throws Refused (`broken`). */
export const requireSoundPosts = ({ posts, next }: Posts): void =>
  refuseUnless(
    posts.every(({ id }) => isId(id)) && (next === undefined || (next.length <= MAX_POSITION && next.isWellFormed())),
  )
