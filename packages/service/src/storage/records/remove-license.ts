// Deletes a license with everything that may identify a person. Its usage stays in the totals.

import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Database } from '../schema.ts'
import { OTHER } from '../store.ts'

/** The license id that usage of deleted licenses is counted under. */
const DELETED = 'deleted'
/** Meters with monthly windows. Shorter windows are swept. */
const MONTHLY = ['scans', 'validations']

/** Requires a transaction in which no other one can add anything to the license, nor to the request log. */
export const removeLicense = async (transaction: Transaction<Database>, id: string): Promise<void> => {
  for (const meter of MONTHLY) await forgetUse(transaction, meter, id)
  await forgetDailyUse(transaction, id)
  await forgetEvents(transaction, id)
  await transaction.deleteFrom('request_log').where('license_id', '=', id).execute()
  await transaction.deleteFrom('answers').where('license_id', '=', id).execute()
  await transaction
    .insertInto('disconnections')
    .columns(['id'])
    .expression((of) => of.selectFrom('connections').select('id').where('license_id', '=', id))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  for (const table of ['connections', 'connect_grants', 'connect_apps'] as const)
    await transaction.deleteFrom(table).where('license_id', '=', id).execute()
  await transaction.deleteFrom('connect_tickets').where('license_id', '=', id).execute()
  await transaction.deleteFrom('sites').where('license_id', '=', id).execute()
  await transaction.deleteFrom('license_keys').where('license_id', '=', id).execute()
  await transaction.deleteFrom('licenses').where('id', '=', id).execute()
  await transaction
    .updateTable('audit_entries')
    .set({ before: null, after: null })
    .where('subject_id', '=', id)
    .execute()
}

/** A recursive common table expression `steps (at)` with the distinct values of a column that leads an index. It seeks
 * from each value to the next, regardless of the number of rows per value, and ends with null. Needed because not
 * every store has an index from a license to its rows. */
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
      .values({ license_id: DELETED, meter, starts_at, used })
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

/** Sites are removed; days, platforms and endpoints stay. */
const forgetDailyUse = async (transaction: Transaction<Database>, id: string): Promise<void> => {
  const steps = stepsOf((from) => sql`select min(day) from daily_usage where day ${from}`)
  const { rows } = await sql<{ at: number }>`with ${steps} select at from steps where at is not null`.execute(
    transaction,
  )
  if (rows.length === 0) return
  // Listed individually, so that the primary key, which starts with the day, finds the rows of the license.
  const days = rows.map(({ at }) => at)
  await transaction
    .insertInto('daily_usage')
    .columns(['day', 'license_id', 'meter', 'platform', 'endpoint', 'site', 'used'])
    .expression((build) =>
      build
        .selectFrom('daily_usage')
        .select(['day', sql<string>`${sql.lit(DELETED)}`.as('license_id'), 'meter', 'platform', 'endpoint'])
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

/** Also deletes events that webhooks have not received yet. */
const forgetEvents = async (transaction: Transaction<Database>, id: string): Promise<void> => {
  const events = transaction.selectFrom('webhook_events').select('id').where('license_id', '=', id)
  await transaction.deleteFrom('webhook_deliveries').where('event_id', 'in', events).execute()
  await transaction.deleteFrom('webhook_events').where('license_id', '=', id).execute()
}
