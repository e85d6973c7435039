import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { Database } from '../schema.ts'
import type { EventRecord, Store } from '../store.ts'
import { dropOldest } from './drop-oldest.ts'

/** The most pending deliveries of a webhook. After an outage of a day the receiver is not flooded, and the store does
 * not grow without limit. */
export const MAX_WAITING = 10_000

export const webhookEventRecords = (db: Kysely<Database>): Store['webhookEvents'] => ({
  publish: (event) => db.transaction().execute((transaction) => publishEvent(transaction, event)),
  publishTo: (event, webhookId) =>
    db.transaction().execute(async (transaction) => {
      await transaction.insertInto('webhook_events').values(toEventRow(event)).execute()
      await queue(transaction, webhookId, [event])
    }),
  async publishedOf(onceKeys) {
    if (onceKeys.length === 0) return []
    const rows = await db.selectFrom('webhook_events').select('once_key').where('once_key', 'in', onceKeys).execute()
    return rows.flatMap(({ once_key }) => once_key ?? [])
  },
  sweep: (happened, most) => dropOldest(db, 'webhook_events', 'at', happened, most),
})

/** Publishes the event in the transaction of its cause: both are stored, or neither. Resolves to the number of
 * deliveries. */
export const publishEvent = (transaction: Transaction<Database>, event: EventRecord): Promise<number> =>
  publishEvents(transaction, [event])

/** The same of several events. */
export const publishEvents = async (
  transaction: Transaction<Database>,
  events: readonly EventRecord[],
): Promise<number> => {
  const on = await transaction.selectFrom('webhooks').select(['id', 'types']).where('state', '=', 'on').execute()
  const subscribers = on
    .map(({ id, types }) => ({ id, types: types === null ? null : (JSON.parse(types) as string[]) }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const isSubscribed = ({ types }: (typeof subscribers)[number], { type }: EventRecord) => types?.includes(type) ?? true
  const matched = events.filter((event) => subscribers.some((webhook) => isSubscribed(webhook, event)))
  if (matched.length === 0) return 0
  const stored = await transaction
    .insertInto('webhook_events')
    .values(matched.map(toEventRow))
    .onConflict((conflict) => conflict.column('once_key').doNothing())
    .returning('id')
    .execute()
  const isNew = new Set(stored.map(({ id }) => id))
  let queued = 0
  for (const webhook of subscribers) {
    const due = matched.filter((event) => isNew.has(event.id) && isSubscribed(webhook, event))
    if (due.length === 0) continue
    const capacity = MAX_WAITING - (await countWaiting(transaction, webhook.id))
    const [taken, dropped] = [due.slice(0, capacity), due.slice(capacity).length]
    await queue(transaction, webhook.id, taken)
    queued += taken.length
    if (dropped > 0) {
      const counted = { dropped: sql<number>`dropped + ${dropped}` }
      await transaction.updateTable('webhooks').set(counted).where('id', '=', webhook.id).execute()
    }
  }
  return queued
}

/** Stores events as published without any delivery. */
export const recordSuppressed = async (
  transaction: Transaction<Database>,
  events: readonly EventRecord[],
): Promise<void> => {
  if (events.length === 0) return
  await transaction
    .insertInto('webhook_events')
    .values(events.map(toEventRow))
    .onConflict((conflict) => conflict.column('once_key').doNothing())
    .execute()
}

const queue = async (transaction: Transaction<Database>, webhookId: string, events: readonly EventRecord[]) => {
  if (events.length === 0) return
  const rows = events.map(({ id, at }) => ({
    ...({ webhook_id: webhookId, event_id: id, state: 'waiting', attempts: 0, next_at: at, claim: null } as const),
    ...{ touched_at: at, status: null, error: null, tried_at: null, created_at: at },
  }))
  await transaction.insertInto('webhook_deliveries').values(rows).execute()
}

/** Stops counting at the limit. */
const countWaiting = async (transaction: Transaction<Database>, webhookId: string): Promise<number> => {
  const waiting = transaction
    .selectFrom('webhook_deliveries')
    .select('event_id')
    .where('webhook_id', '=', webhookId)
    .where('next_at', 'is not', null)
    .limit(MAX_WAITING)
    .as('waiting')
  const { total } = await transaction
    .selectFrom(waiting)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

const toEventRow = ({ id, type, licenseId, onceKey, at, data }: EventRecord): Database['webhook_events'] => ({
  id,
  type,
  license_id: licenseId,
  once_key: onceKey,
  at,
  data,
})

export const toEventRecord = (row: Selectable<Database['webhook_events']>): EventRecord => ({
  id: row.id,
  type: row.type,
  licenseId: row.license_id,
  onceKey: row.once_key,
  at: row.at,
  data: row.data,
})
