// Counts the different values that a credential uses in a rolling window, such as Instagram's 30 hashtags in 7 days, in a
// ledger that all replicas share and that outlives them. The store never contains a value, only its keyed hash.

import { createHmac } from 'node:crypto'
import type { DistinctUse, Store } from '../../storage/store.ts'
import type { Bucket } from '../contract/limits.ts'
import { licenseShareOf, sharerOf } from './license-share.ts'

export type DistinctState = {
  /** Whether the value may be used. */
  readonly isAdmitted: boolean
  /** When a license may use one more value that is not in use yet, if it has used its share. */
  readonly shareEndsAt?: number
  readonly left: number
  /** When the oldest value leaves the window. */
  readonly endsAt: number
}

export type DistinctValues = {
  /** Uses the value, if it was used in the window before or one more is allowed. `licenseId`: whose share it is taken
   * from, in a bucket that is shared fairly. */
  take(owner: string, bucket: Bucket, value: string, licenseId?: string): Promise<DistinctState>
  /** Those of the owners that have used the value in the window. */
  knowing(owners: readonly string[], bucket: Bucket, value: string): Promise<ReadonlySet<string>>
}

export type DistinctValuesOptions = {
  readonly uses: Pick<Store['distinctUses'], 'add' | 'list'>
  /** Keys of 32 bytes: the first one writes; all of them recognize. */
  readonly keys: readonly Buffer[]
  readonly now: () => number
}

export const windowMsOf = ({ per, name }: Bucket): number => {
  if (!('seconds' in per)) throw new TypeError(`The window of ${name} must be in seconds`)
  return per.seconds * 1_000
}

const ledgerOf = (owner: string, { name }: Bucket): string => `${owner}:${name}`

export const createDistinctValues = ({ uses, keys, now }: DistinctValuesOptions): DistinctValues => {
  const namesOf = (value: string): readonly string[] =>
    keys.map((key) => createHmac('sha256', key).update(`distinct ${value}`).digest('base64url'))
  /** Times in the store are whole milliseconds. */
  const sinceOf = (bucket: Bucket): number => Math.floor(now() - windowMsOf(bucket)) + 1

  const stateOf = (used: readonly DistinctUse[], bucket: Bucket, isAdmitted: boolean): DistinctState => ({
    isAdmitted,
    left: Math.max(0, bucket.allows - used.length),
    endsAt: (used[0]?.at ?? now()) + windowMsOf(bucket),
  })

  /** Takes the value from the share of the license. undefined: it is within the share; otherwise when one more is. */
  const shareEnd = async (
    sharer: string,
    bucket: Bucket,
    name: string,
    left: number,
    since: number,
  ): Promise<number | undefined> => {
    const own = await uses.list([sharer], since)
    const most = licenseShareOf(own.length, left)
    const isAdmitted = await uses.add({ owner: sharer, value: name, at: Math.floor(now()) }, since, most)
    return isAdmitted ? undefined : (own[0]?.at ?? now()) + windowMsOf(bucket)
  }

  return {
    async take(owner, bucket, value, licenseId) {
      const ledger = ledgerOf(owner, bucket)
      const names = namesOf(value)
      const since = sinceOf(bucket)
      const used = await uses.list([ledger], since)
      if (used.some((use) => names.includes(use.value))) return stateOf(used, bucket, true)
      const [name = ''] = names
      const { left } = stateOf(used, bucket, true)
      if (licenseId !== undefined && bucket.isSharedFairly && left > 0) {
        const shareEndsAt = await shareEnd(sharerOf(ledger, licenseId), bucket, name, left, since)
        if (shareEndsAt !== undefined) return { ...stateOf(used, bucket, false), shareEndsAt }
      }
      const isAdmitted = await uses.add({ owner: ledger, value: name, at: Math.floor(now()) }, since, bucket.allows)
      return stateOf(await uses.list([ledger], since), bucket, isAdmitted)
    },
    async knowing(owners, bucket, value) {
      const names = namesOf(value)
      const used = await uses.list(
        owners.map((owner) => ledgerOf(owner, bucket)),
        sinceOf(bucket),
      )
      const knowing = new Set(used.flatMap((use) => (names.includes(use.value) ? [use.owner] : [])))
      return new Set(owners.filter((owner) => knowing.has(ledgerOf(owner, bucket))))
    },
  }
}
