// Deletes the oldest rows, a bounded number at a time. The statements are written so that the index on age is always
// the best plan, even without table statistics: the whole table is never read.

import { type Kysely, sql } from 'kysely'
import type { Database } from '../schema.ts'
import type { Span, Swept } from '../store.ts'

/** The tables with an index on age. */
type Aging = {
  readonly 'cache.pages': 'fetched_at'
  readonly grants: 'issued_at'
  readonly audit_entries: 'at'
  readonly answers: 'given_at'
  readonly webhook_events: 'at'
  readonly connect_tickets: 'created_at'
  readonly webhook_deliveries: 'created_at'
}

/** Deletes `most` rows of the span, plus all with the same time as the newest of them. */
export const dropOldest = async <T extends keyof Aging>(
  db: Kysely<Database>,
  table: T,
  age: Aging[T],
  { from, before }: Span,
  most: number,
): Promise<Swept | undefined> => {
  const [rowsOf, at] = [sql.table(table), sql.ref(age)]
  const { rows } = await sql<{ first: number | null; last: number | null }>`
    select min(age) as first, max(age) as last
    from (select ${at} as age from ${rowsOf} where ${at} >= ${from} order by ${at} limit ${most}) as oldest
    where age < ${before}`.execute(db)
  const { first = null, last = null } = rows[0] ?? {}
  if (first === null || last === null) return undefined
  const { numAffectedRows = 0n } = await sql`
    delete from ${rowsOf} where ${at} >= ${first} and ${at} <= ${last}`.execute(db)
  return { dropped: Number(numAffectedRows), upTo: last }
}
