// What charging a license costs in a store of a thousand licenses and in one of a million.

import { openStore } from '../packages/service/src/storage/open-store.ts'
import { median } from './figures.ts'

const BATCH = 1_000
const [SCANS, BURST] = [1_000_000, 1_000_000]

export type ManyLicenses = { readonly licenses: number; readonly settleMs: number }[]

/** Times a charge of one license, chosen at random, at each size of the store. */
export const measureManyLicenses = async (
  databaseUrl: string,
  sizes: readonly number[],
  times: number,
): Promise<ManyLicenses> => {
  const store = await openStore(databaseUrl)
  const results: ManyLicenses = []
  const windows = [
    { meter: 'scans', startsAt: 1, limit: SCANS },
    { meter: 'burst', startsAt: 1, limit: BURST },
  ]
  const charge = (n: number) => ({ licenseId: `lic_${n}`, windows, count: 1 })
  try {
    let bodies = 0
    for (const size of sizes) {
      for (; bodies < size; bodies += BATCH) {
        await store.usage.commit(
          Array.from({ length: BATCH }, (_, n) => charge(bodies + n)),
          [],
        )
      }
      const figures: number[] = []
      for (let n = 0; n < times; n += 1) {
        const startedAt = performance.now()
        await store.usage.commit([charge((n * 7_919) % size)], [])
        figures.push(performance.now() - startedAt)
      }
      results.push({ licenses: size, settleMs: median(figures) })
    }
  } finally {
    await store.close()
  }
  return results
}
