import type { Kysely } from 'kysely'
import type { Database } from '../schema.ts'
import type { Store } from '../store.ts'

/** Everything but `activate`, which each backend makes exact in its own way. */
export const siteRecords = (db: Kysely<Database>): Omit<Store['sites'], 'activate'> => ({
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
  async release(licenseId, site) {
    const { numDeletedRows } = await db
      .deleteFrom('sites')
      .where('license_id', '=', licenseId)
      .where('site', '=', site)
      .executeTakeFirst()
    return numDeletedRows > 0n
  },
})
