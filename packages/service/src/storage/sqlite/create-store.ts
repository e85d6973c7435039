// Implements the store on SQLite, over the connection to the thread that owns the files.

import { Kysely, sql } from 'kysely'
import { reconcileUsage } from '../reconcile-usage.ts'
import { changeRecords } from '../records/changes.ts'
import { commonRecords } from '../records/common.ts'
import { laterSteps } from '../records/later-steps.ts'
import { licenseRecords } from '../records/licenses.ts'
import type { Locks } from '../records/locks.ts'
import { pageRecords } from '../records/pages.ts'
import { usageRecords } from '../records/usage.ts'
import type { Database } from '../schema.ts'
import type { Decision, Store } from '../store.ts'
import { batchQueries } from './batch-queries.ts'
import type { Connection } from './connection.ts'
import { sqliteDialect } from './dialect.ts'
import { findMatches } from './license-trigrams.ts'
import { MIGRATIONS } from './migrations.ts'

/** A write transaction excludes all others from its start, so no further locks are needed. A single statement is a
 * transaction of its own. */
const SQLITE_LOCKS: Locks = {
  lockLicense: async () => {},
  lockLicenses: async () => {},
  takeLock: async () => {},
  whileLicensesStay: (db, write) => write(db),
}

/** The store closes the connection. */
export const createSqliteStore = (connection: Connection): Store => {
  const db = new Kysely<Database>({ dialect: sqliteDialect(connection) })
  const { change, records } = commonRecords(db, SQLITE_LOCKS, (json) => sql`json_each(${json})`)
  const usage = reconcileUsage({
    call: (charges, refunds) => ({
      decisions: connection.run({ op: 'commit-usage', charges, refunds }).then(({ rows }) => rows as Decision[]),
      // A failed transaction has counted nothing.
      find: async () => undefined,
    }),
  })

  return {
    backend: 'sqlite',
    async ping() {
      await sql`select 1`.execute(db)
    },
    laterSteps: () => laterSteps(db, MIGRATIONS),
    async close() {
      usage.close()
      await connection.close()
    },
    async backup(target) {
      const { writeBackup } = await import('./backup.ts')
      return writeBackup(target, (file) => connection.run({ op: 'backup', file }))
    },
    async compact() {
      const { affected } = await connection.run({ op: 'compact' })
      return affected === 1
    },
    ...records,
    licenses: licenseRecords(db, change, { name: sql`lower(coalesce(licenses.name, ''))`, findMatches }),
    usage: { ...usageRecords(db), commit: usage.commit },
    pages: pageRecords(db, batchQueries(connection)),
    changes: { ...changeRecords(db), onHint: () => () => {} },
  }
}
