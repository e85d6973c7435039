// The costs in the simulation; measured.ts provides the values.

export type Costs = {
  /** Event loop, per warm scan. */
  readonly scanMs: number
  /** Event loop, per page that is fetched, parsed and stored. */
  readonly coldLoopMs: number
  /** The parsing thread. */
  readonly coldReadMs: number
  /** Event loop, per settle, independent of its size. */
  readonly settleLoopMs: number
  /** Processor of the store, per settle and per license in it. SQLite's includes its flush. */
  readonly settleMs: number
  readonly licenseMs: number
  /** PostgreSQL's processor. */
  readonly lookForChangesMs: number
  readonly findPageMs: number
  readonly putPageMs: number
  readonly leaseMs: number
  /** A flush of the disk. */
  readonly flushMs: number
  /** The time to hand a row over, for every doubling of the waiting transactions. */
  readonly handOverMs: number
}
