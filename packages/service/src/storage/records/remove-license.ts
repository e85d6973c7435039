// What goes with a license: whatever could tell of a person. What it used stays in the sums of all.

import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Database } from '../schema.ts'
import { OTHER } from '../store.ts'

const DAY_MS = 86_400_000
/** Whom the use of deleted licenses is counted under. */
const NOBODY = 'deleted'
/** What is counted by the month. Shorter windows are swept. */
const MONTHLY = ['scans', 'validations']

/** Removes inside a transaction beside which nothing is added to the license. */
export const removeLicense = async (transaction: Transaction<Database>, id: string): Promise<void> => {
  for (const meter of MONTHLY) await forgetUse(transaction, meter, id)
  await forgetDailyUse(transaction, id)
  await forgetEvents(transaction, id)
  await transaction.deleteFrom('answers').where('license_id', '=', id).execute()
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

/** The sites go; days, platforms and endpoints stay. */
const forgetDailyUse = async (transaction: Transaction<Database>, id: string): Promise<void> => {
  const { first, last } = await transaction
    .selectFrom('daily_usage')
    .select(({ fn }) => [fn.min('day').as('first'), fn.max('day').as('last')])
    .executeTakeFirstOrThrow()
  // Each day by itself is found by the key, which begins with it.
  for (let day = Number(first); first !== null && day <= Number(last); day += DAY_MS) {
    const ofLicense = { day, license_id: id }
    const rows = await transaction
      .selectFrom('daily_usage')
      .select(({ fn }) => ['meter', 'platform', 'endpoint', fn.sum('used').as('used')])
      .where((where) => where.and(ofLicense))
      .groupBy(['meter', 'platform', 'endpoint'])
      .execute()
    if (rows.length === 0) continue
    await transaction
      .insertInto('daily_usage')
      .values(rows.map(({ used, ...use }) => ({ ...use, day, license_id: NOBODY, site: OTHER, used: Number(used) })))
      .onConflict((conflict) =>
        conflict
          .columns(['day', 'license_id', 'meter', 'platform', 'endpoint', 'site'])
          .doUpdateSet({ used: sql`daily_usage.used + excluded.used` }),
      )
      .execute()
    await transaction
      .deleteFrom('daily_usage')
      .where((where) => where.and(ofLicense))
      .execute()
  }
}

/** Also what webhooks have not been told yet. */
const forgetEvents = async (transaction: Transaction<Database>, id: string): Promise<void> => {
  const events = transaction.selectFrom('webhook_events').select('id').where('license_id', '=', id)
  await transaction.deleteFrom('webhook_deliveries').where('event_id', 'in', events).execute()
  await transaction.deleteFrom('webhook_events').where('license_id', '=', id).execute()
}
