import type { Kysely, Selectable } from 'kysely'
import type { Database } from '../schema.ts'
import type { KeyRecord, Store } from '../store.ts'
import type { Change } from './audit.ts'

export const keyRecords = (db: Kysely<Database>, change: Change): Store['keys'] => ({
  async findByHash(hash) {
    const row = await db.selectFrom('license_keys').selectAll().where('hash', '=', hash).executeTakeFirst()
    return row && toRecord(row)
  },
  async listOf(licenseId) {
    const rows = await db
      .selectFrom('license_keys')
      .selectAll()
      .where('license_id', '=', licenseId)
      .orderBy('created_at', 'desc')
      .execute()
    return rows.map(toRecord)
  },
  async listOfAll(licenseIds) {
    if (licenseIds.length === 0) return []
    const rows = await db
      .selectFrom('license_keys')
      .selectAll()
      .where('license_id', 'in', licenseIds)
      .orderBy('created_at', 'desc')
      .execute()
    return rows.map(toRecord)
  },
  rotate: (key, othersExpireAt, act) =>
    change(async ({ transaction, note, lockLicense }) => {
      // Two concurrent rotations would each end the keys before them, but not each other's.
      await lockLicense(key.licenseId)
      const current = await transaction
        .selectFrom('license_keys')
        .select('hint')
        .where('license_id', '=', key.licenseId)
        .where('expires_at', 'is', null)
        .executeTakeFirst()
      await transaction
        .updateTable('license_keys')
        .set({ expires_at: othersExpireAt })
        .where('license_id', '=', key.licenseId)
        .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', othersExpireAt)]))
        .execute()
      await transaction.insertInto('license_keys').values(toKeyRow(key)).execute()
      const oldKeyExpiresAt = new Date(othersExpireAt).toISOString()
      const after = { keyHint: key.hint, oldKeyExpiresAt }
      await note(act, { kind: 'license', id: key.licenseId }, { keyHint: current?.hint ?? null }, after)
    }),
  async rehash(oldHash, hash, pepperVersion) {
    await db
      .updateTable('license_keys')
      .set({ hash, pepper_version: pepperVersion })
      .where('hash', '=', oldHash)
      .execute()
  },
})

export const toKeyRow = (key: KeyRecord): Database['license_keys'] => ({
  hash: key.hash,
  pepper_version: key.pepperVersion,
  license_id: key.licenseId,
  hint: key.hint,
  created_at: key.createdAt,
  expires_at: key.expiresAt,
})

const toRecord = (row: Selectable<Database['license_keys']>): KeyRecord => ({
  hash: row.hash,
  pepperVersion: row.pepper_version,
  licenseId: row.license_id,
  hint: row.hint,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
})
