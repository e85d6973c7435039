import { type Kysely, sql } from 'kysely'
import type { Database } from '../schema.ts'
import type { Store } from '../store.ts'
import { dropOldest } from './drop-oldest.ts'

export const grantRecords = (db: Kysely<Database>): Store['grants'] => ({
  async claim(client, { jti, kid, issuedAt }, renewBefore, latest = Number.MAX_SAFE_INTEGER) {
    // One statement, so that concurrent claims agree: an old grant is replaced, a valid one is rewritten unchanged.
    const isOver = sql`grants.issued_at <= ${renewBefore} or grants.issued_at > ${latest}`
    const newer = <T>(column: 'jti' | 'kid' | 'issued_at') =>
      sql<T>`case when ${isOver} then excluded.${sql.ref(column)} else grants.${sql.ref(column)} end`
    const row = await db
      .insertInto('grants')
      .values({ client, jti, kid, issued_at: issuedAt })
      .onConflict((conflict) =>
        conflict
          .column('client')
          .doUpdateSet({ jti: newer<string>('jti'), kid: newer<string>('kid'), issued_at: newer<number>('issued_at') }),
      )
      .returningAll()
      .executeTakeFirstOrThrow()
    return { jti: row.jti, kid: row.kid, issuedAt: row.issued_at }
  },
  sweep: (issued, most) => dropOldest(db, 'grants', 'issued_at', issued, most),
})
