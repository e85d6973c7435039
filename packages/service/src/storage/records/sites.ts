import { type Kysely, sql } from 'kysely'
import type { Database } from '../schema.ts'
import type { Store } from '../store.ts'
import type { Change } from './audit.ts'
import { publishEvent } from './webhook-events.ts'

export const siteRecords = (db: Kysely<Database>, change: Change): Store['sites'] => ({
  async activate({ licenseId, site, firstSeenAt }, limit, event) {
    if (await isThere(db, licenseId, site)) return true
    return change(async ({ transaction, lockLicense }) => {
      // The lock keeps other transactions from adding a site, so the next statement counts all of them.
      await lockLicense(licenseId)
      const { numAffectedRows } = await sql`
        insert into sites (license_id, site, first_seen_at)
        select ${licenseId}, ${site}, cast(${firstSeenAt} as bigint)
        where cast(${limit} as bigint) is null
          or (select count(*) from sites where license_id = ${licenseId}) < cast(${limit} as bigint)
        on conflict do nothing`.execute(transaction)
      if (numAffectedRows === 0n) return isThere(transaction, licenseId, site)
      if (event !== undefined) await publishEvent(transaction, event)
      return true
    })
  },
  async listOf(licenseId) {
    const rows = await db
      .selectFrom('sites')
      .selectAll()
      .where('license_id', '=', licenseId)
      .orderBy('first_seen_at')
      .orderBy('site')
      .execute()
    return rows.map((row) => ({ licenseId: row.license_id, site: row.site, firstSeenAt: row.first_seen_at }))
  },
  release: (licenseId, site, act) =>
    change(async ({ transaction, note }) => {
      const { numDeletedRows } = await transaction
        .deleteFrom('sites')
        .where('license_id', '=', licenseId)
        .where('site', '=', site)
        .executeTakeFirstOrThrow()
      if (numDeletedRows === 0n) return false
      if (act) await note(act, { kind: 'license', id: licenseId }, { site }, {})
      return true
    }),
})

const isThere = async (db: Kysely<Database>, licenseId: string, site: string): Promise<boolean> => {
  const row = await db
    .selectFrom('sites')
    .select('site')
    .where('license_id', '=', licenseId)
    .where('site', '=', site)
    .executeTakeFirst()
  return row !== undefined
}
