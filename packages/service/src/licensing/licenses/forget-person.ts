// Deletes what is known of a person, by the email address, and tells what was deleted and what is beyond the store. The receipt
// names nobody: it may be kept.

import { actsBy } from '../../audit/act.ts'
import type { RandomBytes } from '../../crypto/random-bytes.ts'
import type { Actor, Mention, Store, ToldWebhook } from '../../storage/store.ts'
import type { Licenses } from './licenses.ts'
import { OperatorError } from './operator-error.ts'

export type Receipt = {
  readonly id: string
  readonly at: number
  /** Ids of the licenses that are no more. */
  readonly licenses: readonly string[]
  readonly keys: number
  readonly sites: number
  /** Entries of the audit trail that have no values any more. */
  readonly auditEntries: number
  /** Of webhooks, with what waited to be sent of them. */
  readonly events: number
  /** Receivers that were told of the licenses before: what they keep is theirs to delete. */
  readonly toldWebhooks: readonly ToldWebhook[]
  /** Where the address stands still, since the operator wrote it there. */
  readonly stillMentioned: readonly Mention[]
  /** Whether the store's files hold nothing but what is there now. */
  readonly compacted: boolean
}

export type ForgetOptions = {
  readonly store: Pick<Store, 'persons' | 'keys' | 'sites' | 'compact'>
  readonly licenses: Pick<Licenses, 'remove'>
  readonly now: () => number
  readonly randomBytes: RandomBytes
}

const ID_BYTES = 9

/** An address, and nothing that half of all texts hold. */
export const readEmail = (text: string): string => {
  const email = text.trim()
  if (/^[^\s@]+@[^\s@]+$/.test(email)) return email
  throw new OperatorError('invalid', 'A person is named by an email address, such as anna@example.com')
}

/** What would be deleted, and where the address would stand still. Changes nothing. Rejects where it stands nowhere, which a
 * receipt would hide from who mistyped it. */
export const findPerson = async ({ store }: Pick<ForgetOptions, 'store'>, email: string) => {
  const licenses = (await store.persons.licensesOf(email)).map(({ id }) => id)
  const sites = await Promise.all(licenses.map((id) => store.sites.listOf(id)))
  const { entries: auditEntries, events } = await store.persons.held(email, licenses)
  const stillMentioned = (await store.persons.mentions(email)).filter((mention) => stays(mention, licenses))
  if (licenses.length + auditEntries + events + stillMentioned.length === 0) {
    throw new OperatorError(
      'not_found',
      'No license, entry or event has this address. Check its spelling; nothing was changed',
    )
  }
  return {
    licenses,
    keys: (await store.keys.listOfAll(licenses)).length,
    sites: sites.flat().length,
    auditEntries,
    events,
    toldWebhooks: await store.persons.reportedOf(licenses),
    stillMentioned,
  }
}

const OF_LICENSES: ReadonlySet<string> = new Set(['licenses', 'sites'])
const ERASED: ReadonlySet<string> = new Set(['audit_entries before', 'audit_entries after', 'webhook_events data'])

const stays = ({ table, column, id }: Mention, licenses: readonly string[]): boolean =>
  !ERASED.has(`${table} ${column}`) && !(OF_LICENSES.has(table) && licenses.includes(id))

export const forgetPerson = async (options: ForgetOptions, email: string, actor: Actor): Promise<Receipt> => {
  const { store, licenses, now, randomBytes } = options
  const [id, at] = [`fgt_${randomBytes(ID_BYTES).toString('hex')}`, now()]
  const found = await findPerson(options, email)
  for (const license of found.licenses) await licenses.remove(license, actor)
  const act = actsBy(now, randomBytes)('license.forget', actor)
  const { keys, sites, auditEntries: entries, events } = found
  const facts = { licenses: found.licenses, keys, sites, entries, events }
  await store.persons.erase(email, { kind: 'person', id }, facts, act)
  const compacted = await store.compact()
  const stillMentioned = await store.persons.mentions(email)
  return { id, at, ...found, stillMentioned, compacted }
}
