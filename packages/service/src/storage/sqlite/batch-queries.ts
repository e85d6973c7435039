// Sends a batch to the thread as one message: a message costs more than most statements.

import type { QueryBatches } from '../records/query-batches.ts'
import type { Connection } from './connection.ts'
import { toSend, withBuffers } from './dialect.ts'

export const batchQueries = (connection: Pick<Connection, 'run'>): QueryBatches => ({
  async findOrClaim(find, claim) {
    const { rows, affected } = await connection.run({ op: 'find-or-claim', find: toSend(find), claim: toSend(claim) })
    return { rows: rows.map(withBuffers), isClaimed: affected > 0 }
  },
  async both(first, second) {
    await connection.run({ op: 'both', first: toSend(first), second: toSend(second) })
  },
})
