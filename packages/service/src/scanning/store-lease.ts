// Leases among all processes on one store: one process fetches, and the others wait for what it stores. If the store
// does not respond, each process fetches for itself.

import { isApiError } from '../errors.ts'
import { createSlotSet } from '../runtime/collections/slot-set.ts'
import type { CachedPage, PageKeys, Store } from '../storage/store.ts'

export type StoreLeasesOptions = {
  readonly pages: Pick<Store['pages'], 'findOrClaim' | 'putAndRelease' | 'release'>
  /** Identifies this process. */
  readonly owner: string
  /** How long a lease lasts at most: longer than any fetch, so that it expires only if its process died. */
  readonly leaseMs: number
  /** Milliseconds since the epoch: the clock that the processes share. */
  readonly now: () => number
  /** Milliseconds of a monotonic clock. */
  readonly elapsed: () => number
  readonly random: () => number
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>
  readonly onStoreError: (error: unknown) => void
}

export type StoreLease<T> = {
  /** What the store has; undefined if this process should fetch. */
  readonly found?: T
  /** Releases the lease once, after storing what was fetched, if given. Resolves when that has succeeded or failed.
   * undefined without a lease: something was found, or the store does not respond. */
  readonly release?: (put?: { readonly key: Buffer; readonly page: CachedPage }) => Promise<void>
}

export type StoreLeases = {
  /** Waits for the lease, or for an entry that was fetched after `since` and that `read` accepts. Throws the ApiError
   * that `read` throws, and the signal's reason. */
  acquire<T>(
    keys: PageKeys,
    since: number,
    read: (page: CachedPage) => Promise<T | undefined>,
    signal: AbortSignal,
  ): Promise<StoreLease<T>>
  /** Resolves when every release has succeeded or failed. */
  idle(): Promise<void>
}

/** How often the store is polled for what another process fetches: every 30 to 90 ms. */
const POLL_MS = 60

export const createStoreLeases = (options: StoreLeasesOptions): StoreLeases => {
  const { pages, owner, leaseMs, now, elapsed, random, wait, onStoreError } = options
  const releases = createSlotSet<Promise<void>>()

  const releaserOf = ([key]: PageKeys): NonNullable<StoreLease<never>['release']> => {
    let release: Promise<void> | undefined
    return (put) => {
      if (release) return release
      const released = put ? pages.putAndRelease(put.key, put.page, { key, owner }) : pages.release(key, owner)
      release = released.catch(onStoreError).finally(() => {
        releases.remove(place)
      })
      const place = releases.add(release)
      return release
    }
  }

  const acquireOrFind: StoreLeases['acquire'] = async (keys, since, read, signal) => {
    const giveUpAt = elapsed() + leaseMs
    for (let newest = since; ; ) {
      signal.throwIfAborted()
      const time = now()
      const { page, isClaimed } = await pages.findOrClaim(keys, newest, { owner, now: time, until: time + leaseMs })
      const release = isClaimed ? releaserOf(keys) : undefined
      try {
        // A caller that has given up makes no call.
        signal.throwIfAborted()
        const found = page && (await read(page))
        if (found !== undefined) {
          void release?.()
          return { found }
        }
      } catch (error) {
        void release?.()
        throw error
      }
      if (release) return { release }
      if (elapsed() >= giveUpAt) return {}
      // An unusable entry does not block the lease.
      if (page) newest = page.fetchedAt
      else await wait(POLL_MS * (0.5 + random()), signal)
    }
  }

  return {
    async acquire(keys, since, read, signal) {
      try {
        return await acquireOrFind(keys, since, read, signal)
      } catch (error) {
        signal.throwIfAborted()
        if (isApiError(error)) throw error
        onStoreError(error)
        return {}
      }
    },
    async idle() {
      await Promise.all(releases)
    },
  }
}
