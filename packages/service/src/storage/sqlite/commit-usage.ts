// Commits usage in SQLite: one conditional statement per window decides, and everything that arrived together is one
// transaction with one flush to disk. Counts are read in a second statement: for RETURNING, SQLite creates an in-memory
// database of 90 KB each time.

import type { Database } from 'better-sqlite3'
import type { Charge, Decision, Refund, UsageWindow } from '../store.ts'
import { createCountUses } from './count-uses.ts'

/** SQLite's largest integer means "no limit", so that one statement serves both cases. */
const NO_LIMIT = 2n ** 63n - 1n

type Taking = { licenseId: string; meter: string; startsAt: number; count: number; limit: number | bigint }

export const createUsageCommit = (db: Database) => {
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

  /** Charges all windows or none. */
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
    // Not everything fits: admit what the fullest window has left, decided by the same statement.
    const free = windows.map((window) => (window.limit === null ? count : window.limit - usedOf(licenseId, window)))
    const fits = Math.max(0, Math.min(count, ...free))
    const part = fits > 0 ? takeAll(licenseId, windows, fits) : undefined
    return part
      ? { admitted: fits, used: part }
      : { admitted: 0, used: windows.map((window) => usedOf(licenseId, window)) }
  }

  const commit = db.transaction((charges: readonly Charge[], refunds: readonly Refund[]): Decision[] => {
    // Refunds first, so that charges of the same batch can use what they free.
    for (const { licenseId, meter, startsAt, count } of refunds) giveBack.run(count, licenseId, meter, startsAt)
    const decisions = charges.map(decide)
    countUses(charges, decisions, refunds)
    return decisions
  })
  // Deferred: the first statement writes, so the transaction waits for other processes like an immediate one. An
  // immediate transaction would also lock the cache file, and block writers of pages.
  return commit.deferred
}
