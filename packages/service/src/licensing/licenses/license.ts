// What state a license is in. The store knows active, suspended and revoked; that a license has expired is told by the
// clock, so that it takes effect everywhere in the same instant.

import { ApiError, type ErrorCode } from '../../errors.ts'
import type { LicenseRecord } from '../../storage/store.ts'

export type LicenseStatus = 'active' | 'suspended' | 'expired' | 'revoked'

type Standing = Pick<LicenseRecord, 'status' | 'expiresAt'>

const REFUSALS = {
  suspended: 'license_suspended',
  expired: 'license_expired',
  revoked: 'license_revoked',
} as const satisfies Record<Exclude<LicenseStatus, 'active'>, ErrorCode>

/** The state at a time: revoked is final, expired hides suspended. */
export const licenseStatus = ({ status, expiresAt }: Standing, now: number): LicenseStatus => {
  if (status === 'revoked') return 'revoked'
  return expiresAt !== null && expiresAt <= now ? 'expired' : status
}

/** Throws `license_suspended`, `license_expired` or `license_revoked` unless the license is active. */
export const requireUsable = (license: Standing, now: number): void => {
  const status = licenseStatus(license, now)
  if (status !== 'active') throw new ApiError(REFUSALS[status])
}
