import { type Kysely, type RawBuilder, type Selectable, sql, type Transaction } from 'kysely'
import type { Database } from '../schema.ts'
import type { KeyRecord, LicenseRecord, LicenseUpdate, Store } from '../store.ts'
import { toKeyRow } from './keys.ts'
import { createLicenseList, type NameKey } from './license-list.ts'

/** `name`: as the index on names has it. */
export const licenseRecords = (db: Kysely<Database>, name: NameKey): Store['licenses'] => {
  const list = createLicenseList(db, name)
  return {
    create: (license, key, onlyIfNone) =>
      db.transaction().execute((transaction) => addLicense(transaction, license, key, onlyIfNone)),
    async find(id) {
      const row = await db.selectFrom('licenses').selectAll().where('id', '=', id).executeTakeFirst()
      return row && toRecord(row)
    },
    async findByExternalId(externalId) {
      const row = await db.selectFrom('licenses').selectAll().where('external_id', '=', externalId).executeTakeFirst()
      return row && toRecord(row)
    },
    async list(query) {
      const { licenses, next } = await list.read(query)
      return { licenses: licenses.map(toRecord), next }
    },
    positionOf: (id, order) => list.positionOf(id, order),
    remove: (id) => db.transaction().execute((transaction) => removeLicense(transaction, id)),
    count: () => countLicenses(db),
    async setStatus(id, status) {
      const { numUpdatedRows } = await db
        .updateTable('licenses')
        .set({ status })
        .where('id', '=', id)
        .where('status', '!=', 'revoked')
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    async update(id, change) {
      const { numUpdatedRows } = await db
        .updateTable('licenses')
        .set(toColumns(change))
        .where('id', '=', id)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
  }
}

/** Whom the use of deleted licenses is counted under. */
const NOBODY = 'deleted'
/** What is counted by the month. Shorter windows are swept. */
const MONTHLY = ['scans', 'validations']

/** Removes inside a transaction beside which nothing is added to the license. */
export const removeLicense = async (transaction: Transaction<Database>, id: string): Promise<boolean> => {
  for (const meter of MONTHLY) await forgetUse(transaction, meter, id)
  await transaction.deleteFrom('sites').where('license_id', '=', id).execute()
  await transaction.deleteFrom('license_keys').where('license_id', '=', id).execute()
  const { numDeletedRows } = await transaction.deleteFrom('licenses').where('id', '=', id).executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

const forgetUse = async (transaction: Transaction<Database>, meter: string, id: string): Promise<void> => {
  // From each month to the next one by the index: no index leads from a license to its windows in every store.
  const first = (from: RawBuilder<unknown>) =>
    sql`(select min(starts_at) from usage where meter = ${meter} and ${from})`
  const { rows } = await sql<{ starts_at: number; used: number }>`
    with recursive months (at) as (
      select ${first(sql`starts_at >= 0`)}
      union all select ${first(sql`starts_at > months.at`)} from months where months.at is not null
    )
    select usage.starts_at, usage.used from months cross join usage
    where usage.meter = ${meter} and usage.starts_at = months.at and usage.license_id = ${id}`.execute(transaction)
  for (const { starts_at, used } of rows) {
    await transaction
      .insertInto('usage')
      .values({ license_id: NOBODY, meter, starts_at, used })
      .onConflict((conflict) =>
        conflict.columns(['license_id', 'meter', 'starts_at']).doUpdateSet({ used: sql`usage.used + excluded.used` }),
      )
      .execute()
    await transaction
      .deleteFrom('usage')
      .where('meter', '=', meter)
      .where('starts_at', '=', starts_at)
      .where('license_id', '=', id)
      .execute()
  }
}

const countLicenses = async (db: Kysely<Database>): Promise<number> => {
  const { total } = await db
    .selectFrom('licenses')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** Adds inside a transaction; with `onlyIfNone` one that no other such addition runs beside. */
export const addLicense = async (
  transaction: Transaction<Database>,
  license: LicenseRecord,
  key: KeyRecord,
  onlyIfNone = false,
): Promise<boolean> => {
  if (onlyIfNone && (await countLicenses(transaction)) > 0) return false
  await transaction.insertInto('licenses').values(toRow(license)).execute()
  await transaction.insertInto('license_keys').values(toKeyRow(key)).execute()
  return true
}

const toRow = (license: LicenseRecord): Database['licenses'] => ({
  id: license.id,
  name: license.name,
  plan: license.plan,
  mode: license.mode,
  status: license.status,
  expires_at: license.expiresAt,
  created_at: license.createdAt,
  external_id: license.externalId,
  email: license.email,
  notes: license.notes,
  metadata: JSON.stringify(license.metadata),
})

/** The columns of what is named. */
const toColumns = ({ expiresAt, externalId, metadata, ...same }: LicenseUpdate): Partial<Database['licenses']> => ({
  ...same,
  ...(expiresAt !== undefined && { expires_at: expiresAt }),
  ...(externalId !== undefined && { external_id: externalId }),
  ...(metadata !== undefined && { metadata: JSON.stringify(metadata) }),
})

const toRecord = (row: Selectable<Database['licenses']>): LicenseRecord => ({
  id: row.id,
  name: row.name,
  plan: row.plan,
  mode: row.mode,
  status: row.status,
  expiresAt: row.expires_at,
  createdAt: row.created_at,
  externalId: row.external_id,
  email: row.email,
  notes: row.notes,
  metadata: JSON.parse(row.metadata) as Record<string, string>,
})
