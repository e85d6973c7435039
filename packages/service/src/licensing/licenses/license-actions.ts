// The actions on a license: the statuses that allow them, their names in the audit trail, and their events.

import { type AuditAction, actsBy } from '../../audit/act.ts'
import type { RandomBytes } from '../../crypto/random-bytes.ts'
import { makeEvent } from '../../events/make-event.ts'
import type { Act, Actor, LicenseRecord } from '../../storage/store.ts'
import { describeTerms } from './describe-license.ts'
import { type LicenseStatus, licenseStatus } from './license.ts'

type ActionSpec = { readonly from: readonly LicenseStatus[]; readonly audit: AuditAction }

/** The statuses that allow each action; repeating an action is allowed. */
export const ACTIONS = {
  suspend: { from: ['active', 'suspended'], audit: 'license.suspend' },
  resume: { from: ['active', 'suspended'], audit: 'license.resume' },
  revoke: { from: ['active', 'suspended', 'expired', 'revoked'], audit: 'license.revoke' },
  renew: { from: ['active', 'suspended', 'expired'], audit: 'license.renew' },
  change: { from: ['active', 'suspended', 'expired'], audit: 'license.change' },
  'rotate the key of': { from: ['active', 'suspended', 'expired'], audit: 'license.rotate_key' },
} as const satisfies Record<string, ActionSpec>

export type LicenseAction = keyof typeof ACTIONS

/** The status that does not allow the action; undefined when it is allowed. */
export const refusalOf = (action: LicenseAction, license: LicenseRecord, now: number): LicenseStatus | undefined => {
  const status = licenseStatus(license, now)
  const from: readonly LicenseStatus[] = ACTIONS[action].from
  return from.includes(status) ? undefined : status
}

const EVENTS: ReadonlyMap<
  AuditAction,
  'license.created' | 'license.suspended' | 'license.resumed' | 'license.revoked'
> = new Map([
  ['license.create', 'license.created'],
  ['license.suspend', 'license.suspended'],
  ['license.resume', 'license.resumed'],
  ['license.revoke', 'license.revoked'],
])

/** Makes acts on licenses, with an event for those that have one. */
export const actsOfLicenses = (now: () => number, randomBytes: RandomBytes) => {
  const act = actsBy(now, randomBytes)
  return (action: AuditAction, actor: Actor): Act => {
    const type = EVENTS.get(action)
    if (type === undefined) return act(action, actor)
    const toEvent = (license: LicenseRecord) =>
      makeEvent(type, { license: describeTerms(license, now()) }, { at: now(), randomBytes, licenseId: license.id })
    return { ...act(action, actor), toEvent }
  }
}
