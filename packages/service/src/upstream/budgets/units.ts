// Counts units that no response reports, exactly and across all replicas, with the counters that count scans. Each
// process leases some units at a time. Units that a crashed process leased and did not use are lost, but never spent
// twice.

import type { Store } from '../../storage/store.ts'
import type { Bucket } from '../contract/limits.ts'
import type { Platform } from '../contract/platform.ts'
import { licenseShareOf, sharerOf } from './license-share.ts'
import { windowAt } from './window-at.ts'

export type Units = {
  /** Takes `count` units. If too few are left, takes none and resolves to the end of the window. */
  take(owner: string, bucket: Bucket, count: number): Promise<number | undefined>
  /** Counts units of a license before it takes them. `true`: they are within its share; otherwise the end of the window. */
  takeShare(owner: string, bucket: Bucket, count: number, licenseId: string): Promise<true | number>
  /** Returns the units of a share that could not be taken. */
  returnShare(owner: string, bucket: Bucket, count: number, licenseId: string): Promise<void>
  /** What is left as far as this process knows: it last asked the store when it took units. */
  peek(owner: string, bucket: Bucket): { readonly left: number; readonly endsAt: number } | undefined
}

export type UnitsOptions = { readonly usage: Pick<Store['usage'], 'commit' | 'read'>; readonly now: () => number }

type Lease = { startsAt: number; endsAt: number; leased: number; used: number; taking: Promise<void> | undefined }

/** Units that a process leases at once: the hundredth part of a small bucket, so that a restart loses nothing to speak
 * of. */
const MAX_LEASE = 20
const LEASE_SHARE = 0.01
/** The share that stays unused, for the operator's own probes. */
const RESERVE_SHARE = 0.02

export const allowedOf = ({ allows }: Bucket): number => allows - Math.floor(allows * RESERVE_SHARE)

const leaseSizeOf = ({ allows }: Bucket): number => Math.min(MAX_LEASE, Math.max(1, Math.floor(allows * LEASE_SHARE)))

export const meterOf = ({ name }: Bucket): string => `units:${name}`

export const createUnits = ({ usage, now }: UnitsOptions): Units => {
  const leases = new Map<string, Lease>()

  const leaseOf = (owner: string, bucket: Bucket): Lease => {
    const key = `${owner}\n${bucket.name}`
    const current = leases.get(key)
    const window = windowAt(bucket.per, now())
    if (current && current.startsAt === window.startsAt) return current
    const lease: Lease = { ...window, leased: 0, used: 0, taking: undefined }
    leases.set(key, lease)
    return lease
  }

  const extend = async (lease: Lease, owner: string, bucket: Bucket, count: number) => {
    const window = { meter: meterOf(bucket), startsAt: lease.startsAt, limit: allowedOf(bucket) }
    const [decision] = await usage.commit([{ licenseId: owner, windows: [window], count }], [])
    lease.leased += decision?.admitted ?? 0
    lease.used = decision?.used[0] ?? lease.used
  }

  const take: Units['take'] = async (owner, bucket, count) => {
    const lease = leaseOf(owner, bucket)
    while (lease.leased < count) {
      // One request leases for all that wait; those that still have too few then lease for themselves.
      if (lease.taking) await lease.taking
      else {
        const before = lease.leased
        lease.taking = extend(lease, owner, bucket, Math.max(leaseSizeOf(bucket), count - lease.leased)).finally(() => {
          lease.taking = undefined
        })
        await lease.taking
        if (lease.leased < count && lease.leased <= before) return lease.endsAt
      }
    }
    lease.leased -= count
    return undefined
  }

  const windowOf = (bucket: Bucket) => {
    const { startsAt, endsAt } = windowAt(bucket.per, now())
    return { meter: meterOf(bucket), startsAt, endsAt }
  }

  const returnShare: Units['returnShare'] = async (owner, bucket, count, licenseId) => {
    const { meter, startsAt } = windowOf(bucket)
    await usage.commit([], [{ licenseId: sharerOf(owner, licenseId), meter, startsAt, count }])
  }

  return {
    take,
    async takeShare(owner, bucket, count, licenseId) {
      const { meter, startsAt, endsAt } = windowOf(bucket)
      const sharer = sharerOf(owner, licenseId)
      const [used, usedByAll] = await Promise.all([
        usage.read(sharer, meter, startsAt),
        usage.read(owner, meter, startsAt),
      ])
      const limit = licenseShareOf(used, Math.max(0, allowedOf(bucket) - usedByAll))
      const [decision] = await usage.commit([{ licenseId: sharer, windows: [{ meter, startsAt, limit }], count }], [])
      const admitted = decision?.admitted ?? 0
      if (admitted === count) return true
      if (admitted > 0) await returnShare(owner, bucket, admitted, licenseId)
      return endsAt
    },
    returnShare,
    peek(owner, bucket) {
      const lease = leases.get(`${owner}\n${bucket.name}`)
      if (!lease || now() >= lease.endsAt) return undefined
      return { left: Math.max(0, allowedOf(bucket) - lease.used) + lease.leased, endsAt: lease.endsAt }
    },
  }
}

const LONGEST_DAY_MS = 25 * 3_600_000

/** The longest window of a meter of units, so that old windows can be deleted; undefined for other meters. */
export const unitWindowsOf = (platforms: readonly Platform[]): ((meter: string) => number | undefined) => {
  const windows = new Map<string, number>()
  for (const bucket of platforms.flatMap(({ sources }) => sources.flatMap(({ limits }) => limits?.buckets ?? []))) {
    const windowMs = 'seconds' in bucket.per ? bucket.per.seconds * 1_000 : LONGEST_DAY_MS
    windows.set(meterOf(bucket), Math.max(windows.get(meterOf(bucket)) ?? 0, windowMs))
  }
  return (meter) => windows.get(meter)
}
