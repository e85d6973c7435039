// What the store is asked together, so that a backend can do it in one go.

import type { Query } from './held-query.ts'

export type RequestedTogether = {
  /** The rows of `find`. Where there are none, asks `claim` and, where that changes a row, `find` again. */
  findOrClaim(find: Query, claim: Query): Promise<{ readonly rows: readonly unknown[]; readonly isClaimed: boolean }>
  /** One behind the other, the second also where the first fails. Rejects where one of them fails. */
  both(first: Query, second: Query): Promise<void>
}
