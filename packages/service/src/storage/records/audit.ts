// The audit trail: the only place that writes entries, each in the transaction of its change. When the entry cannot be
// written, the change is rolled back.

import type { Insertable, Kysely, Selectable, Transaction } from 'kysely'
import type { Act, AuditEntry, AuditFilter, AuditSubject, Facts } from '../audit-records.ts'
import type { Database } from '../schema.ts'
import type { LicenseRecord, Store } from '../store.ts'
import { dropOldest } from './drop-oldest.ts'
import { findLicenses } from './find-licenses.ts'
import type { LockName, Locks } from './locks.ts'
import { keepResponse } from './responses.ts'
import { publishEvents } from './webhook-events.ts'

/** What an act changed of a subject. null: the subject did not exist before, or does not exist after. */
export type Note = {
  readonly act: Act
  readonly subject: AuditSubject
  readonly before: Facts | null
  readonly after: Facts | null
}

/** A change in progress. */
export type Changing = {
  readonly transaction: Transaction<Database>
  /** Writes the entry of a change; nothing when no value changed. */
  note(act: Act, subject: AuditSubject, before: Facts | null, after: Facts | null): Promise<void>
  /** The same for several subjects, in as many statements as for one. */
  noteAll(notes: readonly Note[]): Promise<void>
  lockLicense(id: string, why?: 'removal'): Promise<void>
  lockLicenses(ids: readonly string[]): Promise<void>
  takeLock(name: LockName): Promise<void>
}

/** Runs a change with its entries in one transaction. */
export type Change = <T>(make: (changing: Changing) => Promise<T>) => Promise<T>

export const auditRecords = (
  db: Kysely<Database>,
  locks: Locks,
): { readonly change: Change; readonly records: Store['audit'] } => {
  const listeners = new Set<(entry: AuditEntry) => void>()

  const change: Change = async (make) => {
    const written: AuditEntry[] = []
    const result = await db.transaction().execute((transaction) => {
      const noteAll = async (notes: readonly Note[]): Promise<void> => {
        for (const { act, subject } of notes) if (act.response) await keepResponse(transaction, act.response, subject)
        const changing = notes.map(entryOf).filter(({ entry: { before, after } }) => before !== null || after !== null)
        if (changing.length === 0) return
        const entries = changing.map(({ entry }) => entry)
        await transaction.insertInto('audit_entries').values(entries.map(toRow)).execute()
        written.push(...entries)
        const withEvents = changing.filter(({ toEvent }) => toEvent !== undefined)
        if (withEvents.length === 0) return
        const licenses = await findLicenses(
          transaction,
          withEvents.map(({ entry }) => entry.subject.id),
        )
        const events = withEvents.flatMap(
          ({ toEvent, entry }) => toEvent?.(requireOf(licenses, entry.subject.id)) ?? [],
        )
        await publishEvents(transaction, events)
      }
      return make({
        transaction,
        note: (act, subject, before, after) => noteAll([{ act, subject, before, after }]),
        noteAll,
        lockLicense: (id, why) => locks.lockLicense(transaction, id, why),
        lockLicenses: (ids) => locks.lockLicenses(transaction, ids),
        takeLock: (name) => locks.takeLock(transaction, name),
      })
    })
    for (const entry of written) for (const listener of listeners) listener(entry)
    return result
  }

  return {
    change,
    records: {
      async find(id) {
        const row = await db.selectFrom('audit_entries').selectAll().where('id', '=', id).executeTakeFirst()
        return row && toEntry(row)
      },
      async list({ limit, before, ...filter }) {
        let query = matching(db, filter).selectAll().orderBy('at', 'desc').orderBy('id', 'desc').limit(limit)
        if (before !== undefined) {
          const { at, id } = before
          query = query.where((where) =>
            where.or([where('at', '<', at), where.and([where('at', '=', at), where('id', '<', id)])]),
          )
        }
        return (await query.execute()).map(toEntry)
      },
      sweep: (written, most) => dropOldest(db, 'audit_entries', 'at', written, most),
      onWritten(listener) {
        // A function that is added twice is called twice.
        const registered = (entry: AuditEntry) => listener(entry)
        listeners.add(registered)
        return () => void listeners.delete(registered)
      },
    },
  }
}

const matching = (db: Kysely<Database>, { actor, action, subject, since, until }: AuditFilter) => {
  let query = db.selectFrom('audit_entries')
  if (actor !== undefined) query = query.where('actor', '=', actor)
  if (action !== undefined) query = query.where('action', '=', action)
  if (subject !== undefined) query = query.where('subject_id', '=', subject)
  if (since !== undefined) query = query.where('at', '>=', since)
  if (until !== undefined) query = query.where('at', '<', until)
  return query
}

const entryOf = ({ act: { toEvent, response: _, ...act }, subject, before: was, after: is }: Note) => {
  const [before, after] = differences(was, is)
  const entry: AuditEntry = { ...act, subject, before, after }
  return { toEvent, entry }
}

const requireOf = (licenses: ReadonlyMap<string, LicenseRecord>, id: string): LicenseRecord => {
  const license = licenses.get(id)
  if (license === undefined) throw new Error(`License ${id} does not exist, but has an event`)
  return license
}

/** The values that differ; null twice when all are equal. */
const differences = (before: Facts | null, after: Facts | null): readonly [Facts | null, Facts | null] => {
  if (before === null || after === null) return [before, after]
  const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
  if (changed.length === 0) return [null, null]
  const pick = (facts: Facts): Facts =>
    Object.fromEntries(changed.flatMap((name) => (Object.hasOwn(facts, name) ? [[name, facts[name]]] : [])))
  return [pick(before), pick(after)]
}

const toRow = ({
  id,
  at,
  actor,
  action,
  subject,
  before,
  after,
}: AuditEntry): Insertable<Database['audit_entries']> => ({
  id,
  at,
  actor_kind: actor.kind,
  actor: actor.name,
  origin: actor.from,
  request_id: actor.requestId,
  action,
  subject_kind: subject.kind,
  subject_id: subject.id,
  before: before && JSON.stringify(before),
  after: after && JSON.stringify(after),
})

const toEntry = (row: Selectable<Database['audit_entries']>): AuditEntry => ({
  id: row.id,
  at: row.at,
  actor: { kind: row.actor_kind, name: row.actor, from: row.origin, requestId: row.request_id },
  action: row.action,
  subject: { kind: row.subject_kind, id: row.subject_id },
  before: toFacts(row.before),
  after: toFacts(row.after),
})

const toFacts = (text: string | null): Facts | null => (text === null ? null : (JSON.parse(text) as Facts))
