import type { Kysely, Selectable } from 'kysely'
import type { Database } from '../schema.ts'
import type { CredentialRecord, Store } from '../store.ts'
import type { Change } from './audit.ts'
import { publishEvent } from './webhook-events.ts'

export const credentialRecords = (db: Kysely<Database>, change: Change): Store['credentials'] => ({
  async list() {
    const rows = await db
      .selectFrom('credentials')
      .selectAll()
      .orderBy('platform')
      .orderBy('kind')
      .orderBy('id')
      .execute()
    return rows.map(toRecord)
  },
  async find(id) {
    const row = await db.selectFrom('credentials').selectAll().where('id', '=', id).executeTakeFirst()
    return row && toRecord(row)
  },
  async put(record, act, event) {
    if (act === undefined && event === undefined) return putRecord(db, record)
    return change(async ({ transaction, note }) => {
      const row = await transaction.selectFrom('credentials').selectAll().where('id', '=', record.id).executeTakeFirst()
      // A credential without a row has never failed.
      const before = row ? factsOf(toRecord(row)) : { ...factsOf(record), state: 'working' }
      if (!(await putRecord(transaction, record))) return false
      if (act !== undefined) await note(act, { kind: 'credential', id: record.id }, before, factsOf(record))
      if (event !== undefined) await publishEvent(transaction, event)
      return true
    })
  },
  async remove(id) {
    const { numDeletedRows } = await db.deleteFrom('credentials').where('id', '=', id).executeTakeFirstOrThrow()
    return numDeletedRows > 0n
  },
})

const putRecord = async (db: Kysely<Database>, record: CredentialRecord): Promise<boolean> => {
  const row = { ...toRow(record), version: record.version + 1 }
  if (record.version === 0) {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('credentials')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    return numInsertedOrUpdatedRows === 1n
  }
  // Concurrent writers wait for the row lock, and then find another version.
  const { numUpdatedRows } = await db
    .updateTable('credentials')
    .set(row)
    .where('id', '=', record.id)
    .where('version', '=', record.version)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** The part of a credential that the audit trail shows. */
const factsOf = ({ platform, kind, hint, state }: CredentialRecord) => ({ platform, kind, hint, state })

const toRow = (record: CredentialRecord): Database['credentials'] => ({
  id: record.id,
  platform: record.platform,
  kind: record.kind,
  owner: record.owner,
  hint: record.hint,
  state: record.state,
  until: record.until,
  since: record.since,
  failures: record.failures,
  error: record.error,
  error_at: record.errorAt,
  sealed_token: record.sealedToken,
  expires_at: record.expiresAt,
  renewed_at: record.renewedAt,
  version: record.version,
})

const toRecord = (row: Selectable<Database['credentials']>): CredentialRecord => ({
  id: row.id,
  platform: row.platform,
  kind: row.kind,
  owner: row.owner,
  hint: row.hint,
  state: row.state,
  until: row.until,
  since: row.since,
  failures: row.failures,
  error: row.error,
  errorAt: row.error_at,
  sealedToken: row.sealed_token,
  expiresAt: row.expires_at,
  renewedAt: row.renewed_at,
  version: row.version,
})
