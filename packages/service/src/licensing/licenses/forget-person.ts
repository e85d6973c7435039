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
  /** Entries of the audit trail that have no values any more, of licenses that stay. */
  readonly auditEntries: number
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

/** What would be deleted. Changes nothing. */
export const findPerson = async ({ store }: Pick<ForgetOptions, 'store'>, email: string) => {
  const ids = (await store.persons.licensesOf(email)).map(({ id }) => id)
  const sites = await Promise.all(ids.map((id) => store.sites.listOf(id)))
  return {
    licenses: ids,
    keys: (await store.keys.listOfAll(ids)).length,
    sites: sites.flat().length,
    toldWebhooks: await store.persons.toldOf(ids),
  }
}

export const forgetPerson = async (options: ForgetOptions, email: string, actor: Actor): Promise<Receipt> => {
  const { store, licenses, now, randomBytes } = options
  const [id, at] = [`fgt_${randomBytes(ID_BYTES).toString('hex')}`, now()]
  const found = await findPerson(options, email)
  for (const license of found.licenses) await licenses.remove(license, actor)
  const act = actsBy(now, randomBytes)('license.forget', actor)
  const facts = { licenses: found.licenses, keys: found.keys, sites: found.sites }
  const { entries, events } = await store.persons.erase(email, { kind: 'person', id }, facts, act)
  const compacted = await store.compact()
  const stillMentioned = await store.persons.mentions(email)
  return { id, at, ...found, auditEntries: entries, events, stillMentioned, compacted }
}
