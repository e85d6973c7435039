// Usage reports for billing: of one license by day, platform, endpoint or site; of all licenses by month.

import {
  type MonthOfLicense,
  OTHER,
  type Span,
  type Store,
  type UseDimension,
  type UseSum,
} from '../../storage/store.ts'
import { writeDay } from './days.ts'
import { MEDIA_METER, type Meter, type Month } from './quota.ts'

export const METERS = ['scans', 'validations'] as const satisfies readonly Meter[]

export type Counts = Readonly<Record<Meter, number>>
/** `name` null: the use had no such value, for example no site. */
export type NamedCounts = Counts & { readonly name: string | null }

export type UsageDetails = {
  readonly by: UseDimension
  /** Days in order; other dimensions by usage, highest first. */
  readonly rows: readonly NamedCounts[]
  readonly total: Counts
}

/** The most rows of a report; the rest is added up in one row. */
const MAX_ROWS = 1_000

const add = (one: Counts, other: Counts): Counts => ({
  scans: one.scans + other.scans,
  validations: one.validations + other.validations,
})
const NOTHING: Counts = { scans: 0, validations: 0 }
const sumOf = (counts: readonly Counts[]): Counts => counts.reduce(add, NOTHING)
const weightOf = ({ scans, validations }: Counts): number => scans + validations

/** The total equals the meters when the days are whole months since daily counting began. */
export const readUsageDetails = async (
  { usage }: { readonly usage: Pick<Store['usage'], 'sumUses'> },
  licenseId: string,
  days: Span,
  by: UseDimension,
): Promise<UsageDetails> => {
  return toDetails(await usage.sumUses([licenseId], days, by), by)
}

const toDetails = (sums: readonly UseSum[], by: UseDimension): UsageDetails => {
  const rows = [...Map.groupBy(sums, (sum) => sum.by)].map(([name, group]): NamedCounts => {
    const used = (meter: Meter) => group.find((sum) => sum.meter === meter)?.used ?? 0
    return {
      name: typeof name === 'number' ? writeDay(name) : name || null,
      scans: used('scans'),
      validations: used('validations'),
    }
  })
  const total = sumOf(rows)
  if (by === 'day') return { by, rows, total }
  const [others, named] = [
    rows.filter(({ name }) => name === OTHER),
    rows.filter(({ name }) => name !== OTHER).toSorted((one, other) => weightOf(other) - weightOf(one)),
  ]
  const rest = sumOf([...others, ...named.slice(MAX_ROWS)])
  const last = weightOf(rest) > 0 ? [{ name: OTHER, ...rest }] : []
  return { by, rows: [...named.slice(0, MAX_ROWS), ...last], total }
}

/** `mediaBytes`: of images that were fetched. */
export type CountsOfMonth = Counts & { readonly mediaBytes: number }

export type LicenseMonth = CountsOfMonth & Pick<MonthOfLicense, 'licenseId' | 'license'>

const toMonth = ({ licenseId, license, used }: MonthOfLicense): LicenseMonth => ({
  ...{ licenseId, license },
  scans: used.scans ?? 0,
  validations: used.validations ?? 0,
  mediaBytes: used[MEDIA_METER] ?? 0,
})

/** The licenses with usage in the month that starts then, by id, starting after `after`. */
export const readMonthOfLicenses = async (
  { usage }: { readonly usage: Pick<Store['usage'], 'listMonth'> },
  page: { readonly startsAt: number; readonly limit: number; readonly after?: string | undefined },
): Promise<LicenseMonth[]> => (await usage.listMonth({ meters: [...METERS, MEDIA_METER], ...page })).map(toMonth)

const BATCH = 1_000

/** All licenses with usage, read in batches. */
export async function* eachMonthOfLicense(
  store: { readonly usage: Pick<Store['usage'], 'listMonth'> },
  startsAt: number,
): AsyncGenerator<LicenseMonth, void> {
  for (let after: string | undefined; ; ) {
    const batch = await readMonthOfLicenses(store, { startsAt, limit: BATCH, after })
    yield* batch
    if (batch.length < BATCH) return
    after = batch.at(-1)?.licenseId
  }
}

/** Licenses per query, so that no query blocks the store for long. */
const LICENSES_AT_A_TIME = 25

/** The combined usage of all licenses in a month. */
export const readUsageOfAll = async (
  store: { readonly usage: Pick<Store['usage'], 'listMonth' | 'sumUses'> },
  { startsAt, endsAt }: Month,
  by: UseDimension,
): Promise<UsageDetails> => {
  const all = new Map<string, UseSum>()
  const addUp = async (licenseIds: readonly string[]) => {
    for (const sum of await store.usage.sumUses(licenseIds, { from: startsAt, before: endsAt }, by)) {
      const key = `${sum.meter}\n${sum.by}`
      all.set(key, { ...sum, used: sum.used + (all.get(key)?.used ?? 0) })
    }
  }
  let some: string[] = []
  for await (const { licenseId } of eachMonthOfLicense(store, startsAt)) {
    some.push(licenseId)
    if (some.length < LICENSES_AT_A_TIME) continue
    await addUp(some)
    some = []
  }
  await addUp(some)
  const sums = [...all.values()]
  return toDetails(by === 'day' ? sums.toSorted((one, other) => Number(one.by) - Number(other.by)) : sums, by)
}

/** `plan` null: deleted licenses. */
export type PlanMonth = CountsOfMonth & { readonly plan: string | null; readonly licenses: number }

/** The same by plan, with each license under its current plan; ordered by name, deleted licenses last. */
export const readMonthOfPlans = async (
  store: { readonly usage: Pick<Store['usage'], 'listMonth'> },
  startsAt: number,
): Promise<PlanMonth[]> => {
  const plans = new Map<string | null, PlanMonth>()
  for await (const { license, scans, validations, mediaBytes } of eachMonthOfLicense(store, startsAt)) {
    const plan = license?.plan ?? null
    const before = plans.get(plan) ?? { plan, licenses: 0, ...NOTHING, mediaBytes: 0 }
    plans.set(plan, {
      ...{ plan, licenses: before.licenses + 1 },
      ...add(before, { scans, validations }),
      mediaBytes: before.mediaBytes + mediaBytes,
    })
  }
  const text = ({ plan }: PlanMonth) => plan ?? '\u{10ffff}'
  return [...plans.values()].toSorted((one, other) => (text(one) < text(other) ? -1 : 1))
}
