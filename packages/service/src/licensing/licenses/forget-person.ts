// Deletes the data of a person, found by email address, and reports what was deleted and what remains elsewhere. The
// receipt contains no personal data, so it may be kept.

import { actsBy } from '../../audit/act.ts'
import type { RandomBytes } from '../../crypto/random-bytes.ts'
import type { Actor, Mention, Store, ToldWebhook } from '../../storage/store.ts'
import type { Licenses } from './licenses.ts'
import { OperatorError } from './operator-error.ts'

export type Receipt = {
  readonly id: string
  readonly at: number
  /** The ids of the deleted licenses. */
  readonly licenses: readonly string[]
  readonly keys: number
  readonly sites: number
  /** Audit entries whose values were removed. */
  readonly auditEntries: number
  /** Webhook events, with their pending deliveries. */
  readonly events: number
  /** Webhooks that received events about the licenses; their receivers must delete their own copies. */
  readonly toldWebhooks: readonly ToldWebhook[]
  /** Where the address still occurs, because an operator wrote it there. */
  readonly stillMentioned: readonly Mention[]
  /** Whether the store's files contain no deleted data. */
  readonly compacted: boolean
}

export type ForgetOptions = {
  readonly store: Pick<Store, 'persons' | 'keys' | 'sites' | 'compact'>
  readonly licenses: Pick<Licenses, 'remove'>
  readonly now: () => number
  readonly randomBytes: RandomBytes
}

const ID_BYTES = 9

/** Requires a whole address; a part would match nearly every text. */
export const readEmail = (text: string): string => {
  const email = text.trim()
  if (/^[^\s@]+@[^\s@]+$/.test(email)) return email
  throw new OperatorError('invalid', 'The email address is invalid. Use a whole address, such as anna@example.com')
}

/** What would be deleted, and where the address would remain. Changes nothing. Rejects when the address occurs nowhere:
 * a receipt would hide a typo. */
export const findPerson = async ({ store }: Pick<ForgetOptions, 'store'>, email: string) => {
  const licenses = (await store.persons.licensesOf(email)).map(({ id }) => id)
  const sites = await Promise.all(licenses.map((id) => store.sites.listOf(id)))
  const { entries: auditEntries, events } = await store.persons.countErasable(email, licenses)
  const stillMentioned = (await store.persons.mentions(email)).filter((mention) => stays(mention, licenses))
  if (licenses.length + auditEntries + events + stillMentioned.length === 0) {
    throw new OperatorError(
      'not_found',
      'No license, audit entry or event contains this email address. Nothing was changed. Check the spelling',
    )
  }
  return {
    licenses,
    keys: (await store.keys.listOfAll(licenses)).length,
    sites: sites.flat().length,
    auditEntries,
    events,
    toldWebhooks: await store.persons.notifiedWebhooks(licenses),
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
