// Events of licenses that nobody changes by hand: that one came to its end, and what an import tells.

import type { RandomBytes } from '../../crypto/random-bytes.ts'
import { makeEvent, onceKeyOf } from '../../events/make-event.ts'
import type { EventRecord, ImportEvents, LicenseRecord } from '../../storage/store.ts'
import { describeTerms } from './describe-license.ts'

/** A license that is renewed ends once more. */
const onceOf = ({ id, expiresAt }: LicenseRecord): string => `${id} ${expiresAt}`

/** What tells that this end was told of from any other. */
export const expiredKeyOf = (license: LicenseRecord): string => onceKeyOf('license.expired', onceOf(license))

export const makeExpiredEvent = (license: LicenseRecord, now: number, randomBytes: RandomBytes): EventRecord => {
  const happening = { at: license.expiresAt ?? now, randomBytes, licenseId: license.id, once: onceOf(license) }
  return makeEvent('license.expired', { license: describeTerms(license, now) }, happening)
}

/** A standstill of the service is made up for by telling of ends of the last days: no end before the import is one of them. */
const RECENT_MS = 7 * 24 * 3_600_000

export type ImportEventsOptions = {
  /** Whether webhooks hear of each license; if not, an import is none of their business. */
  readonly reportsCreated: boolean
  readonly now: number
  readonly randomBytes: RandomBytes
}

/** `license.created` of each where that is wished, and never that one had ended before it came here. */
export const importEvents = (
  licenses: readonly LicenseRecord[],
  { reportsCreated: tellsCreated, now, randomBytes }: ImportEventsOptions,
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
    reported: tellsCreated ? licenses.map(toCreated) : [],
    // What is in it is read by nobody.
    untold: licenses
      .filter(hasEnded)
      .map((license) => ({ ...makeExpiredEvent(license, now, randomBytes), data: '{}' })),
  }
}
