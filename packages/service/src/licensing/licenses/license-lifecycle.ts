// An operator's actions on licenses: create, suspend, resume, revoke, renew, change, delete, and rotate the key.
// Revoked is final. A key is returned only once, when it is created.

import type { RandomBytes } from '../../crypto/random-bytes.ts'
import { makeEvent } from '../../events/make-event.ts'
import type {
  Act,
  Actor,
  Answering,
  KeyRecord,
  LicenseDetails,
  LicenseRecord,
  LicenseUpdate,
  Mode,
  Store,
  StoredStatus,
} from '../../storage/store.ts'
import { StoreError } from '../../storage/store-error.ts'
import { createLicenseKey } from '../keys/license-key.ts'
import { hashKey, type Peppers } from '../keys/pepper.ts'
import { describeTerms } from './describe-license.ts'
import { type LicenseStatus, licenseStatus } from './license.ts'
import { ACTIONS, actsOfLicenses, type LicenseAction, refusalOf } from './license-actions.ts'
import { NO_DETAILS, readDetails, readName } from './license-details.ts'
import { newLicenseId } from './license-id.ts'
import { OperatorError } from './operator-error.ts'
import { requireLicense } from './require-license.ts'
import { requirePlan } from './require-plan.ts'

export type NewLicense = Partial<LicenseDetails> & {
  readonly plan: string
  readonly name?: string | null
  readonly mode?: Mode
  readonly expiresAt?: number | null
}

export type MadeLicense = { readonly license: LicenseRecord; readonly key: string }

/** Missing fields stay unchanged. */
export type LicenseChange = LicenseUpdate

export type LicenseLifecycle = {
  create(license: NewLicense, actor: Actor, toResponse?: Answering<MadeLicense>): Promise<MadeLicense>
  /** Creates a license in an empty store; undefined when one exists, also if another process has just created it. */
  createFirst(license: NewLicense, actor: Actor): Promise<MadeLicense | undefined>
  suspend(id: string, actor: Actor): Promise<LicenseRecord>
  resume(id: string, actor: Actor): Promise<LicenseRecord>
  revoke(id: string, actor: Actor): Promise<LicenseRecord>
  /** Sets the end, null for none. An expired license becomes active, even if it was suspended before. */
  renew(id: string, expiresAt: number | null, actor: Actor): Promise<LicenseRecord>
  /** Changes the named fields, all or nothing; an end is set as by `renew`. */
  change(id: string, change: LicenseChange, actor: Actor): Promise<LicenseRecord>
  /** Deletes the license with all its data, permanently. */
  remove(id: string, actor: Actor): Promise<void>
  /** Creates a key; the old ones stay valid for `overlapMs`. */
  rotateKey(id: string, overlapMs: number, actor: Actor, toResponse?: Answering<MadeLicense>): Promise<string>
}

export type LicenseLifecycleOptions = {
  readonly store: Pick<Store, 'licenses' | 'keys' | 'plans'>
  readonly peppers: Peppers
  readonly now: () => number
  readonly randomBytes: RandomBytes
  readonly onChange: (id: string) => void
}

const MAX_OVERLAP_MS = 366 * 24 * 3_600_000
const END_OF_TIME = Date.UTC(9999, 11, 31)

const ADVICE: Readonly<Record<LicenseStatus, string>> = {
  active: '',
  suspended: '',
  expired: '; renew it first',
  revoked: ', and that is final',
}

const invalid = (field: string, message: string): OperatorError => new OperatorError('invalid', message, field)

