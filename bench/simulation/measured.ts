// What was measured, on a virtual machine with 2 cores of an Intel Xeon (model 167) and an ext4 disk, Node 26.10, PostgreSQL
// 18.4 and the load on the same machine. Other programs ran besides: with all of it the processors were used at 72 to
// 99 %, so that times by the clock are longer than on a quiet machine, and their tails much longer. Processor times hardly are.
// Written down by hand from: node bench/measure-settle.ts, node bench/measure-replica.ts, node bench/measure-store.ts.

/** `wallMs` by the clock; processor time of the replica and of PostgreSQL. By licenses in the settle. */
export const SETTLE = {
  sqlite: [
    { licenses: 1, wallMs: 0.192, replicaMs: 0.13, serverMs: 0 },
    { licenses: 10, wallMs: 0.35, replicaMs: 0.274, serverMs: 0 },
    { licenses: 50, wallMs: 0.897, replicaMs: 0.802, serverMs: 0 },
    { licenses: 100, wallMs: 1.504, replicaMs: 1.375, serverMs: 0 },
  ],
  postgres: [
    { licenses: 1, wallMs: 0.569, replicaMs: 0.205, serverMs: 0.238 },
    { licenses: 10, wallMs: 0.803, replicaMs: 0.252, serverMs: 0.571 },
    { licenses: 50, wallMs: 1.816, replicaMs: 0.448, serverMs: 1.548 },
    { licenses: 100, wallMs: 3.138, replicaMs: 0.718, serverMs: 2.429 },
  ],
} as const

/** Settles a second with so many under way at once: of ten licenses each, and all of one license. */
export const AT_ONCE = [
  { atOnce: 1, spread: 1_254, hot: 2_097 },
  { atOnce: 2, spread: 1_200, hot: 1_841 },
  { atOnce: 4, spread: 1_453, hot: 2_005 },
  { atOnce: 8, spread: 2_485, hot: 1_902 },
  { atOnce: 16, spread: 2_654, hot: 1_733 },
] as const

/** Warm scans of one license, from wrk with so many connections. Micros are of processor time for each scan. */
export const WARM = {
  sqlite: [
    { connections: 8, scansPerSecond: 11_466, p50Ms: 0.6, p99Ms: 21.39, loopMicros: 56.57 },
    { connections: 64, scansPerSecond: 21_981, p50Ms: 2.44, p99Ms: 36.02, loopMicros: 36.1 },
    { connections: 256, scansPerSecond: 17_922, p50Ms: 11.99, p99Ms: 32.85, loopMicros: 35.58 },
  ],
  postgres: [
    { connections: 8, scansPerSecond: 4_417, p50Ms: 1.45, p99Ms: 15.92, loopMicros: 98.68, scansPerSettle: 4.31 },
    { connections: 64, scansPerSecond: 19_197, p50Ms: 2.91, p99Ms: 11.39, loopMicros: 43.52, scansPerSettle: 22.99 },
    { connections: 256, scansPerSecond: 21_674, p50Ms: 9.93, p99Ms: 37.94, loopMicros: 38.18, scansPerSettle: 87.35 },
  ],
} as const

/** Cold scans of a blog's feed of twenty articles of five kilobytes that its server answers at once, one after another; on
 * another machine than the rest (an AMD EPYC with 2 cores, of which other programs used a tenth). `readMs`: of the thread that
 * reads; the rest of the process, V8's own threads above all, takes 6 to 8 ms besides. */
export const COLD = {
  sqlite: { wallMs: 26.6, loopMs: 7.4, readMs: 12.8 },
  postgres: { wallMs: 27.3, loopMs: 7.7, readMs: 12.3, databaseMs: 2.5 },
} as const

/** PostgreSQL, each alone. */
export const STORE = {
  lookForChanges: { wallMs: 0.24, serverMs: 0.125 },
  putPage: { wallMs: 0.568, serverMs: 0.4 },
  findPage: { wallMs: 0.177, serverMs: 0.075 },
  turn: { wallMs: 0.247, serverMs: 0.125 },
  flushMs: 0.183,
  /** Deleting 200,000 windows of a minute, and summing up 200,000 held pages, in all their statements. */
  sweepWindowsMs: 594,
  sumPagesMs: 143,
  logBytesForLicense: 313,
} as const
