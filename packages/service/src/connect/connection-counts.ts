// How many accounts are connected, cached: a metrics scrape must not wait for the store or repeat a query that reads every
// connection.

import type { ConnectionCount, Store } from '../storage/store.ts'

export type ConnectionCounts = {
  /** Reads the store; never rejects. */
  look(): Promise<void>
  /** Empty until the first read succeeds. */
  figures(): readonly ConnectionCount[]
}

export const createConnectionCounts = (
  store: Pick<Store['connections'], 'counts'>,
  onStoreError: (error: unknown) => void,
): ConnectionCounts => {
  let known: readonly ConnectionCount[] = []
  return {
    async look() {
      try {
        const found = await store.counts()
        // A platform whose last account was disconnected reports 0 instead of nothing, so that alerts end.
        const gone = known.filter((each) => !found.some(({ platform, state }) => isSame(each, { platform, state })))
        known = [...found, ...gone.map((each) => ({ ...each, count: 0 }))]
      } catch (error) {
        onStoreError(error)
      }
    },
    figures: () => known,
  }
}

const isSame = (one: Pick<ConnectionCount, 'platform' | 'state'>, other: Pick<ConnectionCount, 'platform' | 'state'>) =>
  one.platform === other.platform && one.state === other.state
