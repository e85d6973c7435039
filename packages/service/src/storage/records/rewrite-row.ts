// Writes a row with its own values: a real write that changes nothing.

import { type Kysely, sql } from 'kysely'
import type { Database } from '../schema.ts'

/** Rejects when the store cannot write durably. */
export const rewriteRow = async (db: Kysely<Database>): Promise<void> => {
  // Every store has rows in `migrations`, and no transaction waits for them.
  await sql`update migrations set name = name where name = (select min(name) from migrations)`.execute(db)
}
