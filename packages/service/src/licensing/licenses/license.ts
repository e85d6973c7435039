// The status of a license. The store has active, suspended and revoked; expiry is derived from the clock, so that it
// takes effect everywhere at the same time.

import { ApiError, type ErrorCode } from '../../errors.ts'
import type { LicenseRecord } from '../../storage/store.ts'

export type LicenseStatus = 'active' | 'suspended' | 'expired' | 'revoked'

type StatusFields = Pick<LicenseRecord, 'status' | 'expiresAt'>

const REFUSALS = {
  suspended: 'license_suspended',
  expired: 'license_expired',
  revoked: 'license_revoked',
} as const satisfies Record<Exclude<LicenseStatus, 'active'>, ErrorCode>

/** The status at a time: revoked is final, and expired takes precedence over suspended. */
export const licenseStatus = ({ status, expiresAt }: StatusFields, now: number): LicenseStatus => {
  if (status === 'revoked') return 'revoked'
  return expiresAt !== null && expiresAt <= now ? 'expired' : status
}

/** Throws `license_suspended`, `license_expired` or `license_revoked` unless the license is active. */
export const requireUsable = (license: StatusFields, now: number): void => {
  const status = licenseStatus(license, now)
  if (status !== 'active') throw new ApiError(REFUSALS[status])
}
