// Clears away what no answer can need any more. What it misses it finds the next time.

import type { Store } from './store.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

export type SweepOptions = {
  readonly store: Pick<Store, 'usage' | 'grants' | 'pages' | 'changes'>
  readonly now: () => number
  readonly burstMeter: string
  readonly heldPageMs: number
  readonly maxPageBytes: number
}

/** One round; rejects with the first thing that failed. */
export const sweepStore = async ({ store, now, burstMeter, heldPageMs, maxPageBytes }: SweepOptions): Promise<void> => {
  await store.usage.sweep(burstMeter, now() - 10 * MINUTE_MS)
  // A token lives for an hour; the grant behind it needs to be no older.
  await store.grants.sweep(now() - 2 * HOUR_MS)
  await store.changes.sweep(now() - DAY_MS)
  await store.pages.sweep(now() - heldPageMs, maxPageBytes)
}
