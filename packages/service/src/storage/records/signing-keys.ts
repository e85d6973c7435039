import type { Kysely } from 'kysely'
import type { Database } from '../schema.ts'
import type { SigningKeyRecord, Store } from '../store.ts'
import type { Change } from './audit.ts'

export const signingKeyRecords = (db: Kysely<Database>, change: Change): Store['signingKeys'] => ({
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
  add: (key, retiredAt, act, onlyIfNone = false) =>
    change(async ({ transaction, note, takeLock }) => {
      // Two concurrent transactions would both retire the same key and each add a current one.
      await takeLock('signingKeys')
      const before = await transaction
        .selectFrom('signing_keys')
        .select('kid')
        .where('retired_at', 'is', null)
        .executeTakeFirst()
      if (onlyIfNone && before !== undefined) return
      await transaction
        .updateTable('signing_keys')
        .set({ retired_at: retiredAt })
        .where('retired_at', 'is', null)
        .execute()
      await transaction
        .insertInto('signing_keys')
        .values({
          kid: key.kid,
          public_jwk: key.publicJwk,
          sealed_private_jwk: key.sealedPrivateJwk,
          created_at: key.createdAt,
          retired_at: key.retiredAt,
        })
        .execute()
      await note(act, { kind: 'signing_key', id: key.kid }, before ?? null, { kid: key.kid })
    }),
  async remove(retiredBefore) {
    const { numDeletedRows } = await db
      .deleteFrom('signing_keys')
      .where('retired_at', '<', retiredBefore)
      .executeTakeFirst()
    return Number(numDeletedRows)
  },
})
