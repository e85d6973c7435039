// Leases for fetching a page, among all processes on one store.

import type { CachedPage, Store } from '../storage/store.ts'
import type { Page } from './page.ts'
import { type PageCache, type PageKey, storeKeys } from './page-cache.ts'
import { createStoreLeases, type StoreLeasesOptions } from './store-lease.ts'

export type PageLeasesOptions = StoreLeasesOptions & { readonly cache: Pick<PageCache, 'adopt'> }

export type PageLease = {
  /** What the store has; undefined if this process should fetch. */
  readonly page?: Page | undefined
  /** Stores what was fetched, and releases the lease. undefined without a lease. */
  readonly put?: Store['pages']['put'] | undefined
  /** Releases the lease, if that has not happened. */
  release(): void
}

export type PageLeases = {
  /** Waits for the lease, or for a page that was fetched after `since`. Rejects with the signal's reason. */
  acquire(key: PageKey, since: number, signal: AbortSignal): Promise<PageLease>
  /** Resolves when every release has succeeded or failed. */
  idle(): Promise<void>
}

export const createPageLeases = ({ cache, ...options }: PageLeasesOptions): PageLeases => {
  const storeLeases = createStoreLeases(options)

  return {
    async acquire(key, since, signal) {
      const readNewer = async (found: CachedPage): Promise<Page | undefined> => {
        const page = await cache.adopt(key, found)
        return page && page.fetchedAt > since ? page : undefined
      }
      const { found: page, release } = await storeLeases.acquire(storeKeys(key), since, readNewer, signal)
      return {
        page,
        put: release && ((key, fetched) => release({ key, page: fetched })),
        release: () => void release?.(),
      }
    },
    idle: () => storeLeases.idle(),
  }
}
