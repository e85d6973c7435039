import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../schema.ts'
import type { Store } from '../store.ts'
import { endOfPrefix } from './end-of-prefix.ts'

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
  async readAll(licenseIds, meters, startsAt) {
    if (licenseIds.length === 0) return []
    const rows = await db
      .selectFrom('usage')
      .select(['license_id', 'meter', 'used'])
      .where('license_id', 'in', licenseIds)
      .where('meter', 'in', meters)
      .where('starts_at', '=', startsAt)
      .execute()
    return rows.map(({ license_id, meter, used }) => ({ licenseId: license_id, meter, used }))
  },
  async listMeters(prefix) {
    // From each meter to the next one by the index, however many windows each has.
    const first = (from: RawBuilder<unknown>) =>
      sql`(select min(meter) from usage where ${from} and meter < ${endOfPrefix(prefix)})`
    const { rows } = await sql<{ meter: string }>`
      with recursive found (meter) as (
        select ${first(sql`meter >= ${prefix}`)}
        union all select ${first(sql`meter > found.meter`)} from found where found.meter is not null
      )
      select meter from found where meter is not null`.execute(db)
    return rows.map(({ meter }) => meter)
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
