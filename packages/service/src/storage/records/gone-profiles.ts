import { type Kysely, sql } from 'kysely'
import type { Database } from '../schema.ts'
import type { Store } from '../store.ts'
import { endOfPrefix } from './end-of-prefix.ts'

export const goneProfileRecords = (db: Kysely<Database>): Store['goneProfiles'] => ({
  async mark(key, at) {
    await db
      .insertInto('gone_profiles')
      .values({ profile: key, gone_at: at })
      .onConflict((conflict) =>
        conflict
          .column('profile')
          .doUpdateSet({ gone_at: at })
          .where(sql<boolean>`gone_profiles.gone_at < excluded.gone_at`),
      )
      .execute()
  },
  async find(keys) {
    const rows = await db
      .selectFrom('gone_profiles')
      .select(['profile', 'gone_at'])
      .where('profile', 'in', keys)
      .execute()
    const times = new Map(rows.map((row) => [row.profile, row.gone_at]))
    return keys.map((key) => times.get(key))
  },
  async list(prefix, limit) {
    return await db
      .selectFrom('gone_profiles')
      .select(['profile as key', 'gone_at as at'])
      .where('profile', '>=', prefix)
      .where('profile', '<', endOfPrefix(prefix))
      .orderBy('gone_at', 'desc')
      .limit(limit)
      .execute()
  },
  async sweep(markedBefore) {
    // No index: the table stays small.
    const { numDeletedRows } = await db
      .deleteFrom('gone_profiles')
      .where('gone_at', '<', markedBefore)
      .executeTakeFirstOrThrow()
    return Number(numDeletedRows)
  },
})
