// Tells which licenses came to their end: nobody does anything for it, so it has to be looked for. Whichever process looks
// first tells; what was told is known by its end, so that a renewed license that ends again is told of again.

import type { RandomBytes } from '../crypto/random-bytes.ts'
import { expiredKeyOf, makeExpiredEvent } from '../licensing/licenses/license-events.ts'
import type { LicenseRecord, Store } from '../storage/store.ts'

export type ExpiredOptions = {
  readonly store: {
    readonly licenses: Pick<Store['licenses'], 'listEnded'>
    readonly webhookEvents: Pick<Store['webhookEvents'], 'tell' | 'reportedOf'>
  }
  /** Since when somebody hears of it, in milliseconds since the epoch; undefined where nobody does. */
  readonly heardSince: () => number | undefined
  readonly now: () => number
  readonly randomBytes: RandomBytes
  /** Licenses asked for at once, where a test wants fewer. */
  readonly batch?: number
}

const MINUTE_MS = 60_000
/** A standstill of the service that is made up for. */
const LOOK_BACK_MS = 3 * 24 * 60 * MINUTE_MS
/** What was looked at is looked at again for so long: clocks of two machines, and a write that was late. */
const AGAIN_MS = 5 * MINUTE_MS
const BATCH = 500

/** One look, to be had again and again. Rejects with what the store said. */
export const createExpiredLook = (options: ExpiredOptions): (() => Promise<void>) => {
  const { store, heardSince, now, randomBytes, batch = BATCH } = options
  let lookedAt = Number.NEGATIVE_INFINITY

  return async () => {
    const since = heardSince()
    if (since === undefined) return
    const before = now() + 1
    // A clock that was put back begins anew.
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
