// Locks that a transaction holds until it ends, so that it writes on what it has read.

import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../schema.ts'

/** Changes that only one transaction may make at a time. */
export type LockName =
  | 'firstLicense'
  | 'signingKeys'
  | 'plans'
  | 'settings'
  | 'webhooks'
  | 'requestLog'
  | 'distinctUses'
  | 'operatorApps'

export type Locks = {
  /** No other transaction changes the license or adds a key; with `removal`, none adds anything to it. */
  lockLicense(transaction: Transaction<Database>, id: string, why?: 'removal'): Promise<void>
  /** No other transaction changes one of the licenses. Locks are acquired in the order of the ids. */
  lockLicenses(transaction: Transaction<Database>, ids: readonly string[]): Promise<void>
  takeLock(transaction: Transaction<Database>, name: LockName): Promise<void>
  /** Runs a write to the request log. No license is deleted meanwhile: a deletion has the lock `requestLog`. */
  whileLicensesStay(db: Kysely<Database>, write: (db: Kysely<Database>) => Promise<void>): Promise<void>
}
