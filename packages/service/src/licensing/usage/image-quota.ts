// Counts the bytes of images that are fetched for licenses, and says whether the responses to a license may name images
// of the service. A license that has used its month up gets the platforms' own URLs: no feed loses its images at once.

import { createLru } from '../../runtime/collections/create-lru.ts'
import type { LicenseTerms, PlanRecord, Store } from '../../storage/store.ts'
import { imageBytesOf, MEDIA_METER, monthAt } from './quota.ts'

/** Other processes count, too. */
const READ_AGAIN_MS = 60_000
const KNOWN = 20_000

export type ImageQuota = {
  /** By what this process knows, which it reads anew behind the response when it is a minute old. */
  mayProxy(license: Pick<LicenseTerms, 'id' | 'mode'>, plan: Pick<PlanRecord, 'media' | 'mediaMb'>): boolean
  charge(licenseId: string, bytes: number): void
  /** Resolves when everything is counted. */
  idle(): Promise<void>
}

export type ImageQuotaOptions = {
  readonly usage: Pick<Store['usage'], 'commit' | 'read'>
  readonly now: () => number
  /** Milliseconds of a monotonic clock. */
  readonly elapsed: () => number
  readonly onStoreError: (error: unknown) => void
}

/** Of a month. */
type Known = { readonly startsAt: number; readonly used: number; readonly readAt: number }

export const createImageQuota = ({ usage, now, elapsed, onStoreError }: ImageQuotaOptions): ImageQuota => {
  const known = createLru<Known>(KNOWN)
  const reading = new Map<string, Promise<void>>()
  /** Bytes that are not counted yet, by license. */
  let waiting = new Map<string, number>()
  let committing: Promise<void> | undefined

  const learn = (licenseId: string, startsAt: number, used: number): void => {
    known.set(licenseId, { startsAt, used, readAt: elapsed() })
  }

  const readBehind = (licenseId: string, startsAt: number): void => {
    if (reading.has(licenseId)) return
    const work = usage
      .read(licenseId, MEDIA_METER, startsAt)
      .then((used) => learn(licenseId, startsAt, used), onStoreError)
      .finally(() => reading.delete(licenseId))
    reading.set(licenseId, work)
  }

  const commitAll = async (): Promise<void> => {
    while (waiting.size > 0) {
      const batch = [...waiting]
      waiting = new Map()
      const { startsAt } = monthAt(now())
      const windows = [{ meter: MEDIA_METER, startsAt, limit: null }]
      try {
        const decisions = await usage.commit(
          batch.map(([licenseId, count]) => ({ licenseId, windows, count })),
          [],
        )
        for (const [at, [licenseId]] of batch.entries()) learn(licenseId, startsAt, decisions[at]?.used[0] ?? 0)
      } catch (error) {
        // Whether it was counted is not known, and no image is worth counting twice.
        onStoreError(error)
      }
    }
    committing = undefined
  }

  return {
    mayProxy(license, plan) {
      const limit = imageBytesOf(license, plan)
      if (plan.media === 'none' || limit === 0) return false
      if (limit === null) return true
      const { startsAt } = monthAt(now())
      const found = known.get(license.id)
      const current = found?.startsAt === startsAt ? found : undefined
      if (current === undefined || elapsed() - current.readAt >= READ_AGAIN_MS) readBehind(license.id, startsAt)
      return (current?.used ?? 0) < limit
    },
    charge(licenseId, bytes) {
      waiting.set(licenseId, (waiting.get(licenseId) ?? 0) + bytes)
      committing ??= commitAll()
    },
    async idle() {
      await Promise.all(reading.values())
      await committing
    },
  }
}
