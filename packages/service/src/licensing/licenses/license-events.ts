// Events of licenses that no operator causes: the expiry of a license, and imports.

import type { RandomBytes } from '../../crypto/random-bytes.ts'
import { makeEvent, onceKeyOf } from '../../events/make-event.ts'
import type { EventRecord, ImportEvents, LicenseRecord } from '../../storage/store.ts'
import { describeTerms } from './describe-license.ts'

/** Includes the end, because a renewed license expires again. */
const onceOf = ({ id, expiresAt }: LicenseRecord): string => `${id} ${expiresAt}`

/** The key that prevents this expiry from being published twice. */
export const expiredKeyOf = (license: LicenseRecord): string => onceKeyOf('license.expired', onceOf(license))

export const makeExpiredEvent = (license: LicenseRecord, now: number, randomBytes: RandomBytes): EventRecord => {
  const context = { at: license.expiresAt ?? now, randomBytes, licenseId: license.id, once: onceOf(license) }
  return makeEvent('license.expired', { license: describeTerms(license, now) }, context)
}

/** After a downtime, expiries of the last days are published. Expiries before an import must not be among them. */
const RECENT_MS = 7 * 24 * 3_600_000

export type ImportEventsOptions = {
  /** Whether to publish `license.created` for each license. */
  readonly publishesCreated: boolean
  readonly now: number
  readonly randomBytes: RandomBytes
}

/** `license.created` of each license on request; licenses that expired before the import are recorded as published. */
export const importEvents = (
  licenses: readonly LicenseRecord[],
  { publishesCreated, now, randomBytes }: ImportEventsOptions,
): ImportEvents => {
  const toCreated = (license: LicenseRecord) =>
    makeEvent(
      'license.created',
      { license: describeTerms(license, now) },
      { at: now, randomBytes, licenseId: license.id },
    )
  const hasEnded = ({ expiresAt }: LicenseRecord) =>
    expiresAt !== null && expiresAt <= now && expiresAt > now - RECENT_MS
  return {
    published: publishesCreated ? licenses.map(toCreated) : [],
    // Their data is never read.
    suppressed: licenses
      .filter(hasEnded)
      .map((license) => ({ ...makeExpiredEvent(license, now, randomBytes), data: '{}' })),
  }
}
