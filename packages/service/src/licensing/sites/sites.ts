// Which sites use a license. The store decides atomically, so the plan's limit is never exceeded; admitted sites are
// cached here. Uncounted sites take no slot.

import { actsBy } from '../../audit/act.ts'
import type { RandomBytes } from '../../crypto/random-bytes.ts'
import { ApiError } from '../../errors.ts'
import { makeEvent } from '../../events/make-event.ts'
import { createLru } from '../../runtime/collections/create-lru.ts'
import type { Actor, LicenseTerms, PlanRecord, SiteRecord, Store } from '../../storage/store.ts'
import { describeTerms } from '../licenses/describe-license.ts'
import { OperatorError } from '../licenses/operator-error.ts'
import { createFreeSites, MAX_FREE_SITES } from './free-sites.ts'
import { isFreeSite } from './is-free-site.ts'
import type { RefusedSites } from './refused-sites.ts'
import { canonicalSite } from './site.ts'

export type SitesOptions = {
  readonly store: Pick<Store, 'sites'>
  readonly now: () => number
  /** Milliseconds from an arbitrary start, by a monotonic clock. */
  readonly elapsed: () => number
  readonly randomBytes: RandomBytes
  /** Called for sites that exceed the limit. */
  readonly refused?: Pick<RefusedSites, 'publish'>
  /** The site limit of a license whose plan has none. */
  readonly mostSites?: number
  /** The number of licenses whose sites are cached. */
  readonly cacheSize?: number
}

export type Sites = {
  /** Admits the site, as a new one if the plan has a free slot; throws `site_limit_reached`. Accepts any spelling. */
  admit(license: LicenseTerms, plan: Pick<PlanRecord, 'sites'>, siteId: string): Promise<void>
  /** Throws `site_limit_reached` if the site could not be admitted. Takes no slot. */
  requirePlace(license: LicenseTerms, plan: Pick<PlanRecord, 'sites'>, siteId: string): Promise<void>
  /** The canonical spelling of a site that was admitted before in this spelling; synchronous, for the hot path. */
  findAdmitted(licenseId: string, siteId: string): string | undefined
  forget(licenseId: string): void
  forgetAll(): void
  list(licenseId: string): Promise<SiteRecord[]>
  /** Releases the site's slot; throws `not_found` when the license does not have it. Without an actor the site released
   * itself. */
  release(licenseId: string, siteId: string, actor?: Actor): Promise<void>
}

const DEFAULT_CACHE_SIZE = 10_000

/** More than any real fleet has, and few enough for the store. */
export const MAX_SITES = 10_000

/** Spellings cached per license: bounds the memory that a client can use by spelling a site in many ways. */
const MAX_SPELLINGS = 1_000

export const createSites = (options: SitesOptions): Sites => {
  const { store, now, elapsed, randomBytes, refused, mostSites = MAX_SITES, cacheSize = DEFAULT_CACHE_SIZE } = options
  const act = actsBy(now, randomBytes)
  const freeSites = createFreeSites({ elapsed, cacheSize })
  const admitted = createLru<Map<string, string>>(cacheSize)

  /** Called before the store is read: if the license is forgotten meanwhile, what is added to this map is forgotten
   * too. */
  const spellingsOf = (licenseId: string): Map<string, string> => {
    const known = admitted.get(licenseId) ?? new Map()
    admitted.set(licenseId, known)
    return known
  }

  const remember = (spellings: Map<string, string>, siteId: string, site: string): void => {
    if (spellings.size >= MAX_SPELLINGS) spellings.clear()
    spellings.set(siteId, site)
  }

  const requireRoom = async (license: LicenseTerms, site: string, limit: number | null): Promise<void> => {
    const { id: licenseId } = license
    if (isFreeSite(site)) {
      if (freeSites.admit(licenseId, site)) return
      const message = `At most ${MAX_FREE_SITES} local and staging sites can use a license in an hour.`
      throw new ApiError('site_limit_reached', { message })
    }
    const firstSeenAt = now()
    const data = { license: describeTerms(license, firstSeenAt), site }
    const event = makeEvent('license.site_admitted', data, { at: firstSeenAt, randomBytes, licenseId })
    if (await store.sites.activate({ licenseId, site, firstSeenAt }, limit ?? mostSites, event)) return
    throw await refuse(license, site, limit)
  }

  const refuse = async (license: LicenseTerms, site: string, limit: number | null): Promise<ApiError> => {
    await refused?.publish(license, site, limit ?? mostSites)
    const message =
      limit === null ? `At most ${mostSites} sites can use a license whose plan has no site limit.` : undefined
    return new ApiError('site_limit_reached', { ...(message !== undefined && { message }) })
  }

  return {
    admit: async (license, plan, siteId) => {
      const spellings = spellingsOf(license.id)
      if (spellings.has(siteId)) return
      const site = canonicalSite(siteId)
      if (!spellings.has(site)) await requireRoom(license, site, plan.sites)
      remember(spellings, site, site)
      if (siteId !== site) remember(spellings, siteId, site)
    },
    requirePlace: async (license, plan, siteId) => {
      const site = canonicalSite(siteId)
      if (isFreeSite(site)) return
      const taken = await store.sites.listOf(license.id)
      if (taken.length < (plan.sites ?? mostSites) || taken.some((each) => each.site === site)) return
      throw await refuse(license, site, plan.sites)
    },
    findAdmitted: (licenseId, siteId) => admitted.get(licenseId)?.get(siteId),
    forget: (licenseId) => {
      admitted.delete(licenseId)
    },
    forgetAll: () => admitted.clear(),
    list: (licenseId) => store.sites.listOf(licenseId),
    release: async (licenseId, siteId, actor) => {
      const released = actor && act('license.release_site', actor)
      const isReleased = await store.sites.release(licenseId, canonicalSite(siteId), released)
      admitted.delete(licenseId)
      if (!isReleased)
        throw new OperatorError('not_found', `License ${licenseId} has no site ${JSON.stringify(siteId)}`)
    },
  }
}
