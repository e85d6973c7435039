// Publishes events for sites that exceeded the site limit. Refusals are not stored, so events are limited: once per day
// for a site, and a few sites per hour for a license, however many site ids a client invents.

import { makeEvent, type TellingOptions } from '../../events/make-event.ts'
import { createLru } from '../../runtime/collections/create-lru.ts'
import type { LicenseTerms } from '../../storage/store.ts'
import { describeTerms } from '../licenses/describe-license.ts'

export type RefusedSites = {
  /** Resolves when the event is published or suppressed; a failure does not change the refusal. */
  tell(license: LicenseTerms, site: string, siteLimit: number): Promise<void>
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Sites per license and hour that are published. */
export const MOST_REFUSED_SITES = 5
const HELD_LICENSES = 10_000

type Reported = { readonly hour: number; readonly sites: Set<string> }

export const createRefusedSites = (options: TellingOptions): RefusedSites => {
  const { events, hears, now, randomBytes, onStoreError } = options
  const reported = createLru<Reported>(HELD_LICENSES)

  const reportedOf = (licenseId: string, hour: number): Set<string> => {
    const held = reported.get(licenseId)
    if (held?.hour === hour) return held.sites
    const sites = new Set<string>()
    reported.set(licenseId, { hour, sites })
    return sites
  }

  return {
    async tell(license, site, siteLimit) {
      if (!hears('license.site_refused')) return
      const at = now()
      const sites = reportedOf(license.id, Math.floor(at / HOUR_MS))
      if (sites.has(site) || sites.size >= MOST_REFUSED_SITES) return
      sites.add(site)
      const data = { license: describeTerms(license, at), site, siteLimit }
      const once = [license.id, site, Math.floor(at / DAY_MS)].join(' ')
      const event = makeEvent('license.site_refused', data, { at, randomBytes, licenseId: license.id, once })
      await events.tell(event).catch((error: unknown) => {
        sites.delete(site)
        onStoreError(error)
      })
    },
  }
}
