import { type ExpressionBuilder, type Kysely, type Selectable, sql } from 'kysely'
import type { Database } from '../schema.ts'
import type { Act, LicenseRecord, LicenseUpdate, Store, StoredStatus } from '../store.ts'
import type { Change } from './audit.ts'
import { toKeyRow } from './keys.ts'

export const licenseRecords = (db: Kysely<Database>, change: Change): Store['licenses'] => ({
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
  find: (id) => findLicense(db, id),
  async findByExternalId(externalId) {
    const row = await db.selectFrom('licenses').selectAll().where('external_id', '=', externalId).executeTakeFirst()
    return row && toRecord(row)
  },
  async list({ limit, before, search }) {
    let query = db.selectFrom('licenses').selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit)
    if (before !== undefined) {
      const last = db.selectFrom('licenses').where('id', '=', before)
      query = query.where((where) =>
        where.or([
          where('created_at', '<', last.select('created_at')),
          where.and([where('created_at', '=', last.select('created_at')), where('id', '<', before)]),
        ]),
      )
    }
    if (search !== undefined) {
      const named = await findNamed(db, search)
      query = named.length > 0 ? query.where('id', 'in', named) : query.where((where) => isFoundBy(where, search))
    }
    return (await query.execute()).map(toRecord)
  },
  count: () => countLicenses(db),
  setStatus: (id, status, act) => updateLicense(change, id, { status }, act),
  update: (id, values, act) => updateLicense(change, id, values, act),
})

const updateLicense = (
  change: Change,
  id: string,
  values: LicenseUpdate & { readonly status?: StoredStatus },
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

const countLicenses = async (db: Kysely<Database>): Promise<number> => {
  const { total } = await db
    .selectFrom('licenses')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** The ends of keys that are no word or number that somebody may look for in a name: letters and digits, or capitals inside. */
const KEY_END = /^(?!\d+$|[A-Z]+$|[A-Z]?[a-z]+$)[0-9A-Za-z]{4}$/
/** More than have keys of one end among a million licenses. */
const MOST_NAMED = 1_000

/** The licenses that the text names by an index, so that nobody waits for a look through all names and sites. */
const findNamed = async (db: Kysely<Database>, text: string): Promise<readonly string[]> => {
  // One question for each index: with all of them in one, a planner may look through the table instead.
  const known = [
    db.selectFrom('licenses').select('id').where('id', '=', text),
    db.selectFrom('licenses').select('id').where('external_id', '=', text),
    db
      .selectFrom('licenses')
      .select('id')
      .where('email', 'is not', null)
      .where(sql`lower(email)`, '=', sql`lower(${text})`),
  ]
  const own = (await Promise.all(known.map((each) => each.limit(MOST_NAMED).execute()))).flat()
  if (own.length > 0 || !KEY_END.test(text)) return own.map(({ id }) => id)
  const keys = db.selectFrom('license_keys').select('license_id').distinct().where('hint', '=', text)
  return (await keys.limit(MOST_NAMED).execute()).map(({ license_id }) => license_id)
}

/** Letters of either case are the same, as far as the store itself knows letters. */
const isFoundBy = (where: ExpressionBuilder<Database, 'licenses'>, text: string) => {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  const holds = (column: 'name' | 'email' | 'site') =>
    sql<boolean>`lower(${sql.ref(column)}) like lower(${pattern}) escape '\\'`
  const keys = where.selectFrom('license_keys').select('license_id').where('hint', '=', text)
  const sites = where.selectFrom('sites').select('license_id').where(holds('site'))
  return where.or([holds('name'), holds('email'), where('id', 'in', keys), where('id', 'in', sites)])
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
