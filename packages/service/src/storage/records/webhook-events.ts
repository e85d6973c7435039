import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { Database } from '../schema.ts'
import type { EventRecord, Store } from '../store.ts'
import { dropOldest } from './drop-oldest.ts'

/** Events that wait for one webhook, at most: a receiver that is away for a day is not sent more of them than it can take
 * when it is back, nor does the store grow without end. */
export const MOST_WAITING = 10_000

export const webhookEventRecords = (db: Kysely<Database>): Store['webhookEvents'] => ({
  tell: (event) => db.transaction().execute((transaction) => tellEvent(transaction, event)),
  tellOne: (event, webhookId) =>
    db.transaction().execute(async (transaction) => {
      await transaction.insertInto('webhook_events').values(toEventRow(event)).execute()
      await queue(transaction, webhookId, event)
    }),
  async toldOf(onceKeys) {
    if (onceKeys.length === 0) return []
    const rows = await db.selectFrom('webhook_events').select('once_key').where('once_key', 'in', onceKeys).execute()
    return rows.flatMap(({ once_key }) => once_key ?? [])
  },
  sweep: (happened, most) => dropOldest(db, 'webhook_events', 'at', happened, most),
})

/** Tells of the event in the transaction of what happened: both are kept, or neither. Resolves to how many hear of it. */
export const tellEvent = async (transaction: Transaction<Database>, event: EventRecord): Promise<number> => {
  const on = await transaction.selectFrom('webhooks').select(['id', 'types']).where('state', '=', 'on').execute()
  const hearing = on.filter(({ types }) => types === null || (JSON.parse(types) as string[]).includes(event.type))
  if (hearing.length === 0) return 0
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('webhook_events')
    .values(toEventRow(event))
    .onConflict((conflict) => conflict.column('once_key').doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n) return 0
  let queued = 0
  for (const { id } of hearing.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    if (await isFull(transaction, id)) {
      await transaction.updateTable('webhooks').set({ dropped: sql`dropped + 1` }).where('id', '=', id).execute()
    } else {
      await queue(transaction, id, event)
      queued += 1
    }
  }
  return queued
}

const queue = async (transaction: Transaction<Database>, webhookId: string, { id, at }: EventRecord) => {
  const row = { webhook_id: webhookId, event_id: id, state: 'waiting', attempts: 0, next_at: at, claim: null } as const
  await transaction
    .insertInto('webhook_deliveries')
    .values({ ...row, touched_at: at, status: null, error: null, tried_at: null, created_at: at })
    .execute()
}

const isFull = async (transaction: Transaction<Database>, webhookId: string): Promise<boolean> => {
  const row = await transaction
    .selectFrom('webhook_deliveries')
    .select('event_id')
    .where('webhook_id', '=', webhookId)
    .where('next_at', 'is not', null)
    .limit(1)
    .offset(MOST_WAITING - 1)
    .executeTakeFirst()
  return row !== undefined
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
