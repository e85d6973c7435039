import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isApiError } from '../../errors.ts'
import type { StoredStatus } from '../../storage/store.ts'
import { type LicenseStatus, licenseStatus, requireUsable } from './license.ts'

const NOW = Date.parse('2030-01-01T00:00:00Z')

const STATES: readonly [StoredStatus, number | null, LicenseStatus][] = [
  ['active', null, 'active'],
  ['active', NOW + 1, 'active'],
  ['active', NOW, 'expired'],
  ['active', NOW - 1, 'expired'],
  ['suspended', null, 'suspended'],
  ['suspended', NOW + 1, 'suspended'],
  ['suspended', NOW, 'expired'],
  ['revoked', null, 'revoked'],
  ['revoked', NOW + 1, 'revoked'],
  ['revoked', NOW - 1, 'revoked'],
]

test('derives the status from the stored status and the clock', () => {
  for (const [status, expiresAt, expected] of STATES) assert.equal(licenseStatus({ status, expiresAt }, NOW), expected)
})

test('only an active license may be used, and every other status has its own error', () => {
  for (const [status, expiresAt, expected] of STATES) {
    const use = () => requireUsable({ status, expiresAt }, NOW)
    if (expected === 'active') assert.doesNotThrow(use)
    else
      assert.throws(use, (error) => isApiError(error) && error.code === `license_${expected}` && error.status === 403)
  }
})
