// Licenses and their plans in memory, for the hot path. Whoever changes one says so through forget(); what was read
// before that is never remembered after it. The state of a license is told from this each time, by the clock.

import { createLru } from '../../runtime/collections/create-lru.ts'
import type { LicenseTerms, PlanRecord, Store } from '../../storage/store.ts'

/** Without what the operator noted of it, which may be much. */
export type CachedLicense = { readonly license: LicenseTerms; readonly plan: PlanRecord }

export type CachedLicenses = {
  /** From memory, or else from the store; callers that ask at once share one read. */
  get(id: string): Promise<CachedLicense | undefined>
  /** From memory only, without a promise. */
  peek(id: string): CachedLicense | undefined
  forget(id: string): void
  forgetPlan(name: string): void
  forgetAll(): void
}

export const createLicenseCache = (store: Pick<Store, 'licenses' | 'plans'>, cacheSize: number): CachedLicenses => {
  const held = createLru<CachedLicense>(cacheSize)
  /** Reads under way. One that is no longer in here was overtaken by a forget(). */
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
        if (found && isCurrent()) held.set(id, found)
        return found
      })
      .finally(() => {
        if (isCurrent()) reads.delete(id)
      })
    reads.set(id, reading)
    return reading
  }

  return {
    get: async (id) => held.get(id) ?? readOnce(id),
    peek: (id) => held.get(id),
    forget: (id) => {
      held.delete(id)
      reads.delete(id)
    },
    forgetPlan: (name) => {
      for (const [id, { plan }] of held) if (plan.name === name) held.delete(id)
      // Which plan a read will meet is not known yet.
      reads.clear()
    },
    forgetAll: () => {
      held.clear()
      reads.clear()
    },
  }
}
