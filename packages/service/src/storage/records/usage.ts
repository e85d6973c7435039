import { type Kysely, sql } from 'kysely'
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
  async sweep(meter, { from, before }, most) {
    const last = await db
      .selectFrom('usage')
      .select(['starts_at', 'license_id'])
      .where('meter', '=', meter)
      .where('starts_at', '>=', from)
      .where('starts_at', '<', before)
      .orderBy('starts_at')
      .orderBy('license_id')
      .limit(1)
      .offset(most - 1)
      .executeTakeFirst()
    const windows = db.deleteFrom('usage').where('meter', '=', meter).where('starts_at', '>=', from)
    // Every license has a window of the same minute, so their ids tell how far to go.
    const { numDeletedRows } = await (last
      ? windows.where(sql<boolean>`(starts_at, license_id) <= (${last.starts_at}, ${last.license_id})`)
      : windows.where('starts_at', '<', before)
    ).executeTakeFirstOrThrow()
    const dropped = Number(numDeletedRows)
    return dropped === 0 ? undefined : { dropped, upTo: last?.starts_at ?? before }
  },
})
