// What a later version of the program made in a store: an earlier one goes on beside it, and must be able to say so.

import { type Kysely, sql } from 'kysely'
import type { Database } from '../schema.ts'

/** Names of the steps in the store that are not among those of this version. */
export const laterSteps = async (
  db: Kysely<Database>,
  steps: readonly { readonly name: string }[],
): Promise<string[]> => {
  const known = new Set(steps.map(({ name }) => name))
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(db)
  return rows.map(({ name }) => name).filter((name) => !known.has(name))
}
