// What goes with a license: whatever could tell of a person. What it used stays in the sums of all.

import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Database } from '../schema.ts'
import { OTHER } from '../store.ts'

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

/** A common table `steps (at)` of what a column holds that an index leads with, each once: from each to the next one by the
 * index, however many rows there are of each, and null at last. No index leads from a license to its rows in every store. */
const stepsOf = (first: (from: RawBuilder<unknown>) => RawBuilder<unknown>): RawBuilder<unknown> => sql`
  recursive steps (at) as (
    select (${first(sql`>= 0`)})
    union all select (${first(sql`> steps.at`)}) from steps where steps.at is not null
  )`

const forgetUse = async (transaction: Transaction<Database>, meter: string, id: string): Promise<void> => {
  const months = stepsOf((from) => sql`select min(starts_at) from usage where meter = ${meter} and starts_at ${from}`)
  const { rows } = await sql<{ starts_at: number; used: number }>`
    with ${months}
    select usage.starts_at, usage.used from steps cross join usage
    where usage.meter = ${meter} and usage.starts_at = steps.at and usage.license_id = ${id}`.execute(transaction)
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
  const steps = stepsOf((from) => sql`select min(day) from daily_usage where day ${from}`)
  const { rows } = await sql<{ at: number }>`with ${steps} select at from steps where at is not null`.execute(
    transaction,
  )
  if (rows.length === 0) return
  // Named one by one, so that the key, which begins with the day, finds those of the license.
  const days = rows.map(({ at }) => at)
  await transaction
    .insertInto('daily_usage')
    .columns(['day', 'license_id', 'meter', 'platform', 'endpoint', 'site', 'used'])
    .expression((build) =>
      build
        .selectFrom('daily_usage')
        .select(['day', sql<string>`${sql.lit(NOBODY)}`.as('license_id'), 'meter', 'platform', 'endpoint'])
        .select([sql<string>`${sql.lit(OTHER)}`.as('site'), ({ fn }) => fn.sum<number>('used').as('used')])
        .where('day', 'in', days)
        .where('license_id', '=', id)
        .groupBy(['day', 'meter', 'platform', 'endpoint']),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['day', 'license_id', 'meter', 'platform', 'endpoint', 'site'])
        .doUpdateSet({ used: sql`daily_usage.used + excluded.used` }),
    )
    .execute()
  await transaction.deleteFrom('daily_usage').where('day', 'in', days).where('license_id', '=', id).execute()
}

/** Also what webhooks have not been told yet. */
const forgetEvents = async (transaction: Transaction<Database>, id: string): Promise<void> => {
  const events = transaction.selectFrom('webhook_events').select('id').where('license_id', '=', id)
  await transaction.deleteFrom('webhook_deliveries').where('event_id', 'in', events).execute()
  await transaction.deleteFrom('webhook_events').where('license_id', '=', id).execute()
}
