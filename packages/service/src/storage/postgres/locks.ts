// What transactions wait for each other with: rows of licenses, and advisory locks. All are held to the end of a transaction
// and no longer: a lock of a session is left behind on a connection that a pooler has given to somebody else.

import { sql } from 'kysely'
import type { Locks } from '../records/locks.ts'

/** Our part of the space of locks that everything in a database shares. */
const SPACE = 0x43_41_50_49

const LOCKS = {
  migration: 1,
  changes: 2,
  signingKeys: 3,
  firstLicense: 4,
  plans: 5,
  settings: 6,
  webhooks: 7,
} as const

/** A statement that takes the lock, as soon as no other transaction has it. */
export const lockStatement = (lock: keyof typeof LOCKS): string => `select pg_advisory_xact_lock(${lockKey(lock)})`

/** The two numbers of a lock, for SQL. */
export const lockKey = (lock: keyof typeof LOCKS): string => `${SPACE}, ${LOCKS[lock]}`

export const POSTGRES_LOCKS: Locks = {
  async lockLicense(transaction, id, why) {
    // Only the stronger one is in the way of those who add a site: a row that refers to the license.
    const strength = sql.raw(why === 'removal' ? 'update' : 'no key update')
    await sql`select from licenses where id = ${id} for ${strength}`.execute(transaction)
  },
  async lockLicenses(transaction, ids) {
    await sql`select from licenses where id in (${sql.join(ids)}) order by id for no key update`.execute(transaction)
  },
  async yieldToLoop(transaction, turn) {
    await sql.raw(lockStatement(turn)).execute(transaction)
  },
}
