import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../schema.ts'
import type { Store } from '../store.ts'
import { endOfPrefix } from './end-of-prefix.ts'

const DAY_MS = 86_400_000

/** Everything except `commit`, which each backend implements in one transaction. */
export const usageRecords = (db: Kysely<Database>): Omit<Store['usage'], 'commit'> => {
  const readAll: Store['usage']['readAll'] = async (licenseIds, meters, startsAt) => {
    if (licenseIds.length === 0) return []
    const rows = await db
      .selectFrom('usage')
      .select(['license_id', 'meter', 'used'])
      .where('license_id', 'in', licenseIds)
      .where('meter', 'in', meters)
      .where('starts_at', '=', startsAt)
      .execute()
    return rows.map(({ license_id, meter, used }) => ({ licenseId: license_id, meter, used }))
  }

  return {
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
    readAll,
    async sumUses(licenseIds, { from, before }, by) {
      // Days are listed individually, so that the primary key, which starts with the day, is used.
      const days: number[] = []
      for (let day = Math.ceil(from / DAY_MS) * DAY_MS; day < before; day += DAY_MS) days.push(day)
      if (days.length === 0 || licenseIds.length === 0) return []
      const rows = await db
        .selectFrom('daily_usage')
        .select(({ fn }) => ['meter', `${by} as by` as const, fn.sum('used').as('used')])
        .where('license_id', 'in', licenseIds)
        .where('day', 'in', days)
        .groupBy(['meter', by])
        .orderBy(by)
        .orderBy('meter')
        .execute()
      return rows.map(({ used, ...rest }) => ({ ...rest, used: Number(used) }))
    },
    async listMonth({ meters, startsAt, limit, after = '' }) {
      const ids = await db
        .selectFrom('usage')
        .select('license_id')
        .distinct()
        .where('meter', 'in', meters)
        .where('starts_at', '=', startsAt)
        .where('license_id', '>', after)
        .where('used', '>', 0)
        .orderBy('license_id')
        .limit(limit)
        .execute()
      const licenseIds = ids.map(({ license_id }) => license_id)
      if (licenseIds.length === 0) return []
      const [rows, licenses] = await Promise.all([
        readAll(licenseIds, meters, startsAt),
        db.selectFrom('licenses').select(['id', 'name', 'plan', 'mode']).where('id', 'in', licenseIds).execute(),
      ])
      const used = Map.groupBy(rows, ({ licenseId }) => licenseId)
      const byId = new Map(licenses.map(({ id, ...license }) => [id, license]))
      return licenseIds.map((licenseId) => ({
        licenseId,
        license: byId.get(licenseId) ?? null,
        used: Object.fromEntries((used.get(licenseId) ?? []).map((each) => [each.meter, each.used])),
      }))
    },
    async sweepUses({ from, before }, most) {
      // Without an upper bound the primary key is the best plan, and its order is the one needed.
      const last = await db
        .selectFrom('daily_usage')
        .select(['day', 'license_id'])
        .where('day', '>=', from)
        .orderBy('day')
        .orderBy('license_id')
        .limit(1)
        .offset(most - 1)
        .executeTakeFirst()
      const end = last && last.day < before ? last : undefined
      const uses = db.deleteFrom('daily_usage').where('day', '>=', from)
      // A day has uses of many licenses, so the license id bounds the step too.
      const { numDeletedRows } = await (end
        ? uses.where('day', '<=', end.day).where(sql<boolean>`(day, license_id) <= (${end.day}, ${end.license_id})`)
        : uses.where('day', '<', before)
      ).executeTakeFirstOrThrow()
      const dropped = Number(numDeletedRows)
      return dropped === 0 ? undefined : { dropped, upTo: end?.day ?? before }
    },
    async listMeters(prefix) {
      // Seeks from each meter to the next one in the index, regardless of the number of windows.
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
      // Many licenses have a window that starts then, so the license id bounds the step too.
      const { numDeletedRows } = await (last
        ? windows.where(sql<boolean>`(starts_at, license_id) <= (${last.starts_at}, ${last.license_id})`)
        : windows.where('starts_at', '<', before)
      ).executeTakeFirstOrThrow()
      const dropped = Number(numDeletedRows)
      return dropped === 0 ? undefined : { dropped, upTo: last?.starts_at ?? before }
    },
  }
}
