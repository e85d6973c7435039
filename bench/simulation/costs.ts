// What things cost in the simulation; measured.ts fills it in.

export type Costs = {
  /** Event loop, for each warm scan. */
  readonly scanMs: number
  /** Event loop, for a page that is fetched, read and put. */
  readonly coldLoopMs: number
  /** The thread that reads it. */
  readonly coldReadMs: number
  /** Event loop, for each settle, whatever is in it. */
  readonly settleLoopMs: number
  /** Processor of the store, for each settle and each license in it. SQLite's flush is part of its own. */
  readonly settleMs: number
  readonly licenseMs: number
  /** PostgreSQL's processor. */
  readonly lookForChangesMs: number
  readonly findPageMs: number
  readonly putPageMs: number
  readonly turnMs: number
  /** A flush of the disk. */
  readonly flushMs: number
  /** What a row stands still between two holders, for every doubling of those who wait. */
  readonly handOverMs: number
}