export const createLicenseLifecycle = (options: LicenseLifecycleOptions): LicenseLifecycle => {
  const { store, peppers, now, randomBytes, onChange } = options
  const act = actsOfLicenses(now, randomBytes)

  const rotation = ({ hint }: KeyRecord, oldKeysUntil: number, actor: Actor): Act => ({
    ...act('license.rotate_key', actor),
    toEvent: (license) => {
      const data = { license: describeTerms(license, now()), hint, oldKeysUntil: new Date(oldKeysUntil).toISOString() }
      return makeEvent('license.key_rotated', data, { at: now(), randomBytes, licenseId: license.id })
    },
  })

  const find = (id: string): Promise<LicenseRecord> => requireLicense(store, id)

  const requireAllowed = (action: LicenseAction, license: LicenseRecord): void => {
    const status = refusalOf(action, license, now())
    if (status === undefined) return
    throw new OperatorError('conflict', `Cannot ${action} license ${license.id}: it is ${status}${ADVICE[status]}`)
  }

  const requireEnd = (expiresAt: number | null): void => {
    if (expiresAt === null) return
    if (!Number.isInteger(expiresAt) || expiresAt > END_OF_TIME) throw invalid('expiresAt', 'The expiry is not a date')
    if (expiresAt <= now()) throw invalid('expiresAt', 'The expiry is in the past')
  }

  const makeKey = (licenseId: string, mode: Mode) => {
    const key = createLicenseKey(mode, randomBytes)
    const { current } = peppers
    const record = { hash: hashKey(key, current), pepperVersion: current.version, licenseId, hint: key.slice(-4) }
    return { key, record: { ...record, createdAt: now(), expiresAt: null } }
  }

  /** Translates a conflict of external ids; only the store knows whether another license has the id. */
  const withExternalId = async <T>(externalId: string | null | undefined, write: () => Promise<T>): Promise<T> => {
    try {
      return await write()
    } catch (error) {
      if (!(error instanceof StoreError && error.kind === 'conflict') || externalId == null) throw error
      const holder = await store.licenses.findByExternalId(externalId)
      if (holder === undefined) throw error
      const taken = `License ${holder.id} already has the external id ${JSON.stringify(externalId)}`
      throw new OperatorError('conflict', taken)
    }
  }

  const prepare = async ({ plan, name = null, mode = 'live', expiresAt = null, ...details }: NewLicense) => {
    await requirePlan(store.plans, plan)
    if (mode !== 'live' && mode !== 'test') throw invalid('mode', 'The mode must be live or test')
    requireEnd(expiresAt)
    const id = newLicenseId(randomBytes)
    const createdAt = now()
    const fields = { ...NO_DETAILS, ...readDetails(details) }
    const license = { id, name: readName(name), plan, mode, status: 'active', expiresAt, createdAt, ...fields } as const
    return { license, ...makeKey(id, mode) }
  }

  const setStatus = (action: LicenseAction, to: StoredStatus) => async (id: string, actor: Actor) => {
    const license = await find(id)
    requireAllowed(action, license)
    const isSet = license.status === to || (await store.licenses.setStatus(id, to, act(ACTIONS[action].audit, actor)))
    onChange(id)
    const changed = await find(id)
    // It was revoked by another process in between.
    if (!isSet) requireAllowed(action, changed)
    return changed
  }

  const apply = async (
    action: LicenseAction,
    id: string,
    { name, plan, expiresAt, ...details }: LicenseChange,
    actor: Actor,
  ): Promise<LicenseRecord> => {
    const checked = readDetails(details)
    if (expiresAt !== undefined) requireEnd(expiresAt)
    const license = await find(id)
    requireAllowed(action, license)
    if (plan !== undefined) await requirePlan(store.plans, plan)
    const isRenewed = expiresAt !== undefined && licenseStatus(license, now()) === 'expired'
    const change = {
      ...checked,
      ...(name !== undefined && { name: readName(name) }),
      ...(plan !== undefined && { plan }),
      ...(expiresAt !== undefined && { expiresAt }),
      ...(isRenewed && { status: 'active' as const }),
    }
    const hasChange = Object.keys(change).length > 0
    const isSet =
      !hasChange ||
      (await withExternalId(change.externalId, () =>
        store.licenses.update(id, change, act(ACTIONS[action].audit, actor)),
      ))
    onChange(id)
    const changed = await find(id)
    // It was revoked by another process in between.
    if (!isSet) requireAllowed(action, changed)
    return changed
  }

  return {
    create: async (newLicense, actor, toResponse) => {
      const { license, key, record } = await prepare(newLicense)
      const creation = { ...act('license.create', actor), response: toResponse?.({ license, key }) }
      await withExternalId(license.externalId, () => store.licenses.create(license, record, creation))
      return { license, key }
    },

    createFirst: async (newLicense, actor) => {
      if ((await store.licenses.count()) > 0) return undefined
      const { license, key, record } = await prepare(newLicense)
      const isMade = await store.licenses.create(license, record, act('license.create', actor), true)
      return isMade ? { license, key } : undefined
    },

    suspend: setStatus('suspend', 'suspended'),
    resume: setStatus('resume', 'active'),
    revoke: setStatus('revoke', 'revoked'),

    renew: (id, expiresAt, actor) => apply('renew', id, { expiresAt }, actor),
    change: (id, change, actor) => apply('change', id, change, actor),

    remove: async (id, actor) => {
      const isRemoved = await store.licenses.remove(id, act('license.delete', actor))
      onChange(id)
      if (!isRemoved) await find(id)
    },

    rotateKey: async (id, overlapMs, actor, toResponse) => {
      if (!Number.isInteger(overlapMs) || overlapMs < 0 || overlapMs > MAX_OVERLAP_MS) {
        throw invalid('overlap', 'The overlap must be between 0 and 366 days')
      }
      const license = await find(id)
      requireAllowed('rotate the key of', license)
      const { key, record } = makeKey(id, license.mode)
      const oldKeysUntil = now() + overlapMs
      const response = toResponse?.({ license, key })
      await store.keys.rotate(record, oldKeysUntil, { ...rotation(record, oldKeysUntil, actor), response })
      return key
    },
  }
}
