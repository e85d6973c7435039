import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../schema.ts'
import type { SigningKeyRecord, Store } from '../store.ts'

export const signingKeyRecords = (db: Kysely<Database>): Store['signingKeys'] => ({
  async list() {
    const rows = await db.selectFrom('signing_keys').selectAll().orderBy('created_at').execute()
    return rows.map(
      (row): SigningKeyRecord => ({
        kid: row.kid,
        publicJwk: row.public_jwk,
        sealedPrivateJwk: row.sealed_private_jwk,
        createdAt: row.created_at,
        retiredAt: row.retired_at,
      }),
    )
  },
  async add(key, retiredAt, onlyIfNone) {
    await db.transaction().execute((transaction) => addSigningKey(transaction, key, retiredAt, onlyIfNone))
  },
  async remove(retiredBefore) {
    const { numDeletedRows } = await db
      .deleteFrom('signing_keys')
      .where('retired_at', '<', retiredBefore)
      .executeTakeFirst()
    return Number(numDeletedRows)
  },
})

/** Adds inside a transaction that no other addition runs beside. */
export const addSigningKey = async (
  transaction: Transaction<Database>,
  key: SigningKeyRecord,
  retiredAt: number,
  onlyIfNone = false,
) => {
  if (!onlyIfNone) {
    await transaction
      .updateTable('signing_keys')
      .set({ retired_at: retiredAt })
      .where('retired_at', 'is', null)
      .execute()
  }
  // A unique index allows one unretired key, so that of two processes that start together one makes it.
  await transaction
    .insertInto('signing_keys')
    .values({
      kid: key.kid,
      public_jwk: key.publicJwk,
      sealed_private_jwk: key.sealedPrivateJwk,
      created_at: key.createdAt,
      retired_at: key.retiredAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
