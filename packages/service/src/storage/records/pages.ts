// Cached pages, and the leases to fetch them: used by every request that misses the memory cache.

import { CompiledQuery, type Kysely, type Selectable, sql } from 'kysely'
import type { Database } from '../schema.ts'
import { BEFORE_ALL, type CachedPage, type PageLease, type Store } from '../store.ts'
import { cacheQuery, type Query } from './cache-query.ts'
import { dropOldest } from './drop-oldest.ts'
import type { QueryBatches } from './query-batches.ts'

/** The clocks of two machines differ by less, and no write is delayed longer. */
const MAX_APART_MS = 60_000

/** No key continues a prefix with so many of the highest byte. */
const LAST_SUFFIX = Buffer.alloc(64, 0xff)

type Columns = Selectable<Pick<Database['cache.pages'], 'body' | 'next' | 'fetched_at'>>

export const pageRecords = (db: Kysely<Database>, batches: QueryBatches): Store['pages'] => {
  const findQuery = createFindQuery(db)
  const putQuery = createPutQuery(db)
  const claimQuery = createClaimQuery(db)
  const releaseQuery = createReleaseQuery(db)
  const send = ({ sql: text, parameters }: Query) => db.executeQuery<unknown>(CompiledQuery.raw(text, [...parameters]))

  return {
    async find(...keys) {
      const { rows } = await send(findQuery(keys, BEFORE_ALL))
      return toPage(rows)
    },
    async put(key, page) {
      await send(putQuery(toRow(key, page)))
    },
    async claim(key, lease) {
      const { numAffectedRows = 0n } = await send(claimQuery(toClaim(key, lease)))
      return numAffectedRows > 0n
    },
    async release(key, owner) {
      await send(releaseQuery({ key, owner }))
    },
    async findOrClaim(keys, since, lease) {
      const { rows, isClaimed } = await batches.findOrClaim(findQuery(keys, since), claimQuery(toClaim(keys[0], lease)))
      return { page: toPage(rows), isClaimed }
    },
    putAndRelease: (key, page, lease) => batches.both(putQuery(toRow(key, page)), releaseQuery(lease)),
    async removeWithin(prefix) {
      const last = Buffer.concat([prefix, LAST_SUFFIX])
      await db.deleteFrom('cache.pages').where('key', '>=', prefix).where('key', '<=', last).execute()
    },
    async sweepLeases(endedBefore) {
      // No index: a lease lasts for seconds, and only a crashed process leaves one behind.
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
  }
}

const toPage = ([row]: readonly unknown[]): CachedPage | undefined => {
  const found = row as Columns | undefined
  return found && { body: found.body, next: found.next, fetchedAt: found.fetched_at }
}

const toRow = (key: Buffer, { body, next, fetchedAt }: CachedPage) => ({
  ...{ key, body, next, fetchedAt, bytes: body.length },
  aheadFrom: fetchedAt + MAX_APART_MS,
})

const toClaim = (key: Buffer, lease: PageLease) => ({ key, ...lease, aheadFrom: lease.until + MAX_APART_MS })

/** Finds the newest page fetched after `since`; compiled once per number of keys. */
const createFindQuery = (db: Kysely<Database>) => {
  const queries = new Map<number, (values: Readonly<Record<string, Buffer | number>>) => Query>()
  const createQuery = (count: number) =>
    cacheQuery<Readonly<Record<string, Buffer | number>>>((value) =>
      db
        .selectFrom('cache.pages')
        .select(['body', 'next', 'fetched_at'])
        .where(
          'key',
          'in',
          Array.from({ length: count }, (_, n) => sql<Buffer>`${value(String(n))}`),
        )
        .where('fetched_at', '>', sql<number>`${value('since')}`)
        .orderBy('fetched_at', 'desc')
        // A literal: SQLite plans again for each value of a bound limit.
        .limit(sql.lit(1)),
    )
  return (keys: readonly Buffer[], since: number): Query => {
    let findQuery = queries.get(keys.length)
    if (!findQuery) {
      findQuery = createQuery(keys.length)
      queries.set(keys.length, findQuery)
    }
    return findQuery({ ...Object.fromEntries(keys.entries()), since })
  }
}

const createPutQuery = (db: Kysely<Database>) =>
  cacheQuery<ReturnType<typeof toRow>>((value) =>
    db
      .insertInto('cache.pages')
      .values({
        ...{ key: value('key'), body: value('body'), next: value('next'), bytes: value('bytes') },
        fetched_at: value('fetchedAt'),
      })
      .onConflict((conflict) =>
        conflict
          .column('key')
          .doUpdateSet(({ ref }) => ({
            body: ref('excluded.body'),
            next: ref('excluded.next'),
            fetched_at: ref('excluded.fetched_at'),
            bytes: ref('excluded.bytes'),
          }))
          .where(sql<boolean>`pages.fetched_at < excluded.fetched_at or pages.fetched_at > ${value('aheadFrom')}`),
      ),
  )

const createClaimQuery = (db: Kysely<Database>) =>
  cacheQuery<ReturnType<typeof toClaim>>((value) =>
    db
      .insertInto('cache.claims')
      .values({ key: value('key'), owner: value('owner'), until: value('until') })
      .onConflict((conflict) =>
        conflict
          .column('key')
          .doUpdateSet(({ ref }) => ({ owner: ref('excluded.owner'), until: ref('excluded.until') }))
          .where(sql<boolean>`claims.until <= ${value('now')} or claims.until > ${value('aheadFrom')}`),
      ),
  )

const createReleaseQuery = (db: Kysely<Database>) =>
  cacheQuery<{ readonly key: Buffer; readonly owner: string }>((value) =>
    db.deleteFrom('cache.claims').where('key', '=', value('key')).where('owner', '=', value('owner')),
  )
