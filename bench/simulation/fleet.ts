// Runs a load over replicas and their stores, and reports the results: how many scans got a response, how long they
// took, and how busy each part was. Counts from the end of the warm-up to the end of the load. Scans in flight at the
// end still get a response, so that slow ones are included.

import type { EventQueue } from './event-queue.ts'
import type { Outcome } from './page-outcomes.ts'
import { exponential, type Random } from './random.ts'
import type { Replica, Scan } from './replica.ts'
import { busiest, type SimulatedStore, type Usage } from './store.ts'

export type Load = {
  /** Scans a second that arrive at random, or a number of clients that each send the next scan after a response. */
  readonly arrivals: { readonly perSecond: number } | { readonly clients: number }
  readonly warmUpMs: number
  readonly measureMs: number
}

export type Fleet = {
  readonly queue: EventQueue
  readonly random: Random
  readonly replicas: readonly Replica[]
  readonly stores: readonly SimulatedStore[]
  readonly nextScan: () => Scan
  readonly replicaOf: (scan: Scan) => Replica | undefined
}

export type Figures = {
  readonly requested: number
  readonly answered: number
  readonly refused: number
  /** Scans that arrived during the measurement, by the outcome of their page. */
  readonly outcomes: Readonly<Record<Outcome, number>>
  readonly answeredMeanwhile: number
  /** Responses during the measurement. */
  readonly scansPerSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly settlesPerSecond: number
  /** Shares from 0 to 1 of each part, the busiest of its kind. */
  readonly usage: Usage
}

export const runFleet = (fleet: Fleet, { arrivals, warmUpMs, measureMs }: Load): Figures => {
  const { queue, random, replicas, stores, nextScan, replicaOf } = fleet
  const endMs = warmUpMs + measureMs
  const times: number[] = []
  const outcomes: Record<Outcome, number> = { memory: 0, store: 0, behind: 0, upstream: 0 }
  let requested = 0
  let answered = 0
  let refused = 0
  let answeredMeanwhile = 0

  const send = (then?: () => void) => {
    const requestedAt = queue.now()
    requested += 1
    const scan = nextScan()
    if (requestedAt >= warmUpMs) outcomes[scan.outcome] += 1
    const isTaken = replicaOf(scan)?.accept(scan, () => {
      answered += 1
      if (queue.now() >= warmUpMs && queue.now() < endMs) answeredMeanwhile += 1
      if (requestedAt >= warmUpMs) times.push(queue.now() - requestedAt)
      then?.()
    })
    if (!isTaken) refused += 1
  }
  if ('clients' in arrivals) {
    const requestOn = () => {
      if (queue.now() < endMs) send(requestOn)
    }
    for (let client = 0; client < arrivals.clients; client += 1) requestOn()
  } else {
    const arrive = () => {
      if (queue.now() >= endMs) return
      send()
      queue.after(exponential(random, 1_000 / arrivals.perSecond), arrive)
    }
    queue.after(exponential(random, 1_000 / arrivals.perSecond), arrive)
  }

  const read = (): { usage: Usage; settles: number } => ({
    usage: {
      'event loop': Math.max(...replicas.map(({ loop }) => loop.busyMs())),
      'parsing thread': Math.max(...replicas.map(({ reader }) => reader.busyMs())),
      ...busiest(stores),
    },
    settles: replicas.reduce((sum, replica) => sum + replica.settles(), 0),
  })
  queue.run(warmUpMs)
  const before = read()
  queue.run(endMs)
  const after = read()
  queue.run()

  const sorted = Float64Array.from(times).sort()
  return {
    requested,
    answered,
    refused,
    outcomes,
    answeredMeanwhile,
    scansPerSecond: (1_000 * answeredMeanwhile) / measureMs,
    p50Ms: sorted[Math.floor(sorted.length * 0.5)] ?? Number.NaN,
    p99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN,
    settlesPerSecond: (1_000 * (after.settles - before.settles)) / measureMs,
    usage: Object.fromEntries(
      Object.entries(after.usage).map(([part, ms]) => [part, (ms - (before.usage[part] ?? 0)) / measureMs]),
    ),
  }
}

/** A connection may be busy while it waits for something else, and a flush serves any number of commits: neither is a
 * part that saturates first. */
const PARTS = ['event loop', 'parsing thread', 'store thread', 'database cores', 'hottest row'] as const
const BUSY = 0.9

/** The part that saturates first when the load grows. */
export const busiestPart = ({ usage }: Figures): string => {
  const busiest = PARTS.reduce((most, part) => ((usage[part] ?? 0) > (usage[most] ?? 0) ? part : most), PARTS[0])
  const ofConnections = usage.connections ?? 0
  return ofConnections > BUSY && (usage[busiest] ?? 0) < BUSY ? 'connections' : busiest
}
