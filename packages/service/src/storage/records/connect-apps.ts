import type { Kysely, Selectable, Transaction } from 'kysely'
import type { ConnectAppRecord } from '../connection-records.ts'
import type { Database } from '../schema.ts'
import type { Store } from '../store.ts'
import type { Change, Changing } from './audit.ts'

export const connectAppRecords = (db: Kysely<Database>, change: Change): Store['connectApps'] => ({
  async find(id) {
    const row = await db.selectFrom('connect_apps').selectAll().where('id', '=', id).executeTakeFirst()
    return row && toRecord(row)
  },
  async list(licenseId, platform, host) {
    let query = db.selectFrom('connect_apps').selectAll()
    query = licenseId === null ? query.where('license_id', 'is', null) : query.where('license_id', '=', licenseId)
    if (platform !== undefined) query = query.where('platform', '=', platform)
    if (host !== undefined) query = query.where('host', '=', host)
    return (await query.orderBy('created_at').orderBy('id').execute()).map(toRecord)
  },
  async ofLicenses(platform) {
    const query = db.selectFrom('connect_apps').selectAll().where('platform', '=', platform)
    return (await query.where('license_id', 'is not', null).orderBy('id').execute()).map(toRecord)
  },
  put: (record, act, most) =>
    change(async (changing) => {
      const { transaction, note } = changing
      if (record.version === 0 && most !== undefined && (await hasAsMany(changing, record.licenseId, most)))
        return false
      const found = await transaction
        .selectFrom('connect_apps')
        .selectAll()
        .where('id', '=', record.id)
        .executeTakeFirst()
      const row = { ...toRow(record), version: record.version + 1 }
      const isStored =
        record.version === 0
          ? (
              await transaction
                .insertInto('connect_apps')
                .values(row)
                .onConflict((conflict) => conflict.doNothing())
                .executeTakeFirstOrThrow()
            ).numInsertedOrUpdatedRows === 1n
          : (
              await transaction
                .updateTable('connect_apps')
                .set(row)
                .where('id', '=', record.id)
                .where('version', '=', record.version)
                .executeTakeFirstOrThrow()
            ).numUpdatedRows === 1n
      if (isStored && act !== undefined)
        await note(act, subjectOf(record), found ? factsOf(toRecord(found)) : null, factsOf(record))
      return isStored
    }),
  remove: (id, act) =>
    change(async ({ transaction, note }) => {
      const [row] = await transaction.deleteFrom('connect_apps').where('id', '=', id).returningAll().execute()
      if (row === undefined) return false
      if (act !== undefined) await note(act, subjectOf(toRecord(row)), factsOf(toRecord(row)), null)
      return true
    }),
})

/** Two concurrent transactions would both count one too few. */
const hasAsMany = async (
  { transaction, lockLicense, takeLock }: Changing,
  licenseId: string | null,
  most: number,
): Promise<boolean> => {
  await (licenseId === null ? takeLock('operatorApps') : lockLicense(licenseId))
  const { total } = await countOf(transaction, licenseId).executeTakeFirstOrThrow()
  return Number(total) >= most
}

const countOf = (transaction: Transaction<Database>, licenseId: string | null) =>
  transaction
    .selectFrom('connect_apps')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('license_id', licenseId === null ? 'is' : '=', licenseId)
    .where('host', 'is', null)

const subjectOf = ({ id }: ConnectAppRecord) => ({ kind: 'connect_app', id })

const factsOf = ({ licenseId, platform, host, clientId, label, state }: ConnectAppRecord) => ({
  ...{ licenseId, platform, host, clientId, label, state },
})

const toRow = (record: ConnectAppRecord): Database['connect_apps'] => ({
  id: record.id,
  platform: record.platform,
  host: record.host,
  license_id: record.licenseId,
  client_id: record.clientId,
  sealed_secret: record.sealedSecret,
  label: record.label,
  state: record.state,
  created_at: record.createdAt,
  version: record.version,
})

const toRecord = (row: Selectable<Database['connect_apps']>): ConnectAppRecord => ({
  id: row.id,
  platform: row.platform,
  host: row.host,
  licenseId: row.license_id,
  clientId: row.client_id,
  sealedSecret: row.sealed_secret,
  label: row.label,
  state: row.state,
  createdAt: row.created_at,
  version: row.version,
})
