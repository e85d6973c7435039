// The exports: licenses, sites, usage, plans, connected accounts without their tokens, and the audit trail. They contain only the last characters of keys; key
// hashes, signing keys and credentials are never read. Rows are read in batches, without a snapshot.

import { MEDIA_METER, monthAt } from '../licensing/usage/quota.ts'
import { isoTime, isoTimeOrNull } from '../runtime/clock/iso-time.ts'
import type { AuditEntry, CopyRow, KeyRecord, LicensePosition, LicenseRecord, Store } from '../storage/store.ts'

/** JSON values, in column order. */
export type ExportRow = Readonly<Record<string, unknown>>

export type Export = {
  readonly id: string
  readonly columns: readonly string[]
  readonly rows: (store: Store) => AsyncIterable<readonly ExportRow[]>
}

const BATCH = 500

const licenseRow = (license: LicenseRecord, keys: readonly KeyRecord[]): ExportRow => ({
  id: license.id,
  externalId: license.externalId,
  name: license.name,
  email: license.email,
  plan: license.plan,
  mode: license.mode,
  // As stored: expiry follows from `expiresAt`, also after an import.
  status: license.status,
  expiresAt: isoTimeOrNull(license.expiresAt),
  createdAt: isoTime(license.createdAt),
  notes: license.notes,
  metadata: license.metadata,
  keysEndIn: keys.map(({ hint }) => hint),
})

async function* licenseRows({ licenses, keys }: Store): AsyncGenerator<readonly ExportRow[]> {
  for (let after: LicensePosition | undefined; ; ) {
    const { licenses: batch, next } = await licenses.list({ limit: BATCH, after })
    const ids = batch.map(({ id }) => id)
    const of = Map.groupBy(await keys.listOfAll(ids), ({ licenseId }) => licenseId)
    yield batch.map((license) => licenseRow(license, of.get(license.id) ?? []))
    if (next === null) return
    after = next
  }
}

const siteRow = ({ license_id, site, first_seen_at }: CopyRow): ExportRow => ({
  license: license_id,
  site,
  firstSeenAt: isoTime(Number(first_seen_at)),
})

async function* siteRows({ copies }: Store): AsyncGenerator<readonly ExportRow[]> {
  for await (const rows of copies.read('sites')) yield rows.map(siteRow)
}

/** Meters with monthly windows; the others are bursts, allowances and units of platforms. */
const MONTHLY: ReadonlySet<unknown> = new Set(['scans', 'validations', MEDIA_METER])

const usageRow = ({ license_id, meter, starts_at, used }: CopyRow): ExportRow => {
  const { startsAt, endsAt } = monthAt(Number(starts_at))
  return { license: license_id, meter, from: isoTime(startsAt), until: isoTime(endsAt), used }
}

async function* usageRows({ copies }: Store): AsyncGenerator<readonly ExportRow[]> {
  for await (const rows of copies.read('usage')) yield rows.filter(({ meter }) => MONTHLY.has(meter)).map(usageRow)
}

async function* planRows({ plans }: Store): AsyncGenerator<readonly ExportRow[]> {
  yield (await plans.list()).map((plan) => ({ ...plan }))
}

const auditRow = ({ id, at, actor, action, subject, before, after }: AuditEntry): ExportRow => ({
  id,
  at: isoTime(at),
  actorKind: actor.kind,
  actor: actor.name,
  from: actor.from,
  requestId: actor.requestId,
  action,
  subjectKind: subject.kind,
  subject: subject.id,
  before,
  after,
})

async function* auditRows({ audit }: Store): AsyncGenerator<readonly ExportRow[]> {
  for (let before: AuditEntry | undefined; ; ) {
    const batch = await audit.list({ limit: BATCH, before })
    yield batch.map(auditRow)
    if (batch.length < BATCH) return
    before = batch.at(-1)
  }
}

const connectionRow = (row: CopyRow): ExportRow => {
  const time = (value: CopyRow[string] | undefined) => isoTimeOrNull(value == null ? null : Number(value))
  return {
    ...{ id: row.id, license: row.license_id, site: row.site, platform: row.platform, host: row.host || null },
    ...{ accountId: row.account_id, handle: row.handle, displayName: row.display_name, label: row.label },
    ...{ state: row.state, reason: row.reason, until: time(row.until), createdAt: time(row.created_at) },
    lastReadAt: time(row.last_read_at),
  }
}

async function* connectionRows({ copies }: Store): AsyncGenerator<readonly ExportRow[]> {
  for await (const rows of copies.read('connections')) yield rows.map(connectionRow)
}

export const EXPORTS: readonly Export[] = [
  {
    id: 'licenses',
    columns: [
      ...['id', 'externalId', 'name', 'email', 'plan', 'mode', 'status', 'expiresAt', 'createdAt', 'notes', 'metadata'],
      'keysEndIn',
    ],
    rows: licenseRows,
  },
  { id: 'sites', columns: ['license', 'site', 'firstSeenAt'], rows: siteRows },
  { id: 'usage', columns: ['license', 'meter', 'from', 'until', 'used'], rows: usageRows },
  {
    id: 'plans',
    columns: ['name', 'scans', 'validations', 'burst', 'sites', 'connections', 'media', 'mediaMb', 'platforms'],
    rows: planRows,
  },
  {
    id: 'connections',
    columns: [
      ...['id', 'license', 'site', 'platform', 'host', 'accountId', 'handle', 'displayName', 'label'],
      ...['state', 'reason', 'until', 'createdAt', 'lastReadAt'],
    ],
    rows: connectionRows,
  },
  {
    id: 'audit',
    columns: [
      ...['id', 'at', 'actorKind', 'actor', 'from', 'requestId', 'action'],
      ...['subjectKind', 'subject', 'before', 'after'],
    ],
    rows: auditRows,
  },
]
