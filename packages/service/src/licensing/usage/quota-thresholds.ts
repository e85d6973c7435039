// Publishes an event when a license has used 80% of a monthly quota, and when it has used all of it. Checked after each
// batch of charges: usually only a comparison, and a memory lookup once published. Published once per license, meter
// and month, by whichever process is first.

import type { EventType } from '../../events/event-types.ts'
import { makeEvent, type PublishOptions } from '../../events/make-event.ts'
import { createLru } from '../../runtime/collections/create-lru.ts'
import type { LicenseTerms } from '../../storage/store.ts'
import { describeTerms } from '../licenses/describe-license.ts'
import type { QuotaStatus } from './quota.ts'

export type QuotaThresholds = {
  /** Checks a quota status. Not awaited. */
  check(license: LicenseTerms, quotaStatus: QuotaStatus): void
  /** Forgets what was published, because a new webhook may be subscribed. */
  forget(): void
  /** Resolves when all events are published. */
  idle(): Promise<void>
}

const THRESHOLDS = [
  { type: 'quota.80', percent: 80 },
  { type: 'quota.100', percent: 100 },
] as const satisfies readonly { type: EventType; percent: number }[]

const FIRST_PERCENT = THRESHOLDS[0].percent
/** Thresholds remembered as published. The store's `onceKey` prevents duplicates of forgotten ones. */
const MAX_REMEMBERED = 20_000

export const createQuotaThresholds = (options: PublishOptions): QuotaThresholds => {
  const { events, isSubscribed, now, randomBytes, onStoreError } = options
  const published = createLru<true>(MAX_REMEMBERED)
  const publishing = new Set<Promise<unknown>>()

  const publish = (
    type: (typeof THRESHOLDS)[number]['type'],
    license: LicenseTerms,
    quotaStatus: QuotaStatus,
    once: string,
  ) => {
    const { meter, used, limit, endsAt } = quotaStatus
    const data = {
      license: describeTerms(license, now()),
      meter,
      used,
      limit,
      resetsAt: new Date(endsAt).toISOString(),
    }
    const event = makeEvent(type, data, { at: now(), randomBytes, licenseId: license.id, once })
    const work = events
      .publish(event)
      .catch((error: unknown) => {
        // The next batch over the threshold tries again.
        published.delete(`${type} ${once}`)
        onStoreError(error)
      })
      .finally(() => publishing.delete(work))
    publishing.add(work)
  }

  return {
    check(license, quotaStatus) {
      const { meter, isUnlimited, limit, used, startsAt } = quotaStatus
      if (used * 100 < limit * FIRST_PERCENT || isUnlimited || limit === 0) return
      for (const { type, percent } of THRESHOLDS) {
        if (used * 100 < limit * percent || !isSubscribed(type)) continue
        const once = `${license.id} ${meter} ${startsAt}`
        const key = `${type} ${once}`
        if (published.has(key)) continue
        published.set(key, true)
        publish(type, license, quotaStatus, once)
      }
    },
    forget: () => published.clear(),
    async idle() {
      while (publishing.size > 0) await Promise.all(publishing)
    },
  }
}
