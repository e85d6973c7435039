import type { Kysely, Selectable, Transaction } from 'kysely'
import type { Database } from '../schema.ts'
import type { KeyRecord, Store } from '../store.ts'

export const keyRecords = (db: Kysely<Database>): Store['keys'] => ({
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
  async rotate(key, othersExpireAt) {
    await db.transaction().execute((transaction) => rotateKey(transaction, key, othersExpireAt))
  },
  async rehash(oldHash, hash, pepperVersion) {
    await db
      .updateTable('license_keys')
      .set({ hash, pepper_version: pepperVersion })
      .where('hash', '=', oldHash)
      .execute()
  },
})

/** Rotates inside a transaction that no other rotation of the license runs beside. */
export const rotateKey = async (transaction: Transaction<Database>, key: KeyRecord, othersExpireAt: number) => {
  await transaction
    .updateTable('license_keys')
    .set({ expires_at: othersExpireAt })
    .where('license_id', '=', key.licenseId)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', othersExpireAt)]))
    .execute()
  await transaction.insertInto('license_keys').values(toKeyRow(key)).execute()
}

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
