// Finds and erases what tells of a person beside the licenses. Texts are compared whole: an address that ends as the one that is
// looked for is another person's.

import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Mention } from '../person-records.ts'
import type { Database } from '../schema.ts'
import type { Store } from '../store.ts'
import type { Change } from './audit.ts'
import { findLicenses } from './licenses.ts'

/** Columns in which operators, shops and sites write what they like. `json`: as JSON has it. */
const TEXTS = [
  { table: 'licenses', id: 'id', column: 'name' },
  { table: 'licenses', id: 'id', column: 'email' },
  { table: 'licenses', id: 'id', column: 'external_id' },
  { table: 'licenses', id: 'id', column: 'notes' },
  { table: 'licenses', id: 'id', column: 'metadata' },
  { table: 'sites', id: 'license_id', column: 'site' },
  { table: 'audit_entries', id: 'id', column: 'actor' },
  { table: 'audit_entries', id: 'id', column: 'before' },
  { table: 'audit_entries', id: 'id', column: 'after' },
  { table: 'operators', id: 'id', column: 'name' },
  { table: 'webhooks', id: 'id', column: 'url' },
  { table: 'webhooks', id: 'id', column: 'description' },
  { table: 'webhook_events', id: 'id', column: 'data' },
] as const

/** Ids named in one statement. */
const BATCH = 500

export const personRecords = (db: Kysely<Database>, change: Change): Store['persons'] => ({
  async licensesOf(email) {
    const rows = await db
      .selectFrom('licenses')
      .select('id')
      .where(sql<boolean>`lower(email) = ${email.toLowerCase()}`)
      .orderBy('id')
      .execute()
    return [
      ...(
        await findLicenses(
          db,
          rows.map(({ id }) => id),
        )
      ).values(),
    ]
  },
  async toldOf(licenseIds) {
    if (licenseIds.length === 0) return []
    const rows = await db
      .selectFrom('webhook_deliveries')
      .innerJoin('webhook_events', 'webhook_events.id', 'webhook_deliveries.event_id')
      .leftJoin('webhooks', 'webhooks.id', 'webhook_deliveries.webhook_id')
      .select(['webhook_deliveries.webhook_id', 'webhooks.url', ({ fn }) => fn.countAll().as('deliveries')])
      .where('webhook_events.license_id', 'in', licenseIds)
      .where('webhook_deliveries.attempts', '>', 0)
      .groupBy(['webhook_deliveries.webhook_id', 'webhooks.url'])
      .orderBy('webhook_deliveries.webhook_id')
      .execute()
    return rows.map(({ webhook_id: webhookId, url, deliveries }) => ({
      webhookId,
      url,
      deliveries: Number(deliveries),
    }))
  },
  erase: (text, subject, facts, act) =>
    change(async ({ transaction, note }) => {
      const entries = await idsOf(
        transaction,
        ['before', 'after'].map((column) => find('audit_entries', 'id', column, text)),
        text,
      )
      for (const some of batches(entries)) {
        await transaction
          .updateTable('audit_entries')
          .set({ before: null, after: null })
          .where('id', 'in', some)
          .execute()
      }
      const events = await idsOf(transaction, [find('webhook_events', 'id', 'data', text)], text)
      for (const some of batches(events)) {
        await transaction.deleteFrom('webhook_deliveries').where('event_id', 'in', some).execute()
        await transaction.deleteFrom('webhook_events').where('id', 'in', some).execute()
      }
      const erased = { entries: entries.length, events: events.length }
      await note(act, subject, null, { ...facts, ...erased })
      return erased
    }),
  async mentions(text) {
    const found: Mention[] = []
    for (const { table, id, column } of TEXTS) {
      const ids = await idsOf(db, [find(table, id, column, text)], text)
      found.push(...ids.map((each) => ({ table, id: each, column })))
    }
    return found
  },
})

type Found = { readonly id: string; readonly text: string }

/** The rows that hold the text, and others in whose words it is only a part. */
const find = (table: string, id: string, column: string, text: string): RawBuilder<Found> => {
  const [rows, key, value] = [sql.table(table), sql.ref(id), sql.ref(column)]
  const pattern = `%${escapeLike(text.toLowerCase())}%`
  const quoted = `%${escapeLike(inJson(text.toLowerCase()))}%`
  return sql<Found>`
    select ${key} as id, ${value} as text from ${rows}
    where lower(${value}) like ${pattern} escape '!' or lower(${value}) like ${quoted} escape '!'`
}

const idsOf = async (
  db: Kysely<Database>,
  queries: readonly RawBuilder<Found>[],
  text: string,
): Promise<readonly string[]> => {
  const ids = new Set<string>()
  for (const query of queries) {
    for (const { id, text: value } of (await query.execute(db)).rows) if (holds(value, text)) ids.add(id)
  }
  return [...ids]
}

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1)

const escapeLike = (text: string): string => text.replace(/[!%_]/g, '!$&')

/** What an address goes on with: `joann@example.com` does not hold `ann@example.com`. */
const PART_OF_ADDRESS = /[\p{L}\p{N}._%+-]/u

const holds = (value: string, text: string): boolean => {
  const [whole, ...looked] = [value, text, inJson(text)].map((each) => each.toLowerCase()) as [string, string, string]
  return looked.some((each) => {
    for (let at = whole.indexOf(each); at !== -1; at = whole.indexOf(each, at + 1)) {
      const [before = ' ', after = ' '] = [whole[at - 1], whole[at + each.length]]
      // A full stop ends a sentence, unless something follows.
      const goesOn =
        after === '.' ? PART_OF_ADDRESS.test(whole[at + each.length + 1] ?? ' ') : PART_OF_ADDRESS.test(after)
      if (!PART_OF_ADDRESS.test(before) && !goesOn) return true
    }
    return false
  })
}

const batches = (ids: readonly string[]): readonly (readonly string[])[] =>
  Array.from({ length: Math.ceil(ids.length / BATCH) }, (_, at) => ids.slice(at * BATCH, (at + 1) * BATCH))
