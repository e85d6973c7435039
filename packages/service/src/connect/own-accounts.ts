// The connected accounts of each license, for scans that name none: from memory, or else from the store, which is read
// once when the license first scans a platform on which accounts can be connected. Nothing is loaded at the start of
// the service. What is kept has no token.

import { LRUCache } from 'lru-cache'
import type { Store } from '../storage/store.ts'
import type { Connection } from './connection.ts'

export type OwnAccount = Pick<
  Connection,
  'id' | 'licenseId' | 'site' | 'platform' | 'accountId' | 'handle' | 'state' | 'reason'
>

export type OwnAccounts = {
  /** From memory only; synchronous. */
  peek(licenseId: string): readonly OwnAccount[] | undefined
  /** From memory or the store; concurrent callers share one read. */
  find(licenseId: string): Promise<readonly OwnAccount[]>
  /** The connection changed in the store, or is new there: drops what is known of its license. `licenseId`: where it is
   * known; a new connection is in no list yet. */
  forget(id: string, licenseId?: string): void
  /** Drops all: changes may have been missed. */
  forgetAll(): void
}

/** Licenses and accounts together. */
const MOST = 50_000

export const createOwnAccounts = (store: Pick<Store['connections'], 'list'>): OwnAccounts => {
  const licenseOf = new Map<string, string>()
  const known = new LRUCache<string, readonly OwnAccount[]>({
    maxSize: MOST,
    sizeCalculation: ({ length }) => 1 + length,
    dispose(accounts) {
      for (const { id } of accounts) licenseOf.delete(id)
    },
  })
  /** Reads in progress. A read that is no longer in this map was invalidated by forget(). */
  const reads = new Map<string, Promise<readonly OwnAccount[]>>()

  const readOnce = (licenseId: string): Promise<readonly OwnAccount[]> => {
    const running = reads.get(licenseId)
    if (running) return running
    const isCurrent = (): boolean => reads.get(licenseId) === reading
    const reading = store
      .list(licenseId)
      .then((found) => {
        const accounts = found.map(toOwnAccount)
        if (!isCurrent()) return accounts
        known.set(licenseId, accounts)
        // Too many accounts for the cache are not kept.
        if (known.has(licenseId)) for (const { id } of accounts) licenseOf.set(id, licenseId)
        return accounts
      })
      .finally(() => {
        if (isCurrent()) reads.delete(licenseId)
      })
    reads.set(licenseId, reading)
    return reading
  }

  return {
    peek: (licenseId) => known.get(licenseId),
    find: async (licenseId) => known.get(licenseId) ?? readOnce(licenseId),
    forget(id, licenseId = licenseOf.get(id)) {
      if (licenseId !== undefined) known.delete(licenseId)
      // Whose accounts a read in progress contains is not known yet.
      reads.clear()
    },
    forgetAll() {
      known.clear()
      reads.clear()
    },
  }
}

const toOwnAccount = (connection: Connection): OwnAccount => {
  const { id, licenseId, site, platform, accountId, handle, state, reason } = connection
  return { id, licenseId, site, platform, accountId, handle, state, reason }
}
