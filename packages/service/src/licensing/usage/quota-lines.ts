// Tells when a license has used four fifths of a month's quota, and when all of it. Looked at where a batch of charges was
// decided: where the line is not reached that is a comparison, and where it was told of already, a look into memory. Told once
// for each license, meter and month, whichever process comes first.

import type { EventType } from '../../events/event-types.ts'
import { makeEvent, type TellingOptions } from '../../events/make-event.ts'
import { createLru } from '../../runtime/collections/create-lru.ts'
import type { LicenseTerms } from '../../storage/store.ts'
import { describeTerms } from '../licenses/describe-license.ts'
import type { Standing } from './quota.ts'

export type QuotaLines = {
  /** Where a license stands. Nobody waits for what comes of it. */
  look(license: LicenseTerms, standing: Standing): void
  /** Has it told again of what it was told of nobody: somebody new may hear of it. */
  forget(): void
  /** Resolves when everything is told. */
  idle(): Promise<void>
}

const LINES = [
  { type: 'quota.80', percent: 80 },
  { type: 'quota.100', percent: 100 },
] as const satisfies readonly { type: EventType; percent: number }[]

const FIRST_PERCENT = LINES[0].percent
/** Lines that are remembered as told. One that is forgotten is found in the store. */
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
        // The next request finds the line reached, too.
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
