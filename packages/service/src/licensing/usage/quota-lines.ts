// Publishes an event when a license has used 80% of a monthly quota, and when it has used all of it. Checked after each
// batch of charges: usually only a comparison, and a memory lookup once published. Published once per license, meter
// and month, by whichever process is first.

import type { EventType } from '../../events/event-types.ts'
import { makeEvent, type TellingOptions } from '../../events/make-event.ts'
import { createLru } from '../../runtime/collections/create-lru.ts'
import type { LicenseTerms } from '../../storage/store.ts'
import { describeTerms } from '../licenses/describe-license.ts'
import type { Standing } from './quota.ts'

export type QuotaLines = {
  /** Checks a quota status. Not awaited. */
  look(license: LicenseTerms, standing: Standing): void
  /** Forgets what was published, because a new webhook may be subscribed. */
  forget(): void
  /** Resolves when all events are published. */
  idle(): Promise<void>
}

const LINES = [
  { type: 'quota.80', percent: 80 },
  { type: 'quota.100', percent: 100 },
] as const satisfies readonly { type: EventType; percent: number }[]

const FIRST_PERCENT = LINES[0].percent
/** Thresholds remembered as published. The store's `onceKey` prevents duplicates of forgotten ones. */
const HELD = 20_000

export const createQuotaLines = (options: TellingOptions): QuotaLines => {
  const { events, hears, now, randomBytes, onStoreError } = options
  const reported = createLru<true>(HELD)
  const telling = new Set<Promise<unknown>>()

  const tell = (type: (typeof LINES)[number]['type'], license: LicenseTerms, standing: Standing, once: string) => {
    const { meter, used, limit, endsAt } = standing
    const data = {
      license: describeTerms(license, now()),
      meter,
      used,
      limit,
      resetsAt: new Date(endsAt).toISOString(),
    }
    const event = makeEvent(type, data, { at: now(), randomBytes, licenseId: license.id, once })
    const work = events
      .tell(event)
      .catch((error: unknown) => {
        // The next batch over the threshold tries again.
        reported.delete(`${type} ${once}`)
        onStoreError(error)
      })
      .finally(() => telling.delete(work))
    telling.add(work)
  }

  return {
    look(license, standing) {
      const { meter, endless, limit, used, startsAt } = standing
      if (used * 100 < limit * FIRST_PERCENT || endless || limit === 0) return
      for (const { type, percent } of LINES) {
        if (used * 100 < limit * percent || !hears(type)) continue
        const once = `${license.id} ${meter} ${startsAt}`
        const key = `${type} ${once}`
        if (reported.has(key)) continue
        reported.set(key, true)
        tell(type, license, standing, once)
      }
    },
    forget: () => reported.clear(),
    async idle() {
      while (telling.size > 0) await Promise.all(telling)
    },
  }
}
