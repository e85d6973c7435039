// What everything stands on: the store with its secrets, and the rules of licenses over it. The service and the command
// line are both built on this; nothing in it listens or fetches.

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
import { openPatiently } from './storage/open-patiently.ts'
import { openStore } from './storage/open-store.ts'
import type { Store } from './storage/store.ts'
import { reasonOf } from './storage/store-error.ts'
import { type StoreCallListener, timeStore } from './storage/time-store.ts'
import { createListening, type Listening } from './webhooks/listening.ts'

export type CoreOptions = {
  readonly config: Pick<Config, 'licensePepper' | 'databaseUrl'>
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Milliseconds since some moment, by a clock that nobody sets. */
  readonly elapsed?: () => number
  readonly randomBytes?: RandomBytes
  /** Is told of every answer of the store that somebody may have waited for. */
  readonly onStoreCall?: StoreCallListener
  /** Waits some seconds for a server that is not there yet, and is told why; refused at once when absent. */
  readonly onStoreWait?: (error: unknown) => void
  /** An event could not be told of, beside an answer that stands. */
  readonly onTellError?: (error: unknown) => void
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
  readonly listening: Listening
}

/** Opens the store (makes it, brings it up to date) and puts the starting plans in. Whoever opens it closes the store. Rejects
 * with ConfigError, or with an Error that names the store and says why it cannot be opened. */
export const openCore = async (options: CoreOptions): Promise<Core> => {
  try {
    return await open(options)
  } catch (cause) {
    if (!(cause instanceof Error) || cause instanceof ConfigError) throw cause
    const { databaseUrl } = options.config
    throw new Error(`Cannot open ${describeStore(databaseUrl)}: ${reasonOf(cause)}${fullDisk(databaseUrl)}`, { cause })
  }
}

/** Less than SQLite needs to begin. */
const LITTLE_BYTES = 256 * 1024

/** On a disk without room SQLite speaks of an error of the disk, and no more. */
const fullDisk = (databaseUrl: string): string => {
  const file = storeFile(databaseUrl)
  const free = file === undefined ? undefined : freeBytesOf(file)
  return free === undefined || free >= LITTLE_BYTES ? '' : `; its disk is full, ${Math.floor(free / 1024)} KiB are free`
}

const open = async (options: CoreOptions): Promise<Core> => {
  const { config, onStoreWait, elapsed = () => performance.now() } = options
  const peppers = await loadPeppers(config.licensePepper, config.databaseUrl)
  const once = () => openStore(config.databaseUrl)
  const opened = onStoreWait ? await openPatiently(once, { elapsed, wait: sleep, onWait: onStoreWait }) : await once()
  try {
    return await createOver(opened, peppers, options)
  } catch (error) {
    // An open store would keep the process from ending.
    await opened.close()
    throw error
  }
}

const createOver = async (opened: Store, peppers: Peppers, options: CoreOptions): Promise<Core> => {
  const { now, randomBytes = systemRandomBytes, onStoreCall, onTellError } = options
  const { elapsed = () => performance.now() } = options
  const store = onStoreCall ? timeStore(opened, onStoreCall, () => performance.now()) : opened
  await store.plans.seed(STARTING_PLANS)
  const listening = createListening(store.webhooks)
  const refused = createRefusedSites({
    ...{ events: store.webhookEvents, hears: listening.hears, now, randomBytes },
    onStoreError: (error) => onTellError?.(error),
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
    listening,
  }
}
