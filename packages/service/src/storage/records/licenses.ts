import { type Kysely, type RawBuilder, type Selectable, sql, type Transaction } from 'kysely'
import type { Database } from '../schema.ts'
import type { Act, LicenseRecord, Store } from '../store.ts'
import type { Change } from './audit.ts'
import { toKeyRow } from './keys.ts'
import { createLicenseList, type NameKey } from './license-list.ts'

/** `name`: as the index on names has it. */
export const licenseRecords = (db: Kysely<Database>, change: Change, name: NameKey): Store['licenses'] => {
  const list = createLicenseList(db, name)
  return {
    create: (license, key, act, onlyIfNone = false) =>
      change(async ({ transaction, note, takeTurn }) => {
        // Two at once would both count none.
        if (onlyIfNone) {
          await takeTurn('firstLicense')
          if ((await countLicenses(transaction)) > 0) return false
        }
        await transaction.insertInto('licenses').values(toRow(license)).execute()
        await transaction.insertInto('license_keys').values(toKeyRow(key)).execute()
        await note(act, subjectOf(license.id), null, { ...factsOf(license), keyHint: key.hint })
        return true
      }),
    async createAll(made, act, { importId, ...facts }) {
      if (made.length === 0) return
      const keys = made.flatMap(({ key }) => (key === null ? [] : [toKeyRow(key)]))
      await change(async ({ transaction, note }) => {
        await transaction
          .insertInto('licenses')
          .values(made.map(({ license }) => toRow(license)))
          .execute()
        if (keys.length > 0) await transaction.insertInto('license_keys').values(keys).execute()
        await note(act, { kind: 'import', id: importId }, null, { ...facts, made: made.length })
      })
    },
    async findKnown({ ids, externalIds, hashes }) {
      const keys = await db
        .selectFrom('license_keys')
        .select(['hash', 'license_id'])
        .where('hash', 'in', asList(hashes))
        .execute()
      const owners = keys.map(({ license_id }) => license_id)
      const named = db.selectFrom('licenses').select(['id', 'external_id'])
      // One question for each index: with both in one, a planner may look through the table instead.
      const [byId, byExternalId] = await Promise.all([
        named.where('id', 'in', asList([...ids, ...owners])).execute(),
        named.where('external_id', 'in', asList(externalIds)).execute(),
      ])
      const licenses = new Map([...byId, ...byExternalId].map(({ id, external_id }) => [id, external_id]))
      return {
        licenses: [...licenses].map(([id, externalId]) => ({ id, externalId })),
        keys: keys.map(({ hash, license_id }) => ({ hash, licenseId: license_id })),
      }
    },
    find: (id) => findLicense(db, id),
    async findByExternalId(externalId) {
      const row = await db.selectFrom('licenses').selectAll().where('external_id', '=', externalId).executeTakeFirst()
      return row && toRecord(row)
    },
    async list(query) {
      const { licenses, next } = await list.read(query)
      return { licenses: licenses.map(toRecord), next }
    },
    positionOf: (id, order) => list.positionOf(id, order),
    remove: (id, act) =>
      change(async ({ transaction, note, lockLicense }) => {
        await lockLicense(id, 'removal')
        const before = await findLicense(transaction, id)
        if (before === undefined) return false
        await removeLicense(transaction, id)
        // Nothing that a person could be told by, also in what was written down before.
        await note(act, subjectOf(id), { plan: before.plan, mode: before.mode, status: before.status }, null)
        return true
      }),
    count: () => countLicenses(db),
    setStatus: (id, status, act) => updateLicense(change, id, { status }, act),
    update: (id, values, act) => updateLicense(change, id, values, act),
  }
}

/** Whom the use of deleted licenses is counted under. */
const NOBODY = 'deleted'
/** What is counted by the month. Shorter windows are swept. */
const MONTHLY = ['scans', 'validations']

/** Removes inside a transaction beside which nothing is added to the license. */
const removeLicense = async (transaction: Transaction<Database>, id: string): Promise<void> => {
  for (const meter of MONTHLY) await forgetUse(transaction, meter, id)
  await transaction.deleteFrom('sites').where('license_id', '=', id).execute()
  await transaction.deleteFrom('license_keys').where('license_id', '=', id).execute()
  await transaction.deleteFrom('licenses').where('id', '=', id).execute()
  await transaction
    .updateTable('audit_entries')
    .set({ before: null, after: null })
    .where('subject_id', '=', id)
    .execute()
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

const updateLicense = (
  change: Change,
  id: string,
  values: Parameters<Store['licenses']['update']>[1],
  act: Act,
): Promise<boolean> =>
  change(async ({ transaction, note, lockLicense }) => {
    await lockLicense(id)
    const before = await findLicense(transaction, id)
    if (before === undefined || before.status === 'revoked') return false
    const after = { ...before, ...values }
    await transaction.updateTable('licenses').set(toRow(after)).where('id', '=', id).execute()
    await note(act, subjectOf(id), factsOf(before), factsOf(after))
    return true
  })

const subjectOf = (id: string) => ({ kind: 'license', id })

const factsOf = ({ id: _, createdAt: __, expiresAt, ...facts }: LicenseRecord) => ({
  ...facts,
  expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString(),
})

const findLicense = async (db: Kysely<Database>, id: string): Promise<LicenseRecord | undefined> => {
  const row = await db.selectFrom('licenses').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toRecord(row)
}

/** SQL knows no empty list. */
const asList = (texts: readonly string[]): readonly string[] => (texts.length === 0 ? [''] : texts)

const countLicenses = async (db: Kysely<Database>): Promise<number> => {
  const { total } = await db
    .selectFrom('licenses')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
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
