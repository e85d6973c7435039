// Derives costs from what was measured: straight lines through the sizes of a settle, and an event loop's time per scan
// without its share of the settles.

import type { Costs } from './costs.ts'
import { COLD, SETTLE, STORE, WARM } from './measured.ts'

type Point = { readonly x: number; readonly y: number }

/** The line with the least squares. */
export const fitLine = (points: readonly Point[]): { readonly fixed: number; readonly each: number } => {
  const n = points.length
  const sum = (of: (point: Point) => number) => points.reduce((total, point) => total + of(point), 0)
  const [x, y] = [sum((point) => point.x) / n, sum((point) => point.y) / n]
  const each = sum((point) => (point.x - x) * (point.y - y)) / sum((point) => (point.x - x) ** 2)
  return { fixed: y - each * x, each }
}

const lineOf = <T extends { readonly licenses: number }>(sizes: readonly T[], of: (size: T) => number) =>
  fitLine(sizes.map((size) => ({ x: size.licenses, y: of(size) })))

// The event loop's time per scan includes its share of the settle: a line over the settles per scan.
const perScan = fitLine(WARM.postgres.map((run) => ({ x: 1 / run.scansPerSettle, y: run.loopMicros / 1_000 })))

/** The times of two backends with 16 callers, minus one caller, by the doublings of the waiting callers. */
const HAND_OVER_MS = 0.033

const shared = {
  scanMs: perScan.fixed,
  settleLoopMs: perScan.each,
  handOverMs: HAND_OVER_MS,
  flushMs: STORE.flushMs,
  lookForChangesMs: STORE.lookForChanges.serverMs,
  findPageMs: STORE.findPage.serverMs,
  putPageMs: STORE.putPage.serverMs,
  leaseMs: STORE.turn.serverMs,
}

const server = lineOf(SETTLE.postgres, ({ serverMs }) => serverMs)
export const POSTGRES_COSTS: Costs = {
  ...shared,
  coldLoopMs: COLD.postgres.loopMs,
  coldReadMs: COLD.postgres.readMs,
  settleMs: server.fixed,
  licenseMs: server.each,
}

const thread = lineOf(SETTLE.sqlite, ({ wallMs }) => wallMs)
export const SQLITE_COSTS: Costs = {
  ...shared,
  coldLoopMs: COLD.sqlite.loopMs,
  coldReadMs: COLD.sqlite.readMs,
  // A message to the thread and back costs the event loop less than PostgreSQL's protocol.
  settleLoopMs: SETTLE.sqlite[0].replicaMs / 2,
  settleMs: thread.fixed,
  licenseMs: thread.each,
}
