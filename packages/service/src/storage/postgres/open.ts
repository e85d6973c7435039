// The store on PostgreSQL, for deployments on several machines.

import { Kysely, sql } from 'kysely'
import { readPostgresAddress } from '../address/postgres-address.ts'
import { reconcileUsage } from '../reconcile-usage.ts'
import { changeRecords } from '../records/changes.ts'
import { commonRecords } from '../records/common.ts'
import { laterSteps } from '../records/later-steps.ts'
import { licenseRecords } from '../records/licenses.ts'
import { pageRecords } from '../records/pages.ts'
import { usageRecords } from '../records/usage.ts'
import type { Database } from '../schema.ts'
import type { Store } from '../store.ts'
import { batchQueries } from './batch-queries.ts'
import { createUsageCommit } from './commit-usage.ts'
import { migrate } from './database.ts'
import { postgresDialect } from './dialect.ts'
import { createHints } from './hints.ts'
import { createFindMatches } from './license-trigrams.ts'
import { LIMITS, type Limits } from './limits.ts'
import { POSTGRES_LOCKS } from './locks.ts'
import { MIGRATIONS } from './migrations.ts'
import { createConnections, postgresParts } from './pool.ts'

export type PostgresOptions = {
  readonly url: string
  readonly limits?: Partial<Limits>
  /** In [0, 1). */
  readonly random?: () => number
}

/** Opens (and migrates) the store in the database at `url`. Rejects when it cannot be opened. */
export const openPostgres = async ({ url, limits: changed, random = Math.random }: PostgresOptions): Promise<Store> => {
  const address = readPostgresAddress(url)
  const parts = postgresParts(address, { ...LIMITS, ...changed })
  await migrate(parts)
  const connections = createConnections(parts)
  const db = new Kysely<Database>({ dialect: postgresDialect(connections) })
  const { change, records } = commonRecords(db, POSTGRES_LOCKS, (json) => sql`json_array_elements(${json}::json)`)
  const usage = reconcileUsage({ call: createUsageCommit(connections) })
  const hints = createHints({ ...parts, random })

  return {
    backend: 'postgres',
    async ping() {
      await connections.send('select 1', [])
    },
    laterSteps: () => laterSteps(db, MIGRATIONS),
    async close() {
      hints.close()
      usage.close()
      await connections.close()
    },
    // Excludes the cached rows but not the tables: a missing schema would not be created again after a restore.
    backup: () =>
      Promise.reject(new Error("Back up PostgreSQL with its own tool: pg_dump --exclude-table-data='cache.*'")),
    compact: async () => false,
    ...records,
    licenses: licenseRecords(db, change, {
      name: sql`(lower(coalesce(licenses.name, '')) collate "C")`,
      findMatches: createFindMatches(db),
    }),
    usage: { ...usageRecords(db), commit: usage.commit },
    pages: pageRecords(db, batchQueries(connections)),
    // Behind a pooler no connection is permanent, so LISTEN does not work.
    changes: { ...changeRecords(db), onHint: address.pooled ? () => () => {} : hints.onHint },
  }
}
