import { type Kysely, sql } from 'kysely'
import type { Database } from '../schema.ts'
import type { Store } from '../store.ts'
import type { Locks } from './locks.ts'

export const distinctUseRecords = (
  db: Kysely<Database>,
  { takeLock }: Pick<Locks, 'takeLock'>,
): Store['distinctUses'] => ({
  add: ({ owner, value, at }, since, most) =>
    db.transaction().execute(async (transaction) => {
      // New values are rare, so that one lock for all owners is enough. The next statement counts what others have added.
      await takeLock(transaction, 'distinctUses')
      await sql`
        insert into distinct_uses (owner, value, first_at)
        select ${owner}, ${value}, cast(${at} as bigint)
        where (
          select count(*) from distinct_uses
          where owner = ${owner} and value <> ${value} and first_at >= cast(${since} as bigint)
        ) < cast(${most} as bigint)
        on conflict (owner, value) do update set first_at = excluded.first_at
          where distinct_uses.first_at < cast(${since} as bigint)`.execute(transaction)
      const row = await transaction
        .selectFrom('distinct_uses')
        .select('first_at')
        .where('owner', '=', owner)
        .where('value', '=', value)
        .where('first_at', '>=', since)
        .executeTakeFirst()
      return row !== undefined
    }),
  async list(owners, since) {
    if (owners.length === 0) return []
    const rows = await db
      .selectFrom('distinct_uses')
      .selectAll()
      .where('owner', 'in', owners)
      .where('first_at', '>=', since)
      .orderBy('first_at')
      .orderBy('value')
      .execute()
    return rows.map(({ owner, value, first_at }) => ({ owner, value, at: first_at }))
  },
  async sweep(usedBefore) {
    // No index: the table stays small.
    const { numDeletedRows } = await db
      .deleteFrom('distinct_uses')
      .where('first_at', '<', usedBefore)
      .executeTakeFirstOrThrow()
    return Number(numDeletedRows)
  },
})
