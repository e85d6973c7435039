// What was measured, on a virtual machine with 2 cores of an AMD EPYC and an ext4 disk, Node 26.10, PostgreSQL 18.4 and the load
// on the same machine, of whose processors 52 to 70 % were used, all programs together. By the clock figures differed up to
// twofold between runs, processor times by about a quarter.
// Written down by hand from: node bench/measure-settle.ts, node bench/measure-replica.ts, node bench/measure-store.ts.

/** `wallMs` by the clock; processor time of the replica and of PostgreSQL. By licenses in the settle. */
export const SETTLE = {
  sqlite: [
    { licenses: 1, wallMs: 0.415, replicaMs: 0.323, serverMs: 0 },
    { licenses: 10, wallMs: 0.833, replicaMs: 0.71, serverMs: 0 },
    { licenses: 50, wallMs: 2.142, replicaMs: 2.096, serverMs: 0 },
    { licenses: 100, wallMs: 3.995, replicaMs: 3.694, serverMs: 0 },
  ],
  postgres: [
    { licenses: 1, wallMs: 0.813, replicaMs: 0.257, serverMs: 0.571 },
    { licenses: 10, wallMs: 1.49, replicaMs: 0.442, serverMs: 1.143 },
    { licenses: 50, wallMs: 5.191, replicaMs: 1.136, serverMs: 4.048 },
    { licenses: 100, wallMs: 9.137, replicaMs: 1.606, serverMs: 7.357 },
  ],
} as const

/** Settles a second with so many under way at once: of ten licenses each, and all of one license. */
export const AT_ONCE = [
  { atOnce: 1, spread: 595, hot: 1_186 },
  { atOnce: 2, spread: 1_045, hot: 1_679 },
  { atOnce: 4, spread: 1_032, hot: 1_297 },
  { atOnce: 8, spread: 1_159, hot: 1_435 },
  { atOnce: 16, spread: 1_202, hot: 1_068 },
] as const

/** Warm scans of one license, from wrk with so many connections. Micros are of processor time for each scan. */
export const WARM = {
  sqlite: [
    { connections: 8, scansPerSecond: 5_263, p50Ms: 1.32, p99Ms: 6.6, loopMicros: 127 },
    { connections: 64, scansPerSecond: 14_254, p50Ms: 3.69, p99Ms: 21.8, loopMicros: 54.7 },
    { connections: 256, scansPerSecond: 14_147, p50Ms: 16.74, p99Ms: 26.3, loopMicros: 63.4 },
  ],
  postgres: [
    { connections: 8, scansPerSecond: 3_009, p50Ms: 2.45, p99Ms: 11.56, loopMicros: 194.8, scansPerSettle: 4.89 },
    { connections: 64, scansPerSecond: 10_106, p50Ms: 5.86, p99Ms: 14.27, loopMicros: 77.8, scansPerSettle: 26.36 },
    { connections: 256, scansPerSecond: 13_482, p50Ms: 18.87, p99Ms: 35.5, loopMicros: 70.4, scansPerSettle: 88.7 },
  ],
} as const

/** Cold scans of a blog's feed of twenty articles of five kilobytes that its server answers at once, one after another.
 * `readMs`: of the thread that reads; the rest of the process, V8's own threads above all, takes 6 ms besides. */
export const COLD = {
  sqlite: { wallMs: 22.1, loopMs: 5.7, readMs: 10.5 },
  postgres: { wallMs: 23.4, loopMs: 6.1, readMs: 10.7, databaseMs: 2.5 },
} as const

/** PostgreSQL, each alone. */
export const STORE = {
  lookForChanges: { wallMs: 0.478, serverMs: 0.175 },
  putPage: { wallMs: 0.34, serverMs: 0.175 },
  findPage: { wallMs: 0.328, serverMs: 0.175 },
  turn: { wallMs: 0.478, serverMs: 0.175 },
  flushMs: 0.189,
  /** Deleting 200,000 windows of a minute, and summing up 200,000 held pages, in all their statements. */
  sweepWindowsMs: 616,
  sumPagesMs: 121,
  logBytesForLicense: 506,
} as const
