// What an operator does to a license: make, suspend, resume, revoke, renew it, and rotate its key. A revoked license is
// never anything else again. A key leaves here once, when it is made.

import type { LicenseRecord, Mode, Store, StoredStatus } from '../storage/store.ts'
import { randomBase62 } from './base62.ts'
import { type LicenseStatus, licenseStatus } from './license.ts'
import { createLicenseKey } from './license-key.ts'
import { OperatorError } from './operator-error.ts'
import { hashKey, type Peppers } from './pepper.ts'
import type { RandomBytes } from './random-bytes.ts'

export type NewLicense = {
  readonly plan: string
  readonly name?: string | null
  readonly mode?: Mode
  readonly expiresAt?: number | null
}

export type LicenseLifecycle = {
  create(license: NewLicense): Promise<{ license: LicenseRecord; key: string }>
  suspend(id: string): Promise<LicenseRecord>
  resume(id: string): Promise<LicenseRecord>
  revoke(id: string): Promise<LicenseRecord>
  /** Sets the end, null for none. An expired license is active again, whatever it was before it expired. */
  renew(id: string, expiresAt: number | null): Promise<LicenseRecord>
  /** A new key; the old ones work for `overlapMs` more. */
  rotateKey(id: string, overlapMs: number): Promise<string>
}

export type LicenseLifecycleOptions = {
  readonly store: Pick<Store, 'licenses' | 'keys' | 'plans'>
  readonly peppers: Peppers
  readonly now: () => number
  readonly randomBytes: RandomBytes
  readonly onChange: (id: string) => void
}

const ID_CHARACTERS = 20
const MAX_NAME_CHARACTERS = 200
const MAX_OVERLAP_MS = 366 * 24 * 3_600_000
const END_OF_TIME = Date.UTC(9999, 11, 31)

/** From which states each action leads on; doing it twice is no mistake. */
const ALLOWED_FROM = {
  suspend: ['active', 'suspended'],
  resume: ['active', 'suspended'],
  revoke: ['active', 'suspended', 'expired', 'revoked'],
  renew: ['active', 'suspended', 'expired'],
  'rotate the key of': ['active', 'suspended', 'expired'],
} as const satisfies Record<string, readonly LicenseStatus[]>

type Action = keyof typeof ALLOWED_FROM

const ADVICE: Readonly<Record<LicenseStatus, string>> = {
  active: '',
  suspended: '',
  expired: '; renew it first',
  revoked: ', and that is final',
}

export const createLicenseLifecycle = (options: LicenseLifecycleOptions): LicenseLifecycle => {
  const { store, peppers, now, randomBytes, onChange } = options

  const invalid = (message: string): OperatorError => new OperatorError('invalid', message)

  const find = async (id: string): Promise<LicenseRecord> => {
    const license = await store.licenses.find(id)
    if (license === undefined) throw new OperatorError('not_found', `There is no license ${JSON.stringify(id)}`)
    return license
  }

  const requireAllowed = (action: Action, license: LicenseRecord): void => {
    const status = licenseStatus(license, now())
    const from: readonly LicenseStatus[] = ALLOWED_FROM[action]
    if (from.includes(status)) return
    throw new OperatorError('conflict', `Cannot ${action} license ${license.id}: it is ${status}${ADVICE[status]}`)
  }

  const requireEnd = (expiresAt: number | null): void => {
    if (expiresAt === null) return
    if (!Number.isInteger(expiresAt) || expiresAt > END_OF_TIME) throw invalid('The expiry is not a date')
    if (expiresAt <= now()) throw invalid('The expiry is in the past')
  }

  const makeKey = (licenseId: string, mode: Mode) => {
    const key = createLicenseKey(mode, randomBytes)
    const { current } = peppers
    const record = { hash: hashKey(key, current), pepperVersion: current.version, licenseId, hint: key.slice(-4) }
    return { key, record: { ...record, createdAt: now(), expiresAt: null } }
  }

  const setStatus = (action: Action, to: StoredStatus) => async (id: string) => {
    const license = await find(id)
    requireAllowed(action, license)
    const isSet = license.status === to || (await store.licenses.setStatus(id, to))
    onChange(id)
    const changed = await find(id)
    // Revoked by someone else in between.
    if (!isSet) requireAllowed(action, changed)
    return changed
  }

  return {
    create: async ({ plan, name = null, mode = 'live', expiresAt = null }) => {
      if ((await store.plans.find(plan)) === undefined) {
        throw new OperatorError('not_found', `There is no plan ${JSON.stringify(plan)}`)
      }
      if (mode !== 'live' && mode !== 'test') throw invalid('The mode is live or test')
      if (name !== null && name.length > MAX_NAME_CHARACTERS) {
        throw invalid(`The name is longer than ${MAX_NAME_CHARACTERS} characters`)
      }
      requireEnd(expiresAt)
      const id = `lic_${randomBase62(ID_CHARACTERS, randomBytes)}`
      const { key, record } = makeKey(id, mode)
      const license = {
        id,
        name: name?.trim() || null,
        plan,
        mode,
        status: 'active',
        expiresAt,
        createdAt: now(),
      } as const
      await store.licenses.create(license, record)
      return { license, key }
    },

    suspend: setStatus('suspend', 'suspended'),
    resume: setStatus('resume', 'active'),
    revoke: setStatus('revoke', 'revoked'),

    renew: async (id, expiresAt) => {
      requireEnd(expiresAt)
      const license = await find(id)
      requireAllowed('renew', license)
      if (licenseStatus(license, now()) === 'expired' && license.status !== 'active') {
        await store.licenses.setStatus(id, 'active')
      }
      await store.licenses.update(id, { expiresAt })
      onChange(id)
      return find(id)
    },

    rotateKey: async (id, overlapMs) => {
      if (!Number.isInteger(overlapMs) || overlapMs < 0 || overlapMs > MAX_OVERLAP_MS) {
        throw invalid('The overlap is between nothing and 366 days')
      }
      const license = await find(id)
      requireAllowed('rotate the key of', license)
      const { key, record } = makeKey(id, license.mode)
      await store.keys.rotate(record, now() + overlapMs)
      return key
    },
  }
}
