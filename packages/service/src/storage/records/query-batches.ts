// Queries that belong together, so that a backend can send them in one batch.

import type { Query } from './cache-query.ts'

export type QueryBatches = {
  /** Returns the rows of `find`. If there are none, runs `claim` and, if that changes a row, `find` again. */
  findOrClaim(find: Query, claim: Query): Promise<{ readonly rows: readonly unknown[]; readonly isClaimed: boolean }>
  /** Runs both in order, the second also when the first fails. Rejects when one of them fails. */
  both(first: Query, second: Query): Promise<void>
}
