// Counts charged units by day and use, in the transaction that charges them. Each use has a row; beyond the limit per
// license, meter and day, further uses share one row.

import type { Database } from 'better-sqlite3'
import { type Charge, type Decision, MAX_USES_A_DAY, OTHER, type Refund, type Use } from '../store.ts'

/** The columns of the primary key, in order. */
type Key = readonly [day: number, licenseId: string, meter: string, platform: string, endpoint: string, site: string]
type Sum = { readonly key: Key; units: number }

const asOther = ([day, licenseId, meter]: Key): Key => [day, licenseId, meter, OTHER, OTHER, OTHER]
const isOther = ([, , , , endpoint]: Key): boolean => endpoint === OTHER

export const createCountUses = (db: Database) => {
  const where = 'where day = ? and license_id = ? and meter = ? and platform = ? and endpoint = ? and site = ?'
  const add = db.prepare<[number, ...Key, number]>(`update daily_usage set used = used + ? ${where} and used + ? > 0`)
  const read = db.prepare<[...Key], { used: number }>(`select used from daily_usage ${where}`)
  const drop = db.prepare<[...Key]>(`delete from daily_usage ${where}`)
  const insert = db.prepare<[...Key, number]>(`
    insert into daily_usage (day, license_id, meter, platform, endpoint, site, used) values (?, ?, ?, ?, ?, ?, ?)`)
  const countNamed = db.prepare<[number, string, string], { uses: number }>(`
    select count(*) as uses from daily_usage
    where day = ? and license_id = ? and meter = ? and endpoint <> '${OTHER}'`)

  const isBelowLimit = ([day, licenseId, meter]: Key): boolean =>
    (countNamed.get(day, licenseId, meter)?.uses ?? 0) < MAX_USES_A_DAY

  const count = (key: Key, units: number): void => {
    if (add.run(units, ...key, units).changes === 1) return
    if (units > 0) {
      if (isOther(key) || isBelowLimit(key)) insert.run(...key, units)
      else count(asOther(key), units)
      return
    }
    // The row has no more than is refunded. The rest was counted under OTHER, before the use had a row.
    const rest = units + (read.get(...key)?.used ?? 0)
    drop.run(...key)
    if (rest < 0 && !isOther(key)) count(asOther(key), rest)
  }

  return (charges: readonly Charge[], decisions: readonly Decision[], refunds: readonly Refund[]): void => {
    for (const { key, units } of sumUses(charges, decisions, refunds)) if (units !== 0) count(key, units)
  }
}

/** Sums up charges and refunds per use. */
const sumUses = (
  charges: readonly Charge[],
  decisions: readonly Decision[],
  refunds: readonly Refund[],
): Iterable<Sum> => {
  const sums = new Map<string, Sum>()
  const touch = (licenseId: string, meter: string, { day, platform, endpoint, site }: Use, units: number) => {
    const text = `${licenseId}\n${meter}\n${day}\n${platform}\n${endpoint}\n${site}`
    const sum = sums.get(text)
    if (sum) sum.units += units
    else sums.set(text, { key: [day, licenseId, meter, platform, endpoint, site], units })
  }
  for (const { licenseId, meter, use, count } of refunds) if (use) touch(licenseId, meter, use, -count)
  for (const [at, { licenseId, windows, uses = [] }] of charges.entries()) {
    const [window] = windows
    let left = decisions[at]?.admitted ?? 0
    if (window === undefined) continue
    for (const use of uses) {
      const units = Math.min(use.count, left)
      left -= units
      touch(licenseId, window.meter, use, units)
    }
  }
  return sums.values()
}
