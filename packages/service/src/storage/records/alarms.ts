import { type Kysely, sql } from 'kysely'
import type { Database } from '../schema.ts'
import type { Store } from '../store.ts'
import { publishEvent } from './webhook-events.ts'

export const alarmRecords = (db: Kysely<Database>): Store['alarms'] => ({
  async list() {
    const rows = await db.selectFrom('platform_alarms').selectAll().orderBy('platform').execute()
    return rows.map((row) => ({ platform: row.platform, failingSince: row.failing_since, seenAt: row.seen_at }))
  },
  raise: (platform, since, at, event) =>
    db.transaction().execute(async (transaction) => {
      // A concurrent transaction waits for the row, and then finds the platform failing.
      const { numInsertedOrUpdatedRows } = await transaction
        .insertInto('platform_alarms')
        .values({ platform, failing_since: since, seen_at: at })
        .onConflict((conflict) =>
          conflict
            .column('platform')
            .doUpdateSet({ failing_since: since, seen_at: at })
            .where(sql<boolean>`platform_alarms.failing_since is null`),
        )
        .executeTakeFirstOrThrow()
      const isNew = numInsertedOrUpdatedRows === 1n
      if (isNew) await publishEvent(transaction, event)
      else {
        await transaction.updateTable('platform_alarms').set({ seen_at: at }).where('platform', '=', platform).execute()
      }
      return isNew
    }),
  clear: (platform, seenAfter, event) =>
    db.transaction().execute(async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('platform_alarms')
        .set({ failing_since: null })
        .where('platform', '=', platform)
        .where('failing_since', 'is not', null)
        .where('seen_at', '<', seenAfter)
        .executeTakeFirstOrThrow()
      if (numUpdatedRows === 0n) return false
      await publishEvent(transaction, event)
      return true
    }),
})
