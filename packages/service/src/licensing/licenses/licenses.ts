// Combines everything about licenses: key exchange, cache, and the operator's actions.

import type { RandomBytes } from '../../crypto/random-bytes.ts'
import type { LicenseRecord, Store } from '../../storage/store.ts'
import { createExchangeKey } from '../keys/exchange-key.ts'
import type { Peppers } from '../keys/pepper.ts'
import { type CachedLicenses, createLicenseCache } from './license-cache.ts'
import { createLicenseLifecycle, type LicenseLifecycle } from './license-lifecycle.ts'

export type LicensesOptions = {
  readonly store: Pick<Store, 'licenses' | 'keys' | 'plans'>
  readonly peppers: Peppers
  readonly now: () => number
  readonly randomBytes: RandomBytes
  /** The number of licenses cached. */
  readonly cacheSize?: number
}

export type Licenses = CachedLicenses &
  LicenseLifecycle & {
    /** The usable license of a key. Throws `license_malformed`, `license_unknown`, or the reason why the license may
     * not be used. */
    exchange(keyText: string, onFound?: (licenseId: string) => void): Promise<LicenseRecord>
  }

const DEFAULT_CACHE_SIZE = 10_000

export const createLicenses = (options: LicensesOptions): Licenses => {
  const { store, peppers, now, randomBytes, cacheSize = DEFAULT_CACHE_SIZE } = options
  const cache = createLicenseCache(store, cacheSize)
  const lifecycle = createLicenseLifecycle({ store, peppers, now, randomBytes, onChange: cache.forget })
  return { ...cache, ...lifecycle, exchange: createExchangeKey({ store, peppers, now }) }
}
