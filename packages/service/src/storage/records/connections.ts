// Connected accounts. Each read names the license, so that no other license's record is ever returned to it.

import type { ExpressionBuilder, Kysely, Selectable, Transaction } from 'kysely'
import type { ConnectionRecord } from '../connection-records.ts'
import type { Database } from '../schema.ts'
import type { ConnectionFilter, Store } from '../store.ts'
import type { Change } from './audit.ts'
import { publishEvent } from './webhook-events.ts'

/** Rows per statement, below every backend's limit of parameters. */
const BATCH = 1_000

type Row = Selectable<Database['connections']>

export const connectionRecords = (db: Kysely<Database>, change: Change): Store['connections'] => ({
  async find(id, licenseId) {
    let query = db.selectFrom('connections').selectAll().where('id', '=', id)
    if (licenseId !== undefined) query = query.where('license_id', '=', licenseId)
    const row = await query.executeTakeFirst()
    return row && toRecord(row)
  },
  async findAccount(licenseId, platform, host, accountId) {
    const row = await db
      .selectFrom('connections')
      .selectAll()
      .where('license_id', '=', licenseId)
      .where('platform', '=', platform)
      .where('host', '=', host ?? '')
      .where('account_id', '=', accountId)
      .executeTakeFirst()
    return row && toRecord(row)
  },
  async list(licenseId) {
    const rows = await db
      .selectFrom('connections')
      .selectAll()
      .where('license_id', '=', licenseId)
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    return rows.map(toRecord)
  },
  async ofHandle(licenseId, platform, handle) {
    const rows = await db
      .selectFrom('connections')
      .selectAll()
      .where('license_id', '=', licenseId)
      .where('platform', '=', platform)
      // With the empty host, the index of accounts serves the second one.
      .where(({ or, and, eb }) =>
        or([eb('handle', '=', handle), and([eb('host', '=', ''), eb('account_id', '=', handle)])]),
      )
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    return rows.map(toRecord)
  },
  async count(licenseId) {
    const { total } = await countOf(db, licenseId).executeTakeFirstOrThrow()
    return Number(total)
  },
  async page({ licenseId, platform, state, before, limit }) {
    let query = db.selectFrom('connections').selectAll()
    if (licenseId !== undefined) query = query.where('license_id', '=', licenseId)
    if (platform !== undefined) query = query.where('platform', '=', platform)
    if (state !== undefined) query = query.where(isInState(state))
    if (before !== undefined)
      query = query.where(({ or, and, eb }) =>
        or([
          eb('created_at', '<', before.createdAt),
          and([eb('created_at', '=', before.createdAt), eb('id', '<', before.id)]),
        ]),
      )
    const rows = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
    return rows.map(toRecord)
  },
  async counts() {
    const rows = await db
      .selectFrom('connections')
      .select(({ fn }) => ['platform', 'state', fn.countAll<number>().as('total')])
      .groupBy(['platform', 'state'])
      .orderBy('platform')
      .orderBy('state')
      .execute()
    return rows.map(({ platform, state, total }) => ({ platform, state, count: Number(total) }))
  },
  async ofSubject(platform, appId, subjectHash) {
    const rows = await db
      .selectFrom('connections')
      .selectAll()
      .where('subject_hash', '=', subjectHash)
      .where('platform', '=', platform)
      .where('app_id', '=', appId)
      .orderBy('id')
      .execute()
    return rows.map(toRecord)
  },
  async due(before, most) {
    const rows = await db
      .selectFrom('connections')
      .selectAll()
      .where('due_at', '<', before)
      .where('state', '<>', 'ended')
      .orderBy('due_at')
      .limit(most)
      .execute()
    return rows.map(toRecord)
  },
  create: (record, most, { act, event } = {}) =>
    change(async ({ transaction, note, lockLicense }) => {
      // Two concurrent transactions would both count one too few.
      await lockLicense(record.licenseId)
      const { total } = await countOf(transaction, record.licenseId).executeTakeFirstOrThrow()
      if (most !== null && Number(total) >= most) return 'limit'
      const { numInsertedOrUpdatedRows } = await transaction
        .insertInto('connections')
        .values({ ...toRow(record), version: 1 })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow()
      if (numInsertedOrUpdatedRows === 0n) return 'exists'
      if (act !== undefined) await note(act, subjectOf(record), null, factsOf(record))
      if (event !== undefined) await publishEvent(transaction, event)
      return 'created'
    }),
  put: (record, { act, event } = {}) =>
    change(async ({ transaction, note }) => {
      const before = await transaction
        .selectFrom('connections')
        .selectAll()
        .where('id', '=', record.id)
        .executeTakeFirst()
      // Concurrent writers wait for the row lock, and then find another version.
      const { numUpdatedRows } = await transaction
        .updateTable('connections')
        .set({ ...toRow(record), version: record.version + 1 })
        .where('id', '=', record.id)
        .where('license_id', '=', record.licenseId)
        .where('version', '=', record.version)
        .executeTakeFirstOrThrow()
      if (before === undefined || numUpdatedRows === 0n) return false
      if (act !== undefined) await note(act, subjectOf(record), factsOf(toRecord(before)), factsOf(record))
      if (event !== undefined) await publishEvent(transaction, event)
      return true
    }),
  remove: (id, licenseId, { act, cause, event } = {}) =>
    change(async ({ transaction, note }) => {
      const [row] = await transaction
        .deleteFrom('connections')
        .where('id', '=', id)
        .where('license_id', '=', licenseId)
        .returningAll()
        .execute()
      if (row === undefined) return undefined
      const removed = toRecord(row)
      await keepRemoved(transaction, [removed.id])
      await dropUnusedGrants(transaction, [removed.grantId])
      if (act !== undefined) await note(act, subjectOf(removed), factsOf(removed), null)
      for (const each of [cause, event]) if (each !== undefined) await publishEvent(transaction, each)
      return removed
    }),
  adoptRemoved: (ids) =>
    change(async ({ transaction }) => {
      for (let at = 0; at < ids.length; at += BATCH) {
        const some = ids.slice(at, at + BATCH)
        await keepRemoved(transaction, some)
        const rows = await transaction
          .deleteFrom('connections')
          .where('id', 'in', some)
          .returning('grant_id as grantId')
          .execute()
        await dropUnusedGrants(
          transaction,
          rows.map(({ grantId }) => grantId),
        )
      }
    }),
  async touch(id, readAt) {
    await db
      .updateTable('connections')
      .set({ last_read_at: readAt })
      .where('id', '=', id)
      .where((where) => where.or([where('last_read_at', 'is', null), where('last_read_at', '<', readAt)]))
      .execute()
  },
})

