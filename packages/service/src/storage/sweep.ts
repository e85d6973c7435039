// Deletes records that no response can need any more. What one sweep misses, the next one finds. One process sweeps in
// any ten minutes, and no statement reads more than a bounded number of rows.
//
// The size of the page cache is summed up each time, newest pages first, until the limit is reached. That takes a
// second or two for three million pages. A stored total would be a row that every write waits for, and it would have to
// survive crashes; the estimates of the databases can be out of date.

import { ANSWER_KEPT_MS, type Span, type Store, type Swept } from './store.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** How often each process tries to get the sweep lease. */
export const SWEEP_INTERVAL_MS = 10 * MINUTE_MS
/** The lease is never released, so that no other process sweeps meanwhile. It is shorter than the interval: the same
 * process may get it again. */
const LEASE_MS = 9 * MINUTE_MS
/** No page can have this key: pages use hashes, which are longer. */
const LEASE_KEY = Buffer.from('sweep')

/** How long the last state of a platform's budget can be read. */
const BUDGET_KEPT_MS = 7 * DAY_MS
/** How long deliveries can be listed and sent again. */
export const DELIVERY_KEPT_MS = 30 * DAY_MS
/** Events are kept longer, because `onceKey` prevents duplicates: a month's quota is reported once. */
const EVENT_KEPT_MS = 62 * DAY_MS
/** A ticket is good for ten minutes. Its result can be read a little longer, and within an hour nothing is left. */
const TICKET_KEPT_MS = 45 * MINUTE_MS
/** Meters that count units of platforms, not usage of licenses. */
const UNITS_PREFIX = 'units:'
/** The longest window of units: a month that starts at any time, plus a day for time zones. */
const LONGEST_UNITS_MS = 32 * DAY_MS

/** Rows per statement. A page costs more than an index entry: it spans several blocks. */
const SWEEP_LIMITS = { weighed: 10_000, rows: 5_000, pages: 250 } as const

export type SweepOptions = {
  readonly store: {
    readonly usage: Pick<Store['usage'], 'listMeters' | 'sweep' | 'sweepUses'>
    readonly grants: Pick<Store['grants'], 'sweep'>
    readonly audit: Pick<Store['audit'], 'sweep'>
    readonly responses: Pick<Store['responses'], 'sweep'>
    readonly changes: Pick<Store['changes'], 'sweep'>
    readonly budgets: Pick<Store['budgets'], 'sweep'>
    readonly connectTickets: Pick<Store['connectTickets'], 'sweep'>
    readonly distinctUses: Pick<Store['distinctUses'], 'sweep'>
    readonly goneProfiles: Pick<Store['goneProfiles'], 'sweep'>
    readonly webhookEvents: Pick<Store['webhookEvents'], 'sweep'>
    readonly deliveries: Pick<Store['deliveries'], 'sweep'>
    readonly pages: Pick<Store['pages'], 'claim' | 'sweepLeases' | 'weigh' | 'sweep'>
  }
  readonly now: () => number
  /** Meters with short windows, and how long a window is kept after its start. */
  readonly shortMeters: readonly { readonly meter: string; readonly keptMs: number }[]
  /** The length of a window of a meter for units, if known; otherwise a month is assumed. */
  readonly unitWindowMs?: (meter: string) => number | undefined
  /** How long audit entries are kept. */
  readonly auditKeptMs: number
  /** How long daily usage is kept; monthly usage is never deleted. */
  readonly usesKeptMs: number
  readonly cachedPageMs: number
  readonly maxPageBytes: number
  /** Rows per statement; smaller in tests. */
  readonly limits?: { readonly weighed: number; readonly rows: number; readonly pages: number }
}

