// The tables that a copy contains, referenced tables before those that refer to them, each with its primary key. Left
// out: the cache, gone profiles (which concern cached pages only), tickets (which end within minutes), change
// notifications and the request log.

import type { Database } from './schema.ts'
import type { CopiedTable, CopyRow } from './store.ts'

type LeftOut =
  | 'request_log'
  | 'gone_profiles'
  | 'connect_tickets'
  | 'changes'
  | 'copy_marks'
  | 'cache.claims'
  | 'cache.pages'

/** Every backend has an index in the order of the key. */
export const COPIED_TABLES: Readonly<Record<Exclude<keyof Database, LeftOut>, readonly string[]>> = {
  plans: ['name'],
  licenses: ['id'],
  license_keys: ['hash'],
  sites: ['license_id', 'site'],
  grants: ['client'],
  signing_keys: ['kid'],
  usage: ['meter', 'starts_at', 'license_id'],
  daily_usage: ['day', 'license_id', 'meter', 'platform', 'endpoint', 'site'],
  credentials: ['id'],
  budgets: ['key'],
  distinct_uses: ['owner', 'value'],
  audit_entries: ['id'],
  answers: ['key'],
  operators: ['id'],
  start_settings: ['name'],
  webhooks: ['id'],
  webhook_events: ['id'],
  webhook_deliveries: ['webhook_id', 'event_id'],
  platform_alarms: ['platform'],
  connect_apps: ['id'],
  connect_grants: ['id'],
  connections: ['id'],
  disconnections: ['id'],
  media_marks: ['subject'],
  traffic_counts: ['step', 'starts_at', 'platform', 'measure'],
}

export const copiedTables = Object.keys(COPIED_TABLES) as readonly CopiedTable[]

/** Negative when the first row's key sorts first, 0 when the keys are equal. */
export const compareKeys = (table: CopiedTable, one: CopyRow, other: CopyRow): number => {
  for (const column of COPIED_TABLES[table]) {
    const order = compareValues(one[column], other[column])
    if (order !== 0) return order
  }
  return 0
}

/** JavaScript compares UTF-16 code units, which sort differently from bytes beyond the BMP. */
const compareValues = (one: CopyRow[string] | undefined, other: CopyRow[string] | undefined): number => {
  if (one === other) return 0
  if (typeof one === 'number' && typeof other === 'number') return one - other
  return Buffer.compare(Buffer.from(String(one)), Buffer.from(String(other)))
}

/** The same text for the same row, regardless of the order of its columns. */
export const canonicalRow = (row: CopyRow): string => JSON.stringify(row, Object.keys(row).sort())

export const isSameRow = (one: CopyRow, other: CopyRow): boolean => {
  for (const column in one) if (one[column] !== other[column]) return false
  return Object.keys(one).length === Object.keys(other).length
}
