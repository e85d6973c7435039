import { type Kysely, sql } from 'kysely'
import type { Database } from '../schema.ts'
import type { Act, LicenseRecord, Store } from '../store.ts'
import type { Change, Note } from './audit.ts'
import { asList, findLicenses, toLicenseRecord } from './find-licenses.ts'
import { toKeyRow } from './keys.ts'
import { createLicenseList, type LicenseIndexes } from './license-list.ts'
import { removeLicense } from './remove-license.ts'
import { publishEvents, recordSuppressed } from './webhook-events.ts'

const NO_EVENTS = { published: [], suppressed: [] } as const

export const licenseRecords = (db: Kysely<Database>, change: Change, indexes: LicenseIndexes): Store['licenses'] => {
  const list = createLicenseList(db, indexes)
  return {
    create: (license, key, act, onlyIfNone = false) =>
      change(async ({ transaction, note, takeLock }) => {
        // Two concurrent transactions would both count zero.
        if (onlyIfNone) {
          await takeLock('firstLicense')
          if ((await countLicenses(transaction)) > 0) return false
        }
        await transaction.insertInto('licenses').values(toRow(license)).execute()
        await transaction.insertInto('license_keys').values(toKeyRow(key)).execute()
        await note(act, subjectOf(license.id), null, { ...factsOf(license), keyHint: key.hint })
        return true
      }),
    async createAll(made, act, { importId, ...facts }, { published, suppressed } = NO_EVENTS) {
      if (made.length === 0) return
      const keys = made.flatMap(({ key }) => (key === null ? [] : [toKeyRow(key)]))
      await change(async ({ transaction, note }) => {
        await transaction
          .insertInto('licenses')
          .values(made.map(({ license }) => toRow(license)))
          .execute()
        if (keys.length > 0) await transaction.insertInto('license_keys').values(keys).execute()
        await note(act, { kind: 'import', id: importId }, null, { ...facts, made: made.length })
        await publishEvents(transaction, published)
        await recordSuppressed(transaction, suppressed)
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
      // One query for each index: with both conditions in one, the planner may scan the table.
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
    findAll: async (ids) => [...(await findLicenses(db, ids)).values()],
    async findByExternalId(externalId) {
      const row = await db.selectFrom('licenses').selectAll().where('external_id', '=', externalId).executeTakeFirst()
      return row && toLicenseRecord(row)
    },
    async list(query) {
      const { licenses, next } = await list.read(query)
      return { licenses: licenses.map(toLicenseRecord), next }
    },
    positionOf: (id, order) => list.positionOf(id, order),
    remove: (id, act) =>
      change(async ({ transaction, note, lockLicense, takeLock }) => {
        await lockLicense(id, 'removal')
        const before = await findLicense(transaction, id)
        if (before === undefined) return false
        await takeLock('requestLog')
        await removeLicense(transaction, id)
        // Without anything that identifies a person, also in earlier entries.
        await note(act, subjectOf(id), { plan: before.plan, mode: before.mode, status: before.status }, null)
        return true
      }),
    async listEnded({ from, before }, most, previous) {
      let query = db
        .selectFrom('licenses')
        .selectAll()
        .where('expires_at', '>=', from)
        .where('expires_at', '<', before)
        .where('status', '!=', 'revoked')
      if (previous) query = query.where(sql<boolean>`(expires_at, id) > (${previous.expiresAt}, ${previous.id})`)
      return (await query.orderBy('expires_at').orderBy('id').limit(most).execute()).map(toLicenseRecord)
    },
    async countEnding({ from, before }) {
      const { count } = await db
        .selectFrom('licenses')
        .select(({ fn }) => fn.countAll().as('count'))
        .where('expires_at', '>=', from)
        .where('expires_at', '<', before)
        .where('status', '=', 'active')
        .where('mode', '=', 'live')
        .executeTakeFirstOrThrow()
      return Number(count)
    },
    count: () => countLicenses(db),
    note: (id, facts, act) =>
      change(async ({ transaction, note, lockLicense }) => {
        // A license that is being deleted must leave nothing behind.
        await lockLicense(id)
        if ((await findLicense(transaction, id)) === undefined) return false
        await note(act, subjectOf(id), null, facts)
        return true
      }),
    setStatus: (id, status, act) => updateLicense(change, id, { status }, act),
    update: (id, values, act) => updateLicense(change, id, values, act),
    updateAll: (ids, values, toAct) =>
      change(async ({ transaction, noteAll, lockLicenses }) => {
        if (ids.length === 0) return []
        await lockLicenses(ids)
        const found = [...(await findLicenses(transaction, ids)).values()]
        const notes = found.flatMap((before): readonly Note[] => {
          const act = toAct(before)
          const after = { ...before, ...values }
          return act ? [{ act, subject: subjectOf(before.id), before: factsOf(before), after: factsOf(after) }] : []
        })
        if (notes.length > 0) {
          const changed = notes.map(({ subject }) => subject.id)
          await transaction.updateTable('licenses').set(values).where('id', 'in', changed).execute()
        }
        await noteAll(notes)
        return found
      }),
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
  return row && toLicenseRecord(row)
}

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
