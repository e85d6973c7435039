// Caches licenses and their plans for the hot path. Every change calls forget(); a read that started earlier is not
// cached. The status is derived from the cached license and the clock each time.

import { createLru } from '../../runtime/collections/create-lru.ts'
import type { LicenseTerms, PlanRecord, Store } from '../../storage/store.ts'

/** Without the operator's details, which may be large. */
export type CachedLicense = { readonly license: LicenseTerms; readonly plan: PlanRecord }

export type CachedLicenses = {
  /** From memory or the store; concurrent callers share one read. */
  get(id: string): Promise<CachedLicense | undefined>
  /** From memory only; synchronous. */
  peek(id: string): CachedLicense | undefined
  forget(id: string): void
  forgetPlan(name: string): void
  forgetAll(): void
}

export const createLicenseCache = (store: Pick<Store, 'licenses' | 'plans'>, cacheSize: number): CachedLicenses => {
  const cache = createLru<CachedLicense>(cacheSize)
  /** Reads in progress. A read that is no longer in this map was invalidated by forget(). */
  const reads = new Map<string, Promise<CachedLicense | undefined>>()

  const read = async (id: string): Promise<CachedLicense | undefined> => {
    const found = await store.licenses.find(id)
    if (found === undefined) return undefined
    const { externalId, email, notes, metadata, ...license } = found
    const plan = await store.plans.find(license.plan)
    if (plan === undefined) throw new Error(`The plan of license ${id} is not there`)
    return { license, plan }
  }

  const readOnce = (id: string): Promise<CachedLicense | undefined> => {
    const running = reads.get(id)
    if (running) return running
    const isCurrent = (): boolean => reads.get(id) === reading
    const reading = read(id)
      .then((found) => {
        if (found && isCurrent()) cache.set(id, found)
        return found
      })
      .finally(() => {
        if (isCurrent()) reads.delete(id)
      })
    reads.set(id, reading)
    return reading
  }

  return {
    get: async (id) => cache.get(id) ?? readOnce(id),
    peek: (id) => cache.get(id),
    forget: (id) => {
      cache.delete(id)
      reads.delete(id)
    },
    forgetPlan: (name) => {
      for (const [id, { plan }] of cache) if (plan.name === name) cache.delete(id)
      // The plan of a read in progress is not known yet.
      reads.clear()
    },
    forgetAll: () => {
      cache.clear()
      reads.clear()
    },
  }
}
