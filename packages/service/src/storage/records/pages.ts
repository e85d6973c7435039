import { type Kysely, sql } from 'kysely'
import type { Database } from '../schema.ts'
import type { Store } from '../store.ts'

export const pageRecords = (db: Kysely<Database>): Store['pages'] => ({
  async find(key) {
    const row = await db
      .selectFrom('cache.pages')
      .select(['body', 'next', 'fetched_at'])
      .where('key', '=', key)
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
          .where(sql<boolean>`pages.fetched_at < excluded.fetched_at`),
      )
      .execute()
  },
  async claim(key, { owner, now, until }) {
    const row = await db
      .insertInto('cache.claims')
      .values({ key, owner, until })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet({ owner, until }).where(sql<boolean>`claims.until <= ${now}`),
      )
      .returning('owner')
      .executeTakeFirst()
    return row !== undefined
  },
  async release(key, owner) {
    await db.deleteFrom('cache.claims').where('key', '=', key).where('owner', '=', owner).execute()
  },
  async sweep(fetchedBefore, maxBytes) {
    // Only a process that died leaves a turn behind.
    await db.deleteFrom('cache.claims').where('until', '<', fetchedBefore).execute()
    const old = await db.deleteFrom('cache.pages').where('fetched_at', '<', fetchedBefore).executeTakeFirst()
    // The moment from which on, counted from the newest, the pages together are no larger than is allowed.
    const { boundary } = await db
      .selectFrom(
        db
          .selectFrom('cache.pages')
          .select(['fetched_at', sql<number>`sum(bytes) over (order by fetched_at desc, key)`.as('total')])
          .as('newest'),
      )
      .select(({ fn }) => fn.max('fetched_at').as('boundary'))
      .where('total', '>', maxBytes)
      .executeTakeFirstOrThrow()
    if (boundary === null) return Number(old.numDeletedRows)
    const excess = await db.deleteFrom('cache.pages').where('fetched_at', '<=', boundary).executeTakeFirst()
    return Number(old.numDeletedRows + excess.numDeletedRows)
  },
})
