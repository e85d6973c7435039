import type { Kysely } from 'kysely'
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
  async add(key, retiredAt, onlyIfNone = false) {
    const row: Database['signing_keys'] = {
      kid: key.kid,
      public_jwk: key.publicJwk,
      sealed_private_jwk: key.sealedPrivateJwk,
      created_at: key.createdAt,
      retired_at: key.retiredAt,
    }
    await db.transaction().execute(async (transaction) => {
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
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    })
  },
  async remove(retiredBefore) {
    const { numDeletedRows } = await db
      .deleteFrom('signing_keys')
      .where('retired_at', '<', retiredBefore)
      .executeTakeFirst()
    return Number(numDeletedRows)
  },
})