/** Runs one sweep; false when another process has the lease. Rejects with the first failure. */
export const sweepStore = async (options: SweepOptions): Promise<boolean> => {
  const {
    store,
    now,
    shortMeters,
    unitWindowMs,
    auditKeptMs,
    usesKeptMs,
    cachedPageMs,
    maxPageBytes,
    limits = SWEEP_LIMITS,
  } = options
  const {
    usage,
    grants,
    audit,
    responses,
    changes,
    budgets,
    connectTickets,
    distinctUses,
    goneProfiles,
    webhookEvents,
    deliveries,
    pages,
  } = store
  const startedAt = now()
  const until = startedAt + LEASE_MS
  if (!(await pages.claim(LEASE_KEY, { owner: 'sweep', now: startedAt, until }))) return false

  /** Works in steps, each from the end of the previous one: deleted rows stay in an index while an older snapshot may
   * see them, and would be read again each time. */
  const sweepUpTo = async (before: number, drop: (span: Span) => Promise<Swept | undefined>): Promise<void> => {
    let from = 0
    while (now() < until) {
      const swept = await drop({ from, before })
      if (swept === undefined) return
      from = swept.upTo
    }
  }
  const sweepWindows = (meter: string, before: number) =>
    sweepUpTo(before, (started) => usage.sweep(meter, started, limits.rows))
  for (const { meter, keptMs } of shortMeters) await sweepWindows(meter, startedAt - keptMs)
  for (const meter of await usage.listMeters(UNITS_PREFIX)) {
    const lengthMs = unitWindowMs?.(meter) ?? LONGEST_UNITS_MS
    await sweepWindows(meter, startedAt - lengthMs - 10 * MINUTE_MS)
  }
  await sweepUpTo(startedAt - usesKeptMs, (days) => usage.sweepUses(days, limits.rows))
  // A token lives for an hour, so an older grant is not needed.
  await sweepUpTo(startedAt - 2 * HOUR_MS, (issued) => grants.sweep(issued, limits.rows))
  await sweepUpTo(startedAt - TICKET_KEPT_MS, (created) => connectTickets.sweep(created, limits.rows))
  await sweepUpTo(startedAt - auditKeptMs, (written) => audit.sweep(written, limits.rows))
  await sweepUpTo(startedAt - ANSWER_KEPT_MS, (given) => responses.sweep(given, limits.rows))
  // Bounded without steps: operators make few changes, and few budgets and profiles end.
  await changes.sweep(startedAt - DAY_MS)
  await budgets.sweep(startedAt - BUDGET_KEPT_MS)
  await distinctUses.sweep(startedAt - LONGEST_UNITS_MS)
  await sweepUpTo(startedAt - DELIVERY_KEPT_MS, (made) => deliveries.sweep(made, limits.rows))
  await sweepUpTo(startedAt - EVENT_KEPT_MS, (happened) => webhookEvents.sweep(happened, limits.rows))
  await pages.sweepLeases(startedAt - HOUR_MS)
  const dropPages = (fetched: Span) => pages.sweep(fetched, limits.pages)
  await sweepUpTo(startedAt - cachedPageMs, dropPages)
  // Pages fetched before then are never served again.
  await goneProfiles.sweep(startedAt - cachedPageMs)
  await sweepUpTo(await findFirstThatFits(pages, maxPageBytes, limits.weighed), dropPages)
  return true
}

/** The time from which on all pages together fit into the limit. */
const findFirstThatFits = async (
  pages: Pick<Store['pages'], 'weigh'>,
  maxBytes: number,
  mostAtOnce: number,
): Promise<number> => {
  let freeBytes = maxBytes
  let fitsFrom = Number.MAX_SAFE_INTEGER
  let most = mostAtOnce
  for (;;) {
    const part = await pages.weigh(fitsFrom, most)
    if (part === undefined) return 0
    if (part.bytes <= freeBytes) {
      freeBytes -= part.bytes
      fitsFrom = part.since
    } else if (most > 1) {
      // The limit lies inside this part: continue in smaller steps, down to a single page.
      most = Math.ceil(most / 10)
    } else return fitsFrom
  }
}
