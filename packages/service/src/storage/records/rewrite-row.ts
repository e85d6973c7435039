// Writes a row over with itself: a write like any other, after which everything is as it was.

import { type Kysely, sql } from 'kysely'
import type { Database } from '../schema.ts'

/** Rejects when the store cannot keep what it is told. */
export const rewriteRow = async (db: Kysely<Database>): Promise<void> => {
  // Every store has its steps, and nobody waits for a row of them.
  await sql`update migrations set name = name where name = (select min(name) from migrations)`.execute(db)
}
