import type { Kysely, Selectable } from 'kysely'
import type { Database } from '../schema.ts'
import type { LicenseRecord } from '../store.ts'

/** The licenses found, by id. */
export const findLicenses = async (
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, LicenseRecord>> => {
  const rows = await db.selectFrom('licenses').selectAll().where('id', 'in', asList(ids)).execute()
  return new Map(rows.map((row) => [row.id, toLicenseRecord(row)]))
}

/** `in ()` is not valid SQL. */
export const asList = (texts: readonly string[]): readonly string[] => (texts.length === 0 ? [''] : texts)

export const toLicenseRecord = (row: Selectable<Database['licenses']>): LicenseRecord => ({
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
