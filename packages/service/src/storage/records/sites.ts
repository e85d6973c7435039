import type { Kysely } from 'kysely'
import type { Database } from '../schema.ts'
import type { Store } from '../store.ts'
import type { Change } from './audit.ts'

/** Everything but `activate`, which each backend makes exact in its own way. */
export const siteRecords = (db: Kysely<Database>, change: Change): Omit<Store['sites'], 'activate'> => ({
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
