// What a call that failed leaves owing: the refunds that it was to make or, where the store counted its charges and nobody
// heard of it, those charges. It is given back as soon as the store answers, so that nobody pays for what was refused.

import type { Charge, Decision, Refund, Store } from './store.ts'

/** One call that decides charges after refunds, all of it or nothing. */
export type SettleCall = {
  readonly decisions: Promise<Decision[]>
  /** Of a call that failed: how many were admitted of each charge where it was counted all the same; undefined where it was
   * not, and never will be. Rejects while the store cannot say. */
  readonly find: () => Promise<readonly number[] | undefined>
}

export type KeepOwedOptions = {
  readonly call: (charges: readonly Charge[], refunds: readonly Refund[]) => SettleCall
  /** Between a failure and looking what came of it, and between two looks. */
  readonly pause?: () => Promise<void>
}

export type OwedKeeper = {
  readonly settle: Store['usage']['settle']
  /** From now on nothing is looked for or given back by itself. */
  close(): void
}

const PAUSE_MS = 1_000

const pauseALittle = () => new Promise<void>((resolve) => setTimeout(resolve, PAUSE_MS).unref())

export const keepOwed = ({ call, pause = pauseALittle }: KeepOwedOptions): OwedKeeper => {
  let owed: Refund[] = []
  let isClosed = false

  const settle = async (charges: readonly Charge[], refunds: readonly Refund[]): Promise<Decision[]> => {
    const all = [...owed, ...refunds]
    owed = []
    const { decisions, find } = call(charges, all)
    try {
      return await decisions
    } catch (error) {
      if (charges.length + all.length > 0) void putRight(charges, all, find)
      throw error
    }
  }

  const putRight = async (charges: readonly Charge[], refunds: readonly Refund[], find: SettleCall['find']) => {
    const look = async () => {
      const admitted = await find()
      return admitted === undefined ? refunds : refundsOf(charges, admitted)
    }
    let owing: readonly Refund[] | undefined
    while (owing === undefined) {
      await pause()
      if (isClosed) return
      owing = await look().catch(() => undefined)
    }
    owed.push(...owing)
    // Unless somebody was faster and took them along; what fails again is owed again.
    if (owed.length > 0) await settle([], []).catch(() => {})
  }

  return {
    settle,
    close() {
      isClosed = true
    },
  }
}

/** What gives back all that was admitted, in every window; in the first one, for what it was taken. */
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
