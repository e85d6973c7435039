// Decides charges: one conditional statement per window says yes or no, and everything that arrived together is one
// transaction, so that one flush to the disk serves them all. What a statement wrote is read again rather than returned by it:
// for what it returns SQLite makes a database in memory each time, of 90 KB that come from the system and go back to it.

import type { Database } from 'better-sqlite3'
import type { Charge, Decision, Refund, UsageWindow } from '../store.ts'
import { createCountUses } from './count-uses.ts'

/** SQLite's largest integer stands for "no limit", so that one statement serves both. */
const NO_LIMIT = 2n ** 63n - 1n

type Taking = { licenseId: string; meter: string; startsAt: number; count: number; limit: number | bigint }

export const createSettle = (db: Database) => {
  const take = db.prepare<[Taking]>(`
    insert into usage (license_id, meter, starts_at, used)
    select @licenseId, @meter, @startsAt, @count where @count <= @limit
    on conflict do update set used = used + @count where used + @count <= @limit`)
  const read = db.prepare<[string, string, number], { used: number }>(
    'select used from usage where license_id = ? and meter = ? and starts_at = ?',
  )
  const giveBack = db.prepare<[number, string, string, number]>(
    'update usage set used = max(0, used - ?) where license_id = ? and meter = ? and starts_at = ?',
  )

  const countUses = createCountUses(db)

  const usedOf = (licenseId: string, { meter, startsAt }: UsageWindow) =>
    read.get(licenseId, meter, startsAt)?.used ?? 0

  /** All windows or none. */
  const takeAll = (licenseId: string, windows: readonly UsageWindow[], count: number): number[] | undefined => {
    const used: number[] = []
    for (const window of windows) {
      const { meter, startsAt, limit } = window
      const { changes } = take.run({ licenseId, meter, startsAt, count, limit: limit ?? NO_LIMIT })
      if (changes === 0) {
        for (const done of windows.slice(0, used.length)) giveBack.run(count, licenseId, done.meter, done.startsAt)
        return undefined
      }
      used.push(usedOf(licenseId, window))
    }
    return used
  }

  const decide = ({ licenseId, windows, count }: Charge): Decision => {
    const whole = takeAll(licenseId, windows, count)
    if (whole) return { admitted: count, used: whole }
    // Not all of them fit: as many as the fullest window has room for, decided by the same statement.
    const room = windows.map((window) => (window.limit === null ? count : window.limit - usedOf(licenseId, window)))
    const fits = Math.max(0, Math.min(count, ...room))
    const part = fits > 0 ? takeAll(licenseId, windows, fits) : undefined
    return part
      ? { admitted: fits, used: part }
      : { admitted: 0, used: windows.map((window) => usedOf(licenseId, window)) }
  }

  const settle = db.transaction((charges: readonly Charge[], refunds: readonly Refund[]): Decision[] => {
    // Refunds first: what one request gives back, another of the same moment may have.
    for (const { licenseId, meter, startsAt, count } of refunds) giveBack.run(count, licenseId, meter, startsAt)
    const decisions = charges.map(decide)
    countUses(charges, decisions, refunds)
    return decisions
  })
  // Its first statement writes, so that it waits for other processes like one that begins with the lock; but that lock
  // would be on the cache's file, too, and hold up those who put pages there.
  return settle.deferred
}
