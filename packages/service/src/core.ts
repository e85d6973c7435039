// The store with its secrets, and the licensing rules over it. The service and the command line are both built on this.
// Nothing here listens or fetches.

import { randomBytes as systemRandomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { loadPeppers } from './config/load-peppers.ts'
import { type Config, ConfigError } from './config/read-config.ts'
import type { RandomBytes } from './crypto/random-bytes.ts'
import { freeBytesOf } from './files/file-error.ts'
import type { Peppers } from './licensing/keys/pepper.ts'
import { type BulkChange, createBulkChange } from './licensing/licenses/bulk-change.ts'
import { createLicenses, type Licenses } from './licensing/licenses/licenses.ts'
import { createPlans, type Plans, STARTING_PLANS } from './licensing/licenses/plans.ts'
import { createOperators, type Operators } from './licensing/operators/operators.ts'
import { createRefusedSites } from './licensing/sites/refused-sites.ts'
import { createSites, type Sites } from './licensing/sites/sites.ts'
import { createSigningKeys, type SigningKeys } from './licensing/tokens/signing-keys.ts'
import { describeStore } from './storage/address/describe-store.ts'
import { storeFile } from './storage/address/store-address.ts'
import { openStore } from './storage/open-store.ts'
import { openWithRetry } from './storage/open-with-retry.ts'
import type { Store } from './storage/store.ts'
import { reasonOf } from './storage/store-error.ts'
import { type StoreCallListener, timeStore } from './storage/time-store.ts'
import { createSubscriptions, type Subscriptions } from './webhooks/subscriptions.ts'

export type CoreOptions = {
  readonly config: Pick<Config, 'licensePepper' | 'databaseUrl'>
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Milliseconds from an arbitrary start, by a monotonic clock. */
  readonly elapsed?: () => number
  readonly randomBytes?: RandomBytes
  /** Called for every store call that a client may have waited for. */
  readonly onStoreCall?: StoreCallListener
  /** Called with the reason when the database server is not up yet; the core then retries for some seconds. Without it,
   * opening fails immediately. */
  readonly onStoreWait?: (error: unknown) => void
  /** An event could not be published. The response that caused it is not affected. */
  readonly onPublishError?: (error: unknown) => void
}

export type Core = {
  readonly store: Store
  readonly peppers: Peppers
  readonly licenses: Licenses
  readonly bulkChange: BulkChange
  readonly plans: Plans
  readonly operators: Operators
  readonly sites: Sites
  /** Not loaded yet. */
  readonly signingKeys: SigningKeys
  /** Not loaded yet. */
  readonly subscriptions: Subscriptions
}

/** Opens the store (creates or migrates it) and adds the default plans. The caller closes the store. Rejects with
 * ConfigError, or with an Error that names the store and the reason. */
export const openCore = async (options: CoreOptions): Promise<Core> => {
  try {
    return await open(options)
  } catch (cause) {
    if (!(cause instanceof Error) || cause instanceof ConfigError) throw cause
    const { databaseUrl } = options.config
    throw new Error(`Cannot open ${describeStore(databaseUrl)}: ${reasonOf(cause)}${fullDisk(databaseUrl)}`, { cause })
  }
}

/** SQLite needs more than this to create a store. */
const LITTLE_BYTES = 256 * 1024

/** On a full disk SQLite reports only a disk I/O error, so the message adds the reason. */
const fullDisk = (databaseUrl: string): string => {
  const file = storeFile(databaseUrl)
  const free = file === undefined ? undefined : freeBytesOf(file)
  return free === undefined || free >= LITTLE_BYTES ? '' : `; its disk is full, ${Math.floor(free / 1024)} KiB are free`
}

const open = async (options: CoreOptions): Promise<Core> => {
  const { config, onStoreWait, elapsed = () => performance.now() } = options
  const peppers = await loadPeppers(config.licensePepper, config.databaseUrl)
  const openNow = () => openStore(config.databaseUrl)
  const opened = onStoreWait
    ? await openWithRetry(openNow, { elapsed, wait: sleep, onWait: onStoreWait })
    : await openNow()
  try {
    return await createParts(opened, peppers, options)
  } catch (error) {
    // An open store would keep the process alive.
    await opened.close()
    throw error
  }
}

const createParts = async (opened: Store, peppers: Peppers, options: CoreOptions): Promise<Core> => {
  const { now, randomBytes = systemRandomBytes, onStoreCall, onPublishError } = options
  const { elapsed = () => performance.now() } = options
  const store = onStoreCall ? timeStore(opened, onStoreCall, () => performance.now()) : opened
  await store.plans.seed(STARTING_PLANS)
  const subscriptions = createSubscriptions(store.webhooks)
  const refused = createRefusedSites({
    ...{ events: store.webhookEvents, isSubscribed: subscriptions.isSubscribed, now, randomBytes },
    onStoreError: (error) => onPublishError?.(error),
  })
  const licenses = createLicenses({ store, peppers, now, randomBytes })
  return {
    store,
    peppers,
    licenses,
    bulkChange: createBulkChange({ store, now, elapsed, randomBytes, forget: licenses.forget }),
    plans: createPlans({ store, now, randomBytes }),
    operators: createOperators({ store, peppers, now, randomBytes }),
    sites: createSites({ store, now, elapsed, randomBytes, refused }),
    signingKeys: createSigningKeys({ store, peppers, now, elapsed, randomBytes }),
    subscriptions,
  }
}
