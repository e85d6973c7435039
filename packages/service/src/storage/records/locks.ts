// What a transaction has to itself until it ends, so that what it read is what it writes on.

import type { Transaction } from 'kysely'
import type { Database } from '../schema.ts'

/** Kinds of change of which one goes on at a time. */
export type Turn = 'firstLicense' | 'signingKeys' | 'plans' | 'settings' | 'webhooks'

export type Locks = {
  /** Nobody else changes the license, or makes a key of it; where it is to be removed, nobody adds anything to it. */
  lockLicense(transaction: Transaction<Database>, id: string, why?: 'removal'): Promise<void>
  /** Nobody else changes one of the licenses. Whoever takes several takes them in the order of their ids. */
  lockLicenses(transaction: Transaction<Database>, ids: readonly string[]): Promise<void>
  yieldToLoop(transaction: Transaction<Database>, turn: Turn): Promise<void>
}
