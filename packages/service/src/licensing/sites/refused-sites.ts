// Publishes events for sites that exceeded the site limit. Refusals are not stored, so events are limited: once per day
// for a site, and a few sites per hour for a license, however many site ids a client invents.

import { makeEvent, type PublishOptions } from '../../events/make-event.ts'
import { createLru } from '../../runtime/collections/create-lru.ts'
import type { LicenseTerms } from '../../storage/store.ts'
import { describeTerms } from '../licenses/describe-license.ts'

export type RefusedSites = {
  /** Resolves when the event is published or suppressed; a failure does not change the refusal. */
  publish(license: LicenseTerms, site: string, siteLimit: number): Promise<void>
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Sites per license and hour that are published. */
export const MAX_REFUSED_SITES = 5
const MAX_LICENSES = 10_000

type PublishedSites = { readonly hour: number; readonly sites: Set<string> }

export const createRefusedSites = (options: PublishOptions): RefusedSites => {
  const { events, isSubscribed, now, randomBytes, onStoreError } = options
  const published = createLru<PublishedSites>(MAX_LICENSES)

  const publishedOf = (licenseId: string, hour: number): Set<string> => {
    const entry = published.get(licenseId)
    if (entry?.hour === hour) return entry.sites
    const sites = new Set<string>()
    published.set(licenseId, { hour, sites })
    return sites
  }

  return {
    async publish(license, site, siteLimit) {
      if (!isSubscribed('license.site_refused')) return
      const at = now()
      const sites = publishedOf(license.id, Math.floor(at / HOUR_MS))
      if (sites.has(site) || sites.size >= MAX_REFUSED_SITES) return
      sites.add(site)
      const data = { license: describeTerms(license, at), site, siteLimit }
      const once = [license.id, site, Math.floor(at / DAY_MS)].join(' ')
      const event = makeEvent('license.site_refused', data, { at, randomBytes, licenseId: license.id, once })
      await events.publish(event).catch((error: unknown) => {
        sites.delete(site)
        onStoreError(error)
      })
    },
  }
}
