// Cached pages, and the leases to fetch them: used by every request that misses the memory cache.

import { CompiledQuery, type Kysely, type Selectable, sql } from 'kysely'
import type { Database } from '../schema.ts'
import { BEFORE_ALL, type CachedPage, type PageTurn, type Store } from '../store.ts'
import { dropOldest } from './drop-oldest.ts'
import { holdQuery, type Query } from './held-query.ts'
import type { RequestedTogether } from './requested-together.ts'

/** The clocks of two machines differ by less, and no write is delayed longer. */
const MOST_APART_MS = 60_000

type Columns = Selectable<Pick<Database['cache.pages'], 'body' | 'next' | 'fetched_at'>>

export const pageRecords = (db: Kysely<Database>, together: RequestedTogether): Store['pages'] => {
  const finding = holdFinding(db)
  const putting = holdPutting(db)
  const claiming = holdClaiming(db)
  const releasing = holdReleasing(db)
  const send = ({ sql: text, parameters }: Query) => db.executeQuery<unknown>(CompiledQuery.raw(text, [...parameters]))

  return {
    async find(...keys) {
      const { rows } = await send(finding(keys, BEFORE_ALL))
      return toPage(rows)
    },
    async put(key, page) {
      await send(putting(toRow(key, page)))
    },
    async claim(key, turn) {
      const { numAffectedRows = 0n } = await send(claiming(toClaim(key, turn)))
      return numAffectedRows > 0n
    },
    async release(key, owner) {
      await send(releasing({ key, owner }))
    },
    async findOrClaim(keys, since, turn) {
      const { rows, isClaimed } = await together.findOrClaim(finding(keys, since), claiming(toClaim(keys[0], turn)))
      return { page: toPage(rows), isClaimed }
    },
    putAndRelease: (key, page, turn) => together.both(putting(toRow(key, page)), releasing(turn)),
    async sweepTurns(endedBefore) {
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
  aheadFrom: fetchedAt + MOST_APART_MS,
})

const toClaim = (key: Buffer, turn: PageTurn) => ({ key, ...turn, aheadFrom: turn.until + MOST_APART_MS })

/** Finds the newest page fetched after `since`; compiled once per number of keys. */
const holdFinding = (db: Kysely<Database>) => {
  const held = new Map<number, (values: Readonly<Record<string, Buffer | number>>) => Query>()
  const hold = (count: number) =>
    holdQuery<Readonly<Record<string, Buffer | number>>>((value) =>
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
    let finding = held.get(keys.length)
    if (!finding) {
      finding = hold(keys.length)
      held.set(keys.length, finding)
    }
    return finding({ ...Object.fromEntries(keys.entries()), since })
  }
}

const holdPutting = (db: Kysely<Database>) =>
  holdQuery<ReturnType<typeof toRow>>((value) =>
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

const holdClaiming = (db: Kysely<Database>) =>
  holdQuery<ReturnType<typeof toClaim>>((value) =>
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

const holdReleasing = (db: Kysely<Database>) =>
  holdQuery<{ readonly key: Buffer; readonly owner: string }>((value) =>
    db.deleteFrom('cache.claims').where('key', '=', value('key')).where('owner', '=', value('owner')),
  )
