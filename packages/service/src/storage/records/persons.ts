// Finds and erases personal data outside the licenses. Whole texts are compared, in any letter case and Unicode form:
// an email address that only ends in the same text belongs to another person.

import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Mention } from '../person-records.ts'
import type { Database } from '../schema.ts'
import type { Store } from '../store.ts'
import type { Change } from './audit.ts'
import { findLicenses } from './find-licenses.ts'

/** Columns with free text of operators, shops and sites. `json`: encoded as JSON. */
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

/** Ids per statement. */
const BATCH = 500

export const personRecords = (db: Kysely<Database>, change: Change): Store['persons'] => ({
  async licensesOf(email) {
    const rows = await db
      .selectFrom('licenses')
      .select(['id', 'email'])
      .where(sql<boolean>`lower(email) like ${patternOf(email)}`)
      .orderBy('id')
      .execute()
    const folded = fold(email)
    const ids = rows.filter((row) => row.email !== null && fold(row.email) === folded).map(({ id }) => id)
    return [...(await findLicenses(db, ids)).values()]
  },
  async notifiedWebhooks(licenseIds) {
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
  async countErasable(text, licenseIds) {
    const [entries, events] = await Promise.all([entriesWith(db, text), eventsWith(db, text)])
    for (const some of batches(licenseIds)) {
      const own = await db
        .selectFrom('audit_entries')
        .select('id')
        .where('subject_id', 'in', some)
        .where((is) => is.or([is('before', 'is not', null), is('after', 'is not', null)]))
        .execute()
      const reported = await db.selectFrom('webhook_events').select('id').where('license_id', 'in', some).execute()
      for (const { id } of own) entries.add(id)
      for (const { id } of reported) events.add(id)
    }
    return { entries: entries.size, events: events.size }
  },
  erase: (text, subject, facts, act) =>
    change(async ({ transaction, note }) => {
      for (const some of batches([...(await entriesWith(transaction, text))])) {
        await transaction
          .updateTable('audit_entries')
          .set({ before: null, after: null })
          .where('id', 'in', some)
          .execute()
      }
      for (const some of batches([...(await eventsWith(transaction, text))])) {
        await transaction.deleteFrom('webhook_deliveries').where('event_id', 'in', some).execute()
        await transaction.deleteFrom('webhook_events').where('id', 'in', some).execute()
      }
      await note(act, subject, null, facts)
    }),
  async mentions(text) {
    const found: Mention[] = []
    for (const { table, id, column } of TEXTS) {
      const ids = await idsOf(db, [find(table, id, column, text)], text)
      found.push(...[...ids].map((each) => ({ table, id: each, column })))
    }
    return found
  },
})

type Found = { readonly id: string; readonly text: string }

/** The rows that contain the text, and other rows that the pattern matches. */
const find = (table: string, id: string, column: string, text: string): RawBuilder<Found> => {
  const [rows, key, value] = [sql.table(table), sql.ref(id), sql.ref(column)]
  return sql<Found>`select ${key} as id, ${value} as text from ${rows} where lower(${value}) like ${`%${patternOf(text)}%`}`
}

const entriesWith = (db: Kysely<Database>, text: string): Promise<Set<string>> =>
  idsOf(
    db,
    ['before', 'after'].map((column) => find('audit_entries', 'id', column, text)),
    text,
  )

const eventsWith = (db: Kysely<Database>, text: string): Promise<Set<string>> =>
  idsOf(db, [find('webhook_events', 'id', 'data', text)], text)

const idsOf = async (
  db: Kysely<Database>,
  queries: readonly RawBuilder<Found>[],
  text: string,
): Promise<Set<string>> => {
  const ids = new Set<string>()
  for (const query of queries) {
    for (const { id, text: value } of (await query.execute(db)).rows) if (contains(value, text)) ids.add(id)
  }
  return ids
}

/** Folds letter case and Unicode form. A final sigma becomes a plain one: `ΝΙΚΟΣ` and `νικοσ` differ in it when
 * lowercased. */
const fold = (text: string): string => text.normalize('NFC').toLowerCase().replaceAll('ς', 'σ').normalize('NFC')

/** What may be stored differently. Non-ASCII characters, since a database may not know their case, with the letter
 * before them, which may carry an accent. `I` and `J`, which some locales lowercase differently; `K`, which has a
 * second code point in Unicode. Also what JSON escapes, and wildcards of `like`. */
const UNSURE = /[\0-\x7f]?[^\0-\x7f]+|[^a-hl-z0-9@.+-]+/gu

/** A `like` pattern that matches every form of the text, and more: `fold` then decides which rows contain it. */
const patternOf = (text: string): string => fold(text).replaceAll(UNSURE, '%')

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1)

/** Characters that continue an email address: `joann@example.com` does not contain `ann@example.com`. */
const PART = String.raw`[\p{L}\p{M}\p{N}._%+-]`
const GOES_ON_BEFORE = new RegExp(`${PART}$`, 'u')
/** A full stop ends a sentence, unless another such character follows. */
const GOES_ON_AFTER = new RegExp(`^(?!\\.(?!${PART}))${PART}`, 'u')
/** UTF-16 code units; a letter may take two. */
const LETTER_UNITS = 2

const contains = (value: string, text: string): boolean => {
  const whole = fold(value)
  return [text, inJson(text)].map(fold).some((each) => {
    for (let at = whole.indexOf(each); at !== -1; at = whole.indexOf(each, at + 1)) {
      const end = at + each.length
      const before = whole.slice(Math.max(0, at - LETTER_UNITS), at)
      const after = whole.slice(end, end + 2 * LETTER_UNITS)
      if (!GOES_ON_BEFORE.test(before) && !GOES_ON_AFTER.test(after)) return true
    }
    return false
  })
}

const batches = (ids: readonly string[]): readonly (readonly string[])[] =>
  Array.from({ length: Math.ceil(ids.length / BATCH) }, (_, at) => ids.slice(at * BATCH, (at + 1) * BATCH))
