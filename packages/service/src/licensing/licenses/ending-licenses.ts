// How many licenses that are in use end soon, as it was when the store was last asked: an index has it, but nobody's scrape
// is to wait for it, nor to ask again what hardly changes.

import type { Store } from '../../storage/store.ts'

/** Active live licenses that end within so many days. */
export type EndingFigure = { readonly days: number; readonly count: number }

export type EndingOptions = {
  readonly licenses: Pick<Store['licenses'], 'countEnding'>
  readonly now: () => number
  readonly onStoreError: (error: unknown) => void
}

export type EndingLicenses = {
  /** Asks the store; never rejects. */
  look(): Promise<void>
  /** None before the store has answered for the first time. */
  figures(): readonly EndingFigure[]
}

/** How often `look` is to be called. */
export const ENDING_INTERVAL_MS = 10 * 60_000
const DAYS = [7, 30] as const
const DAY_MS = 24 * 60 * 60_000

export const createEndingLicenses = ({ licenses, now, onStoreError }: EndingOptions): EndingLicenses => {
  let known: readonly EndingFigure[] = []
  return {
    async look() {
      const from = now()
      try {
        known = await Promise.all(
          DAYS.map(async (days) => ({
            days,
            count: await licenses.countEnding({ from, before: from + days * DAY_MS }),
          })),
        )
      } catch (error) {
        onStoreError(error)
      }
    },
    figures: () => known,
  }
}
