// The id of a profile among everything that its platform has. Platforms number kinds separately: album 12 is not user 12.
// Cached pages, cursors, identities and the marks of gone profiles use this id.

import { PROFILE_KINDS } from '../post/post.ts'
import { kindFor } from '../upstream/contract/kinds.ts'
import type { Platform } from '../upstream/contract/platform.ts'

/** `accountId`: as the source reported it. Ids of other kinds than accounts begin with their kind, and ids of accounts
 * begin with no other kind, so that no two kinds share one. `handle`: canonical. */
export const profileIdOf = (platform: Platform, handle: string, accountId: string): string => {
  const { id: kind, hasUniqueIds } = kindFor(platform, handle)
  const named = PROFILE_KINDS.find((each) => accountId.startsWith(`${each} `))
  const isDistinct = named === undefined ? kind === 'account' || hasUniqueIds === true : named === kind
  return isDistinct ? accountId : `${kind} ${accountId}`
}
