import type { Kysely, Selectable } from 'kysely'
import type { ConnectGrantRecord } from '../connection-records.ts'
import type { Database } from '../schema.ts'
import type { Store } from '../store.ts'

export const connectGrantRecords = (db: Kysely<Database>): Store['connectGrants'] => ({
  async find(id, licenseId) {
    const row = await db
      .selectFrom('connect_grants')
      .selectAll()
      .where('id', '=', id)
      .where('license_id', '=', licenseId)
      .executeTakeFirst()
    return row && toRecord(row)
  },
  async put(record) {
    const row = { ...toRow(record), version: record.version + 1 }
    if (record.version === 0) {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('connect_grants')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow()
      return numInsertedOrUpdatedRows === 1n
    }
    const { numUpdatedRows } = await db
      .updateTable('connect_grants')
      .set(row)
      .where('id', '=', record.id)
      .where('version', '=', record.version)
      .executeTakeFirstOrThrow()
    return numUpdatedRows === 1n
  },
  async removeUnused(id) {
    const { numDeletedRows } = await db
      .deleteFrom('connect_grants')
      .where('id', '=', id)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('connections').select('id').where('grant_id', '=', id))),
      )
      .executeTakeFirstOrThrow()
    return numDeletedRows > 0n
  },
})

const toRow = (record: ConnectGrantRecord): Database['connect_grants'] => ({
  id: record.id,
  license_id: record.licenseId,
  platform: record.platform,
  app_id: record.appId,
  subject_hash: record.subjectHash,
  sealed_token: record.sealedToken,
  expires_at: record.expiresAt,
  created_at: record.createdAt,
  version: record.version,
})

const toRecord = (row: Selectable<Database['connect_grants']>): ConnectGrantRecord => ({
  id: row.id,
  licenseId: row.license_id,
  platform: row.platform,
  appId: row.app_id,
  subjectHash: row.subject_hash,
  sealedToken: row.sealed_token,
  expiresAt: row.expires_at,
  createdAt: row.created_at,
  version: row.version,
})
