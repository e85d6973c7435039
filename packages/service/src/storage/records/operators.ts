import type { Kysely, Selectable } from 'kysely'
import type { Database } from '../schema.ts'
import type { OperatorRecord, Store } from '../store.ts'
import type { Change } from './audit.ts'

export const operatorRecords = (db: Kysely<Database>, change: Change): Store['operators'] => ({
  create: (operator, act) =>
    change(async ({ transaction, note }) => {
      const { id, name, role, hint } = operator
      await transaction.insertInto('operators').values(toRow(operator)).execute()
      await note(act, { kind: 'operator', id }, null, { name, role, tokenHint: hint })
    }),
  async list() {
    const rows = await db.selectFrom('operators').selectAll().orderBy('created_at').orderBy('id').execute()
    return rows.map(toRecord)
  },
  async findByHash(hash) {
    const row = await db.selectFrom('operators').selectAll().where('hash', '=', hash).executeTakeFirst()
    return row && toRecord(row)
  },
  revoke: (id, revokedAt, act) =>
    change(async ({ transaction, note }) => {
      const { numUpdatedRows } = await transaction
        .updateTable('operators')
        .set({ revoked_at: revokedAt })
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .executeTakeFirstOrThrow()
      if (numUpdatedRows === 0n) return false
      const after = { revokedAt: new Date(revokedAt).toISOString() }
      await note(act, { kind: 'operator', id }, { revokedAt: null }, after)
      return true
    }),
  async touch(id, usedAt) {
    await db.updateTable('operators').set({ last_used_at: usedAt }).where('id', '=', id).execute()
  },
  async rehash(oldHash, hash, pepperVersion) {
    await db.updateTable('operators').set({ hash, pepper_version: pepperVersion }).where('hash', '=', oldHash).execute()
  },
})

const toRow = (record: OperatorRecord): Database['operators'] => ({
  id: record.id,
  name: record.name,
  role: record.role,
  hash: record.hash,
  pepper_version: record.pepperVersion,
  hint: record.hint,
  created_at: record.createdAt,
  revoked_at: record.revokedAt,
  last_used_at: record.lastUsedAt,
})

const toRecord = (row: Selectable<Database['operators']>): OperatorRecord => ({
  id: row.id,
  name: row.name,
  role: row.role,
  hash: row.hash,
  pepperVersion: row.pepper_version,
  hint: row.hint,
  createdAt: row.created_at,
  revokedAt: row.revoked_at,
  lastUsedAt: row.last_used_at,
})
