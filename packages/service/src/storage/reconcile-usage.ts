// Reconciles usage after a call that failed. Its refunds are made later; if the store counted its charges although the
// call failed, those are refunded. So a license is never charged for a refused request.

import type { Charge, Decision, Refund, Store } from './store.ts'

/** One call that decides charges after refunds, all or nothing. */
export type CommitCall = {
  readonly decisions: Promise<Decision[]>
  /** After a failure: how many of each charge were admitted if the call was counted all the same; undefined if it was
   * not and never will be. Rejects while the store cannot tell. */
  readonly find: () => Promise<readonly number[] | undefined>
}

export type ReconcileOptions = {
  readonly call: (charges: readonly Charge[], refunds: readonly Refund[]) => CommitCall
  /** Waits between a failure and the check of its result, and between two checks. */
  readonly pause?: () => Promise<void>
}

export type UsageReconciler = {
  readonly commit: Store['usage']['commit']
  /** Stops all pending checks and refunds. */
  close(): void
}

const PAUSE_MS = 1_000

const pauseALittle = () => new Promise<void>((resolve) => setTimeout(resolve, PAUSE_MS).unref())

export const reconcileUsage = ({ call, pause = pauseALittle }: ReconcileOptions): UsageReconciler => {
  let owed: Refund[] = []
  let isClosed = false

  const commit = async (charges: readonly Charge[], refunds: readonly Refund[]): Promise<Decision[]> => {
    const all = [...owed, ...refunds]
    owed = []
    const { decisions, find } = call(charges, all)
    try {
      return await decisions
    } catch (error) {
      if (charges.length + all.length > 0) void reconcile(charges, all, find)
      throw error
    }
  }

  const reconcile = async (charges: readonly Charge[], refunds: readonly Refund[], find: CommitCall['find']) => {
    const check = async () => {
      const admitted = await find()
      return admitted === undefined ? refunds : refundsOf(charges, admitted)
    }
    let dueRefunds: readonly Refund[] | undefined
    while (dueRefunds === undefined) {
      await pause()
      if (isClosed) return
      dueRefunds = await check().catch(() => undefined)
    }
    owed.push(...dueRefunds)
    // Another call may have taken the refunds along; a failure here schedules them again.
    if (owed.length > 0) await commit([], []).catch(() => {})
  }

  return {
    commit,
    close() {
      isClosed = true
    },
  }
}

/** Refunds everything that was admitted, in every window; in the first window with the uses it was counted for. */
const refundsOf = (charges: readonly Charge[], admitted: readonly number[]): Refund[] =>
  charges.flatMap(({ licenseId, windows, uses = [] }, index) => {
    const count = admitted[index] ?? 0
    const [first, ...others] = windows.map(({ meter, startsAt }) => ({ licenseId, meter, startsAt, count }))
    if (first === undefined || count === 0) return []
    let left = count
    const parts = uses.map(({ count: wanted, ...use }) => {
      const taken = Math.min(left, wanted)
      left -= taken
      return { ...first, count: taken, use }
    })
    return [...(parts.length > 0 ? parts.filter((part) => part.count > 0) : [first]), ...others]
  })