const isInState =
  ({ is, at }: NonNullable<ConnectionFilter['state']>) =>
  ({ or, and, not, eb }: ExpressionBuilder<Database, 'connections'>) => {
    const isOver = and([eb('state', '=', 'limited'), or([eb('until', 'is', null), eb('until', '<=', at)])])
    const isStored = eb('state', '=', is)
    if (is === 'connected') return or([isStored, isOver])
    return is === 'limited' ? and([isStored, not(isOver)]) : isStored
  }

const keepRemoved = async (transaction: Transaction<Database>, ids: readonly string[]): Promise<void> => {
  await transaction
    .insertInto('disconnections')
    .values(ids.map((id) => ({ id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** A consent's own token goes with its last account. */
const dropUnusedGrants = async (
  transaction: Transaction<Database>,
  grantIds: readonly (string | null)[],
): Promise<void> => {
  const ids = grantIds.filter((id) => id !== null)
  if (ids.length === 0) return
  await transaction
    .deleteFrom('connect_grants')
    .where('id', 'in', ids)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('connections').select('id').whereRef('grant_id', '=', 'connect_grants.id'))),
    )
    .execute()
}

const countOf = (db: Kysely<Database>, licenseId: string) =>
  db
    .selectFrom('connections')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('license_id', '=', licenseId)

const subjectOf = ({ id }: ConnectionRecord) => ({ kind: 'connection', id })

/** The part of a connection that the audit trail shows: nothing that names a person. */
const factsOf = ({ licenseId, platform, state, reason }: ConnectionRecord) => ({ licenseId, platform, state, reason })

const listIn = <Item extends string>(text: string): readonly Item[] => JSON.parse(text) as Item[]

/** A unique index counts two nulls as different, so that no host is an empty text. */
const toRow = (record: ConnectionRecord): Database['connections'] => ({
  id: record.id,
  license_id: record.licenseId,
  site: record.site,
  platform: record.platform,
  host: record.host ?? '',
  account_id: record.accountId,
  handle: record.handle,
  display_name: record.displayName,
  url: record.url,
  avatar_url: record.avatarUrl,
  label: record.label,
  app_id: record.appId,
  grant_id: record.grantId,
  scopes: JSON.stringify(record.scopes),
  missing_scopes: JSON.stringify(record.missingScopes),
  include: JSON.stringify(record.include),
  state: record.state,
  since: record.since,
  until: record.until,
  reason: record.reason,
  sealed_token: record.sealedToken,
  expires_at: record.expiresAt,
  refresh_expires_at: record.refreshExpiresAt,
  consented_at: record.consentedAt,
  renewed_at: record.renewedAt,
  due_at: record.dueAt,
  subject_hash: record.subjectHash,
  connected_by_site: record.connectedBySite,
  created_at: record.createdAt,
  last_read_at: record.lastReadAt,
  version: record.version,
})

const toRecord = (row: Row): ConnectionRecord => ({
  id: row.id,
  licenseId: row.license_id,
  site: row.site,
  platform: row.platform,
  host: row.host === '' ? null : row.host,
  accountId: row.account_id,
  handle: row.handle,
  displayName: row.display_name,
  url: row.url,
  avatarUrl: row.avatar_url,
  label: row.label,
  appId: row.app_id,
  grantId: row.grant_id,
  scopes: listIn(row.scopes),
  missingScopes: listIn(row.missing_scopes),
  include: listIn(row.include),
  state: row.state,
  since: row.since,
  until: row.until,
  reason: row.reason,
  sealedToken: row.sealed_token,
  expiresAt: row.expires_at,
  refreshExpiresAt: row.refresh_expires_at,
  consentedAt: row.consented_at,
  renewedAt: row.renewed_at,
  dueAt: row.due_at,
  subjectHash: row.subject_hash,
  connectedBySite: row.connected_by_site,
  createdAt: row.created_at,
  lastReadAt: row.last_read_at,
  version: row.version,
})
