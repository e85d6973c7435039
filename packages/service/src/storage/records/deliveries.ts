import { type Kysely, type Selectable, sql } from 'kysely'
import type { Database } from '../schema.ts'
import type { DeliveryRecord, Store } from '../store.ts'
import { dropOldest } from './drop-oldest.ts'
import { toEventRecord } from './webhook-events.ts'

/** The clocks of two machines differ by less. */
const MAX_APART_MS = 60_000

/** Due by the clock, or touched before the clock was set back. */
const isDue = (now: number) =>
  sql<boolean>`next_at is not null and (next_at <= ${now} or touched_at > ${now + MAX_APART_MS})`

export const deliveryRecords = (db: Kysely<Database>): Store['deliveries'] => ({
  async due(now) {
    const rows = await db
      .selectFrom('webhooks')
      .select('id')
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('webhook_deliveries')
            .select('event_id')
            .whereRef('webhook_id', '=', 'webhooks.id')
            .where(isDue(now)),
        ),
      )
      .orderBy('id')
      .execute()
    return rows.map(({ id }) => id)
  },
  async claim(webhookId, { claim, now, until }, most) {
    const claimed = await db
      .updateTable('webhook_deliveries')
      .set({ claim, next_at: until, touched_at: now, attempts: sql`attempts + 1` })
      .where('webhook_id', '=', webhookId)
      .where('event_id', 'in', (of) =>
        of
          .selectFrom('webhook_deliveries')
          .select('event_id')
          .where('webhook_id', '=', webhookId)
          .where(isDue(now))
          .orderBy('next_at')
          .limit(most),
      )
      // When two processes select the same rows, the second one finds them claimed.
      .where(isDue(now))
      .returning('event_id')
      .execute()
    if (claimed.length === 0) return []
    const ids = claimed.map(({ event_id }) => event_id)
    return (await select(db).where('webhook_id', '=', webhookId).where('event_id', 'in', ids).execute()).map(toRecord)
  },
  async recordOutcome(webhookId, eventId, claim, { state, nextAt, status, error, at, isUntried }) {
    const { numUpdatedRows } = await db
      .updateTable('webhook_deliveries')
      .set({
        ...{ state, next_at: nextAt, claim: null, touched_at: at },
        ...(isUntried ? { attempts: sql`attempts - 1` } : { status, error, tried_at: at }),
      })
      .where('webhook_id', '=', webhookId)
      .where('event_id', '=', eventId)
      .where('claim', '=', claim)
      .executeTakeFirstOrThrow()
    return numUpdatedRows > 0n
  },
  async list(webhookId, { limit, before, state }) {
    let query = select(db).where('webhook_id', '=', webhookId)
    if (state !== undefined) query = query.where('state', '=', state)
    if (before !== undefined) {
      const last = db
        .selectFrom('webhook_deliveries')
        .select('created_at')
        .where('webhook_id', '=', webhookId)
        .where('event_id', '=', before)
      query = query.where((where) =>
        where.or([
          where('created_at', '<', last),
          where.and([where('created_at', '=', last), where('event_id', '<', before)]),
        ]),
      )
    }
    const rows = await query.orderBy('created_at', 'desc').orderBy('event_id', 'desc').limit(limit).execute()
    return rows.map(toRecord)
  },
  async find(webhookId, eventId) {
    const row = await select(db).where('webhook_id', '=', webhookId).where('event_id', '=', eventId).executeTakeFirst()
    return row && toRecord(row)
  },
  async resend(webhookId, eventId, at) {
    const { numUpdatedRows } = await db
      .updateTable('webhook_deliveries')
      .set({ state: 'waiting', attempts: 0, next_at: at, claim: null, touched_at: at })
      .where('webhook_id', '=', webhookId)
      .where('event_id', '=', eventId)
      .where('next_at', 'is', null)
      .executeTakeFirstOrThrow()
    return numUpdatedRows > 0n
  },
  async backlogs() {
    const rows = await db
      .selectFrom('webhook_deliveries')
      .select(({ fn }) => ['webhook_id', fn.countAll<number>().as('waiting'), fn.min('created_at').as('oldest_at')])
      .select(sql<number | null>`min(case when error is not null then created_at end)`.as('failing_at'))
      .where('next_at', 'is not', null)
      .groupBy('webhook_id')
      .orderBy('webhook_id')
      .execute()
    return rows.map((row) => ({
      webhookId: row.webhook_id,
      waiting: Number(row.waiting),
      oldestAt: Number(row.oldest_at),
      failingAt: row.failing_at === null ? null : Number(row.failing_at),
    }))
  },
  sweep: (made, most) => dropOldest(db, 'webhook_deliveries', 'created_at', made, most),
})

const select = (db: Kysely<Database>) =>
  db
    .selectFrom('webhook_deliveries')
    .innerJoin('webhook_events', 'webhook_events.id', 'webhook_deliveries.event_id')
    .selectAll(['webhook_deliveries', 'webhook_events'])

type Row = Selectable<Database['webhook_deliveries'] & Database['webhook_events']>

const toRecord = (row: Row): DeliveryRecord => ({
  webhookId: row.webhook_id,
  event: toEventRecord(row),
  state: row.state,
  attempts: row.attempts,
  nextAt: row.next_at,
  status: row.status,
  error: row.error,
  triedAt: row.tried_at,
  createdAt: row.created_at,
})
