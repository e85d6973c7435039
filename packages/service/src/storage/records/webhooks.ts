import { hash } from 'node:crypto'
import type { Kysely, Selectable } from 'kysely'
import type { Database } from '../schema.ts'
import type { Store, WebhookChange, WebhookRecord } from '../store.ts'
import type { Change } from './audit.ts'

export const webhookRecords = (db: Kysely<Database>, change: Change): Store['webhooks'] => ({
  async list() {
    const rows = await db.selectFrom('webhooks').selectAll().orderBy('created_at', 'desc').orderBy('id').execute()
    return rows.map(toRecord)
  },
  find: (id) => findWebhook(db, id),
  create: (webhook, most, act) =>
    change(async ({ transaction, note, takeLock }) => {
      // Two concurrent transactions would both count one too few.
      await takeLock('webhooks')
      const { total } = await transaction
        .selectFrom('webhooks')
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
      if (Number(total) >= most) return false
      const { id, dropped, createdAt, ...rest } = webhook
      await transaction
        .insertInto('webhooks')
        .values({ id, dropped, created_at: createdAt, ...toColumns(rest) })
        .execute()
      await note(act, subjectOf(id), null, factsOf(webhook))
      return true
    }),
  update: (id, values, act, error) =>
    change(async ({ transaction, note }) => {
      const before = await findWebhook(transaction, id)
      if (before === undefined) return false
      await transaction.updateTable('webhooks').set(toColumns(values)).where('id', '=', id).execute()
      if (values.state !== undefined && values.state !== 'on') {
        await transaction
          .updateTable('webhook_deliveries')
          .set({ state: 'failed', next_at: null, claim: null, error: error ?? null })
          .where('webhook_id', '=', id)
          .where('next_at', 'is not', null)
          .execute()
      }
      await note(act, subjectOf(id), factsOf(before), factsOf({ ...before, ...values }))
      return true
    }),
  remove: (id, act) =>
    change(async ({ transaction, note }) => {
      const before = await findWebhook(transaction, id)
      if (before === undefined) return false
      await transaction.deleteFrom('webhooks').where('id', '=', id).execute()
      // Finished deliveries are swept later, in steps.
      await transaction
        .deleteFrom('webhook_deliveries')
        .where('webhook_id', '=', id)
        .where('next_at', 'is not', null)
        .execute()
      await note(act, subjectOf(id), factsOf(before), null)
      return true
    }),
})

const findWebhook = async (db: Kysely<Database>, id: string): Promise<WebhookRecord | undefined> => {
  const row = await db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toRecord(row)
}

const subjectOf = (id: string) => ({ kind: 'webhook', id })

/** Only the origin of the URL: its path and query may contain a secret of the receiver. */
const factsOf = ({ url, types, description, state, sealedSecret, oldSecretUntil }: WebhookRecord) => ({
  origin: new URL(url).origin,
  types,
  description,
  state,
  secret: hash('sha256', sealedSecret).slice(0, 8),
  oldSecretUntil: oldSecretUntil === null ? null : new Date(oldSecretUntil).toISOString(),
})

type Columns = Omit<Database['webhooks'], 'id' | 'dropped' | 'created_at'>

/** The columns of the fields that are set. */
const toColumns = <C extends WebhookChange>(change: C) => {
  const { types, stateSince, sealedSecret, sealedOldSecret, oldSecretUntil, ...rest } = change
  const columns: { [K in keyof Columns]?: Columns[K] | undefined } = {
    ...rest,
    types: types && JSON.stringify(types),
    state_since: stateSince,
    sealed_secret: sealedSecret,
    sealed_old_secret: sealedOldSecret,
    old_secret_until: oldSecretUntil,
  }
  const named = Object.entries(columns).filter(([, value]) => value !== undefined)
  return Object.fromEntries(named) as C extends Required<WebhookChange> ? Columns : Partial<Columns>
}

const toRecord = (row: Selectable<Database['webhooks']>): WebhookRecord => ({
  id: row.id,
  url: row.url,
  types: row.types === null ? null : (JSON.parse(row.types) as string[]),
  description: row.description,
  state: row.state,
  stateSince: row.state_since,
  sealedSecret: row.sealed_secret,
  sealedOldSecret: row.sealed_old_secret,
  oldSecretUntil: row.old_secret_until,
  dropped: row.dropped,
  createdAt: row.created_at,
})
