// Measured on a virtual machine with 2 cores of an AMD EPYC and an ext4 disk, Node 26.10, PostgreSQL 18.4, and the load
// on the same machine. All programs together used 50 to 63 % of the processors. Elapsed times differed up to twofold
// between runs, processor times by about a quarter. Copied by hand from: node bench/measure-settle.ts, node
// bench/measure-replica.ts, node bench/measure-store.ts.

/** `wallMs` is elapsed time; the others are CPU time of the replica and of PostgreSQL. By number of licenses in
 * the settle. */
export const SETTLE = {
  sqlite: [
    { licenses: 1, wallMs: 0.392, replicaMs: 0.326, serverMs: 0 },
    { licenses: 10, wallMs: 0.975, replicaMs: 0.748, serverMs: 0 },
    { licenses: 50, wallMs: 2.476, replicaMs: 2.225, serverMs: 0 },
    { licenses: 100, wallMs: 4.209, replicaMs: 3.933, serverMs: 0 },
  ],
  postgres: [
    { licenses: 1, wallMs: 0.827, replicaMs: 0.267, serverMs: 0.548 },
    { licenses: 10, wallMs: 1.958, replicaMs: 0.534, serverMs: 1.31 },
    { licenses: 50, wallMs: 5.325, replicaMs: 1.2, serverMs: 3.833 },
    { licenses: 100, wallMs: 9.012, replicaMs: 1.61, serverMs: 7.167 },
  ],
} as const

/** Settles a second with `concurrency` at the same time: of ten licenses each, and all of one license. */
export const CONCURRENT = [
  { concurrency: 1, spread: 588, hot: 1_141 },
  { concurrency: 2, spread: 952, hot: 1_438 },
  { concurrency: 4, spread: 972, hot: 1_299 },
  { concurrency: 8, spread: 1_135, hot: 1_273 },
  { concurrency: 16, spread: 1_151, hot: 1_081 },
] as const

/** Warm scans of one license, from wrk with `connections`. Micros of CPU time per scan. */
export const WARM = {
  sqlite: [
    { connections: 8, scansPerSecond: 6_524, p50Ms: 1.15, p99Ms: 4.19, loopMicros: 83.1 },
    { connections: 64, scansPerSecond: 22_101, p50Ms: 2.64, p99Ms: 7.03, loopMicros: 42.3 },
    { connections: 256, scansPerSecond: 17_108, p50Ms: 13.03, p99Ms: 26.5, loopMicros: 50.7 },
  ],
  postgres: [
    { connections: 8, scansPerSecond: 3_612, p50Ms: 2.04, p99Ms: 43.31, loopMicros: 109.9, scansPerSettle: 6.63 },
    { connections: 64, scansPerSecond: 17_065, p50Ms: 3.38, p99Ms: 13.51, loopMicros: 48.9, scansPerSettle: 39.17 },
    { connections: 256, scansPerSecond: 14_377, p50Ms: 15.8, p99Ms: 35.8, loopMicros: 57.6, scansPerSettle: 148.6 },
  ],
} as const

/** Cold scans of a blog's feed of twenty articles of five kilobytes, which its server sends immediately over TLS, one
 * after another. `readMs`: of the parsing thread. The rest of the process, mostly V8's own threads, takes another 4
 * ms. */
export const COLD = {
  sqlite: { wallMs: 18.7, loopMs: 5.2, readMs: 7.1 },
  postgres: { wallMs: 19, loopMs: 5.7, readMs: 6.8, databaseMs: 2.2 },
} as const

/** PostgreSQL, each alone. */
export const STORE = {
  lookForChanges: { wallMs: 0.482, serverMs: 0.2 },
  putPage: { wallMs: 0.305, serverMs: 0.175 },
  findPage: { wallMs: 0.303, serverMs: 0.15 },
  turn: { wallMs: 0.427, serverMs: 0.15 },
  flushMs: 0.14,
  /** Deleting 200,000 windows of a minute, and summing up 200,000 cached pages, with all statements. */
  sweepWindowsMs: 623,
  sumPagesMs: 133,
  logBytesForLicense: 506,
} as const
