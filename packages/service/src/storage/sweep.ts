// Clears away what no answer can need any more. What it misses it finds the next time. Of all processes one does it in any
// ten minutes, and no statement of it looks at more than a bounded number of rows, however many there are.
//
// How much is held is summed up anew each time, newest first, until the limit is reached: so many entries of an index at a
// time, and a second or two for three million pages. A running total would be a row that every page has to wait for, and it
// would have to be right after crashes, too; the databases' own estimates are as old as their last look.

import { ANSWER_KEPT_MS, type Span, type Store, type Swept } from './store.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** How often each process asks for the turn to sweep. */
export const SWEEP_INTERVAL_MS = 10 * MINUTE_MS
/** Nobody gives the turn back, so that nobody else begins meanwhile. Shorter than the interval: who had it may have it again. */
const TURN_MS = 9 * MINUTE_MS
/** Pages have the hashes of their names as keys, which are longer. */
const TURN_KEY = Buffer.from('sweep')

/** What a platform's budget was may be looked at for so long. */
const BUDGET_KEPT_MS = 7 * DAY_MS
/** What was sent to webhooks can be looked at, and sent again, for so long. */
export const DELIVERY_KEPT_MS = 30 * DAY_MS
/** That it was told of is known for longer: a month's quota is told of once. */
const EVENT_KEPT_MS = 62 * DAY_MS
/** Counts of platforms' units, which no license is charged. */
const UNITS_PREFIX = 'units:'
/** The longest window of units: a month that begins at any instant, and a day for the zones. */
const LONGEST_UNITS_MS = 32 * DAY_MS

/** Rows that one statement looks at or drops. A page takes more than an index entry: it lies in several blocks. */
const SWEEP_LIMITS = { weighed: 10_000, rows: 5_000, pages: 250 } as const

export type SweepOptions = {
  readonly store: {
    readonly usage: Pick<Store['usage'], 'listMeters' | 'sweep' | 'sweepUses'>
    readonly grants: Pick<Store['grants'], 'sweep'>
    readonly audit: Pick<Store['audit'], 'sweep'>
    readonly answers: Pick<Store['answers'], 'sweep'>
    readonly changes: Pick<Store['changes'], 'sweep'>
    readonly budgets: Pick<Store['budgets'], 'sweep'>
    readonly goneProfiles: Pick<Store['goneProfiles'], 'sweep'>
    readonly webhookEvents: Pick<Store['webhookEvents'], 'sweep'>
    readonly deliveries: Pick<Store['deliveries'], 'sweep'>
    readonly pages: Pick<Store['pages'], 'claim' | 'sweepTurns' | 'weigh' | 'sweep'>
  }
  readonly now: () => number
  /** Meters whose windows are short, and how long a window that began is kept. */
  readonly shortMeters: readonly { readonly meter: string; readonly keptMs: number }[]
  /** The length of a window of the meter that counts a platform's units, where it is known; else it may be a month. */
  readonly unitWindowMs?: (meter: string) => number | undefined
  /** How long the audit trail is kept. */
  readonly auditKeptMs: number
  /** How long it is kept what a license used by the day; the months stay. */
  readonly usesKeptMs: number
  readonly cachedPageMs: number
  readonly maxPageBytes: number
  /** Most rows of a statement, where a test wants fewer. */
  readonly limits?: { readonly weighed: number; readonly rows: number; readonly pages: number }
}

/** One round; false where it is another process's turn. Rejects with the first thing that failed. */
export const sweepStore = async (options: SweepOptions): Promise<boolean> => {
  const {
    store,
    now,
    shortMeters,
    unitWindowMs,
    auditKeptMs,
    usesKeptMs,
    cachedPageMs: heldPageMs,
    maxPageBytes,
    limits = SWEEP_LIMITS,
  } = options
  const { usage, grants, audit, answers, changes, budgets, goneProfiles, webhookEvents, deliveries, pages } = store
  const startedAt = now()
  const until = startedAt + TURN_MS
  if (!(await pages.claim(TURN_KEY, { owner: 'sweep', now: startedAt, until }))) return false

  /** Step by step, each from where the one before ended: what was dropped stays in an index for as long as anybody may
   * still see it, and would be passed over again and again. */
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
  // A token lives for an hour; the grant behind it needs to be no older.
  await sweepUpTo(startedAt - 2 * HOUR_MS, (issued) => grants.sweep(issued, limits.rows))
  await sweepUpTo(startedAt - auditKeptMs, (written) => audit.sweep(written, limits.rows))
  await sweepUpTo(startedAt - ANSWER_KEPT_MS, (given) => answers.sweep(given, limits.rows))
  // Operators make changes, budgets end and profiles go: there are never many.
  await changes.sweep(startedAt - DAY_MS)
  await budgets.sweep(startedAt - BUDGET_KEPT_MS)
  await sweepUpTo(startedAt - DELIVERY_KEPT_MS, (made) => deliveries.sweep(made, limits.rows))
  await sweepUpTo(startedAt - EVENT_KEPT_MS, (happened) => webhookEvents.sweep(happened, limits.rows))
  await pages.sweepTurns(startedAt - HOUR_MS)
  const dropPages = (fetched: Span) => pages.sweep(fetched, limits.pages)
  await sweepUpTo(startedAt - heldPageMs, dropPages)
  // No page that was fetched before then may be served any more.
  await goneProfiles.sweep(startedAt - heldPageMs)
  await sweepUpTo(await findFirstThatFits(pages, maxPageBytes, limits.weighed), dropPages)
  return true
}

/** The instant from which on all pages together have room. */
const findFirstThatFits = async (
  pages: Pick<Store['pages'], 'weigh'>,
  maxBytes: number,
  mostAtOnce: number,
): Promise<number> => {
  let room = maxBytes
  let fitsFrom = Number.MAX_SAFE_INTEGER
  let most = mostAtOnce
  for (;;) {
    const part = await pages.weigh(fitsFrom, most)
    if (part === undefined) return 0
    if (part.bytes <= room) {
      room -= part.bytes
      fitsFrom = part.since
    } else if (most > 1) {
      // Somewhere in here it ends: on in smaller steps, to the page.
      most = Math.ceil(most / 10)
    } else return fitsFrom
  }
}
