// The usage of a license by month. Months without usage are included with zeros.

import type { Store } from '../../storage/store.ts'
import { type Meter, type Month, monthAt } from './quota.ts'

export type MonthUsage = Month & Readonly<Record<Meter, number>>

/** The last `count` months, including the month of `now`, oldest first. */
export const monthsUntil = (now: number, count: number): readonly Month[] => {
  const months: Month[] = []
  for (let month = monthAt(now); months.length < count; month = monthAt(month.startsAt - 1)) months.unshift(month)
  return months
}

/** The last `count` months of a license, oldest first. */
export const readUsageHistory = (
  { usage }: Pick<Store, 'usage'>,
  licenseId: string,
  now: number,
  count: number,
): Promise<MonthUsage[]> =>
  Promise.all(
    monthsUntil(now, count).map(async (month) => {
      const [scans, validations] = await Promise.all([
        usage.read(licenseId, 'scans', month.startsAt),
        usage.read(licenseId, 'validations', month.startsAt),
      ])
      return { ...month, scans, validations }
    }),
  )
