// Publishes expired licenses, which no request triggers, so they must be searched for. Whichever process finds one
// first publishes it. The event's key includes the end, so that a renewed license is published again when it expires.

import type { RandomBytes } from '../crypto/random-bytes.ts'
import { expiredKeyOf, makeExpiredEvent } from '../licensing/licenses/license-events.ts'
import type { LicenseRecord, Store } from '../storage/store.ts'

export type ExpiredOptions = {
  readonly store: {
    readonly licenses: Pick<Store['licenses'], 'listEnded'>
    readonly webhookEvents: Pick<Store['webhookEvents'], 'tell' | 'reportedOf'>
  }
  /** Since when a webhook is subscribed, in milliseconds since the epoch; undefined when none is. */
  readonly heardSince: () => number | undefined
  readonly now: () => number
  readonly randomBytes: RandomBytes
  /** Licenses per query; smaller in tests. */
  readonly batch?: number
}

const MINUTE_MS = 60_000
/** Expiries within this time are still published after a downtime. */
const LOOK_BACK_MS = 3 * 24 * 60 * MINUTE_MS
/** Each search overlaps the previous one by this much, for clock differences and late writes. */
const AGAIN_MS = 5 * MINUTE_MS
const BATCH = 500

/** Returns a function that searches once. It rejects with errors of the store. */
export const createExpiredLook = (options: ExpiredOptions): (() => Promise<void>) => {
  const { store, heardSince, now, randomBytes, batch = BATCH } = options
  let lookedAt = Number.NEGATIVE_INFINITY

  return async () => {
    const since = heardSince()
    if (since === undefined) return
    const before = now() + 1
    // After the clock was set back, start over.
    const seen = lookedAt > before ? Number.NEGATIVE_INFINITY : lookedAt - AGAIN_MS
    const from = Math.max(since, before - LOOK_BACK_MS, seen)
    for (let behind: LicenseRecord | undefined; ; ) {
      const ended = await store.licenses.listEnded({ from, before }, batch, behind)
      const keys = ended.map(expiredKeyOf)
      const reported = new Set(await store.webhookEvents.reportedOf(keys))
      for (const [at, license] of ended.entries()) {
        if (!reported.has(keys[at] ?? '')) await store.webhookEvents.tell(makeExpiredEvent(license, now(), randomBytes))
      }
      if (ended.length < batch) break
      behind = ended.at(-1)
    }
    lookedAt = before
  }
}
