import { type Kysely, sql } from 'kysely'
import type { Database } from '../schema.ts'
import type { Store } from '../store.ts'
import { dropOldest } from './drop-oldest.ts'

/** Clocks of two machines are closer, and no write is so late. */
const MOST_APART_MS = 60_000

export const pageRecords = (db: Kysely<Database>): Store['pages'] => ({
  async find(...keys) {
    const row = await db
      .selectFrom('cache.pages')
      .select(['body', 'next', 'fetched_at'])
      .where('key', 'in', keys)
      .orderBy('fetched_at', 'desc')
      .limit(1)
      .executeTakeFirst()
    return row && { body: row.body, next: row.next, fetchedAt: row.fetched_at }
  },
  async put(key, { body, next, fetchedAt }) {
    await db
      .insertInto('cache.pages')
      .values({ key, body, next, fetched_at: fetchedAt, bytes: body.length })
      .onConflict((conflict) =>
        conflict
          .column('key')
          .doUpdateSet(({ ref }) => ({
            body: ref('excluded.body'),
            next: ref('excluded.next'),
            fetched_at: ref('excluded.fetched_at'),
            bytes: ref('excluded.bytes'),
          }))
          .where(
            sql<boolean>`pages.fetched_at < excluded.fetched_at or pages.fetched_at > ${fetchedAt + MOST_APART_MS}`,
          ),
      )
      .execute()
  },
  async claim(key, { owner, now, until }) {
    const row = await db
      .insertInto('cache.claims')
      .values({ key, owner, until })
      .onConflict((conflict) =>
        conflict
          .column('key')
          .doUpdateSet({ owner, until })
          .where(sql<boolean>`claims.until <= ${now} or claims.until > ${until + MOST_APART_MS}`),
      )
      .returning('owner')
      .executeTakeFirst()
    return row !== undefined
  },
  async release(key, owner) {
    await db.deleteFrom('cache.claims').where('key', '=', key).where('owner', '=', owner).execute()
  },
  async sweepTurns(endedBefore) {
    // No index: a turn lasts for seconds, and only a process that died leaves one behind.
    const { numDeletedRows } = await db
      .deleteFrom('cache.claims')
      .where('until', '<', endedBefore)
      .executeTakeFirstOrThrow()
    return Number(numDeletedRows)
  },
  async weigh(fetchedBefore, most) {
    const oldest = await db
      .selectFrom('cache.pages')
      .select('fetched_at')
      .where('fetched_at', '<', fetchedBefore)
      .orderBy('fetched_at', 'desc')
      .limit(1)
      .offset(most - 1)
      .executeTakeFirst()
    const { bytes, since } = await db
      .selectFrom('cache.pages')
      .select(({ fn }) => [fn.sum('bytes').as('bytes'), fn.min('fetched_at').as('since')])
      .where('fetched_at', '<', fetchedBefore)
      .where('fetched_at', '>=', oldest?.fetched_at ?? 0)
      .executeTakeFirstOrThrow()
    return since === null ? undefined : { bytes: Number(bytes), since }
  },
  sweep: (fetched, most) => dropOldest(db, 'cache.pages', 'fetched_at', fetched, most),
})
