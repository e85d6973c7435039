import { type Kysely, sql, type Transaction } from 'kysely'
import type { AuditSubject } from '../audit-records.ts'
import { RESPONSE_KEPT_MS, type ResponseRecord } from '../response-records.ts'
import type { Database } from '../schema.ts'
import type { Store } from '../store.ts'
import { StoreError } from '../store-error.ts'
import { dropOldest } from './drop-oldest.ts'

export const responseRecords = (db: Kysely<Database>): Store['responses'] => ({
  async find(key) {
    const row = await db.selectFrom('answers').selectAll().where('key', '=', key).executeTakeFirst()
    return row && { key: row.key, sealed: row.sealed, givenAt: row.given_at }
  },
  sweep: (givenIn, most) => dropOldest(db, 'answers', 'given_at', givenIn, most),
})

/** Stores the response in the transaction of the change. Of two concurrent requests with the same key one succeeds, and
 * the other rejects. An expired response that was not swept yet is replaced. */
export const keepResponse = async (
  transaction: Transaction<Database>,
  { key, sealed, givenAt }: ResponseRecord,
  subject: AuditSubject,
): Promise<void> => {
  const values = { license_id: subject.kind === 'license' ? subject.id : null, sealed, given_at: givenAt }
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('answers')
    .values({ key, ...values })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet(values)
        .where(sql.ref('answers.given_at'), '<=', givenAt - RESPONSE_KEPT_MS),
    )
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n) throw new StoreError('conflict', new Error('The request already has a response'))
}
