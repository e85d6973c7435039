import type { Kysely } from 'kysely'
import type { Database } from '../schema.ts'
import type { Store } from '../store.ts'

/** Everything but `settle`, which each backend decides in its own single transaction. */
export const usageRecords = (db: Kysely<Database>): Omit<Store['usage'], 'settle'> => ({
  async read(licenseId, meter, startsAt) {
    const row = await db
      .selectFrom('usage')
      .select('used')
      .where('license_id', '=', licenseId)
      .where('meter', '=', meter)
      .where('starts_at', '=', startsAt)
      .executeTakeFirst()
    return row?.used ?? 0
  },
  async sweep(meter, startedBefore) {
    const { numDeletedRows } = await db
      .deleteFrom('usage')
      .where('meter', '=', meter)
      .where('starts_at', '<', startedBefore)
      .executeTakeFirst()
    return Number(numDeletedRows)
  },
})
