// The setup of the storage suites: two stores that share their data, and licenses.

import { randomBytes } from 'node:crypto'
import { after, before } from 'node:test'
import type {
  Act,
  KeyRecord,
  LicenseRecord,
  OperatorRecord,
  PlanRecord,
  Store,
} from '@central-api/service/storage/store.ts'

/** Opens two stores that share their data, separate from those of other calls. */
export type OpenTwo = () => Promise<{ stores: [Store, Store]; dispose: () => Promise<void> }>

export const PLAN: PlanRecord = {
  name: 'pro',
  scans: 10,
  validations: 20,
  burst: 30,
  sites: 5,
  connections: 9,
  media: 'none',
  mediaMb: 12,
  platforms: null,
}
export const DAY = 86_400_000

let serial = 0
export const fresh = (prefix: string) => {
  serial += 1
  return `${prefix}_${serial}_${randomBytes(4).toString('hex')}`
}

/** An act with a unique id. */
export const act = (values: Partial<Act> = {}): Act => ({
  id: fresh('aud'),
  at: 1_000,
  actor: { kind: 'operator', name: 'gardener', from: '192.0.2.1', requestId: 'r-1' },
  action: 'test.change',
  ...values,
})

export const license = (values: Partial<LicenseRecord> = {}): LicenseRecord => ({
  id: fresh('lic'),
  name: null,
  plan: 'pro',
  mode: 'live',
  status: 'active',
  expiresAt: null,
  createdAt: 1_000,
  externalId: null,
  email: null,
  notes: null,
  metadata: {},
  ...values,
})

export const keyOf = (licenseId: string, values: Partial<KeyRecord> = {}): KeyRecord => ({
  hash: randomBytes(32).toString('hex'),
  pepperVersion: 1,
  licenseId,
  hint: 'abcd',
  createdAt: 1_000,
  expiresAt: null,
  ...values,
})

export const operator = (values: Partial<OperatorRecord> = {}): OperatorRecord => ({
  ...{ id: fresh('op'), name: fresh('anna'), role: 'read', hash: randomBytes(32).toString('hex'), pepperVersion: 1 },
  ...{ hint: 'wxyz', createdAt: 1_000, revokedAt: null, lastUsedAt: null },
  ...values,
})

export const createLicense = async (store: Store, values: Partial<LicenseRecord> = {}) => {
  const record = license(values)
  const key = keyOf(record.id)
  await store.licenses.create(record, key, act())
  return { record, key }
}

/** Opens two stores with a plan before the enclosing tests, and disposes of them afterwards. */
export const openBeforeTests = (open: OpenTwo, take: (store: Store, other: Store) => void): void => {
  let dispose: () => Promise<void>
  before(async () => {
    const opened = await open()
    dispose = opened.dispose
    const [store, other] = opened.stores
    await store.plans.put(PLAN, act())
    take(store, other)
  })
  after(() => dispose())
}
