// Sends the queries of a batch one after another: each statement must see what was committed before it, which one
// combined statement would not.

import type { Query } from '../records/cache-query.ts'
import type { QueryBatches } from '../records/query-batches.ts'
import type { Connections } from './pool.ts'

export const batchQueries = (connections: Pick<Connections, 'send'>): QueryBatches => {
  const send = ({ sql, parameters }: Query) => connections.send(sql, parameters)
  return {
    async findOrClaim(find, claim) {
      const { rows } = await send(find)
      if (rows.length > 0) return { rows, isClaimed: false }
      const { affected } = await send(claim)
      return affected > 0 ? { rows: (await send(find)).rows, isClaimed: true } : { rows, isClaimed: false }
    },
    async both(first, second) {
      await send(first).finally(() => send(second))
    },
  }
}
