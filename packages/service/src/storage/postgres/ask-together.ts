// What is asked together is asked one behind the other: each statement sees what was committed before it began, which one
// statement for all of it would not.

import type { AskedTogether } from '../records/asked-together.ts'
import type { Query } from '../records/held-query.ts'
import type { Connections } from './pool.ts'

export const askTogether = (connections: Pick<Connections, 'ask'>): AskedTogether => {
  const ask = ({ sql, parameters }: Query) => connections.ask(sql, parameters)
  return {
    async findOrClaim(find, claim) {
      const { rows } = await ask(find)
      if (rows.length > 0) return { rows, isClaimed: false }
      const { affected } = await ask(claim)
      return affected > 0 ? { rows: (await ask(find)).rows, isClaimed: true } : { rows, isClaimed: false }
    },
    async both(first, second) {
      await ask(first).finally(() => ask(second))
    },
  }
}
