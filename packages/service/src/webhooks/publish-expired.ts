// Publishes expired licenses, which no request triggers, so they must be searched for. Whichever process finds one
// first publishes it. The event's key includes the end, so that a renewed license is published again when it expires.

import type { RandomBytes } from '../crypto/random-bytes.ts'
import { expiredKeyOf, makeExpiredEvent } from '../licensing/licenses/license-events.ts'
import type { LicenseRecord, Store } from '../storage/store.ts'

export type ExpiredOptions = {
  readonly store: {
    readonly licenses: Pick<Store['licenses'], 'listEnded'>
    readonly webhookEvents: Pick<Store['webhookEvents'], 'publish' | 'publishedOf'>
  }
  /** Since when a webhook is subscribed, in milliseconds since the epoch; undefined when none is. */
  readonly subscribedSince: () => number | undefined
  readonly now: () => number
  readonly randomBytes: RandomBytes
  /** Licenses per query; smaller in tests. */
  readonly batch?: number
}

const MINUTE_MS = 60_000
/** Expiries within this time are still published after a downtime. */
const LOOKBACK_MS = 3 * 24 * 60 * MINUTE_MS
/** Each search overlaps the previous one by this much, for clock differences and late writes. */
const AGAIN_MS = 5 * MINUTE_MS
const BATCH = 500

/** Returns a function that searches once. It rejects with errors of the store. */
export const createExpiredPublisher = (options: ExpiredOptions): (() => Promise<void>) => {
  const { store, subscribedSince, now, randomBytes, batch = BATCH } = options
  let checkedUpTo = Number.NEGATIVE_INFINITY

  return async () => {
    const since = subscribedSince()
    if (since === undefined) return
    const before = now() + 1
    // After the clock was set back, start over.
    const seen = checkedUpTo > before ? Number.NEGATIVE_INFINITY : checkedUpTo - AGAIN_MS
    const from = Math.max(since, before - LOOKBACK_MS, seen)
    for (let previous: LicenseRecord | undefined; ; ) {
      const ended = await store.licenses.listEnded({ from, before }, batch, previous)
      const keys = ended.map(expiredKeyOf)
      const published = new Set(await store.webhookEvents.publishedOf(keys))
      for (const [at, license] of ended.entries()) {
        if (!published.has(keys[at] ?? ''))
          await store.webhookEvents.publish(makeExpiredEvent(license, now(), randomBytes))
      }
      if (ended.length < batch) break
      previous = ended.at(-1)
    }
    checkedUpTo = before
  }
}
