// Detects migrations of a later version: an earlier version keeps running on such a store, but must report it.

import { type Kysely, sql } from 'kysely'
import type { Database } from '../schema.ts'

/** Names of applied migrations that this version does not know. */
export const laterSteps = async (
  db: Kysely<Database>,
  steps: readonly { readonly name: string }[],
): Promise<string[]> => {
  const known = new Set(steps.map(({ name }) => name))
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(db)
  return rows.map(({ name }) => name).filter((name) => !known.has(name))
}
