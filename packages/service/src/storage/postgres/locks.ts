// Row locks on licenses, and advisory locks. All end with their transaction: a session lock would stay on a connection
// that a pooler has given to another client.

import { sql } from 'kysely'
import type { Locks } from '../records/locks.ts'

/** Our namespace: advisory locks are shared by everything in a database. */
const SPACE = 0x43_41_50_49

const LOCKS = {
  migration: 1,
  changes: 2,
  signingKeys: 3,
  firstLicense: 4,
  plans: 5,
  settings: 6,
  webhooks: 7,
  requestLog: 8,
  distinctUses: 9,
  operatorApps: 10,
} as const

/** A statement that waits for the lock and acquires it. */
export const lockStatement = (lock: keyof typeof LOCKS): string => `select pg_advisory_xact_lock(${lockKey(lock)})`

/** The two keys of a lock, for SQL. */
export const lockKey = (lock: keyof typeof LOCKS): string => `${SPACE}, ${LOCKS[lock]}`

export const POSTGRES_LOCKS: Locks = {
  async lockLicense(transaction, id, why) {
    // Only `for update` conflicts with inserting a site, because that row refers to the license.
    const strength = sql.raw(why === 'removal' ? 'update' : 'no key update')
    await sql`select from licenses where id = ${id} for ${strength}`.execute(transaction)
  },
  async lockLicenses(transaction, ids) {
    await sql`select from licenses where id in (${sql.join(ids)}) order by id for no key update`.execute(transaction)
  },
  async takeLock(transaction, name) {
    await sql.raw(lockStatement(name)).execute(transaction)
  },
  whileLicensesStay: (db, write) =>
    db.transaction().execute(async (transaction) => {
      await sql.raw(`select pg_advisory_xact_lock_shared(${lockKey('requestLog')})`).execute(transaction)
      await write(transaction)
    }),
}
