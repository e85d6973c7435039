// The number of active licenses that end soon, cached: a metrics scrape must not wait for the store or repeat a query
// whose result hardly changes.

import type { Store } from '../../storage/store.ts'

/** Active live licenses that end within this number of days. */
export type EndingFigure = { readonly days: number; readonly count: number }

export type EndingOptions = {
  readonly licenses: Pick<Store['licenses'], 'countEnding'>
  readonly now: () => number
  readonly onStoreError: (error: unknown) => void
}

export type EndingLicenses = {
  /** Reads the store; never rejects. */
  look(): Promise<void>
  /** Empty until the first read succeeds. */
  figures(): readonly EndingFigure[]
}

/** How often to call `look`. */
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
